import type { Sorting } from '@holdall/contract/listing-order';
import { folderTarget } from '#shared/ui/drop-targets.ts';
import type { Translate } from '#shared/i18n/messages.ts';
import { linkText } from '#shared/lib/link-text.ts';
import { useArrived } from '../listing/arrivals.ts';
import { isFolder, type Entry } from '../entry.ts';
import { kindText } from '../kind-text.ts';
import { useIsPointed } from '../listing/pointed-row.ts';
import type { ListingSource } from '../listing/listing-source.ts';

/**
 * The props of a row and of a tile. Neither has handlers of its own, so that scrolling draws only new entries: the
 * listing reads `data-index` and `data-action` of the pressed element.
 */
export interface EntryProps {
  readonly entry: Entry;
  /** Its index in the listing, from 0. */
  readonly index: number;
  readonly id: string;
  /** Pixels from the first entry; undefined if it is laid out in the flow. */
  readonly top?: number | undefined;
  /** Pixels from the side where lines start, of a tile. */
  readonly start?: number;
  /** True if a line is drawn above it. */
  readonly line?: boolean;
  /** In a selected row: true if the adjoining rows are selected. */
  readonly above?: boolean;
  readonly below?: boolean;
  /** The source of the listing. */
  readonly source: ListingSource;
  readonly sorting: Sorting;
  /** True if the entry lies in the trash: in a listing of the trash, or inside the current trashed folder. */
  readonly inTrash: boolean;
  readonly selected: boolean;
  /** True if the entry is the active one of the keyboard. */
  readonly active: boolean;
  /** True for the two-line layout of phones. */
  readonly compact: boolean;
  /** True while presses select, one by one. */
  readonly selecting: boolean;
  /** True if its buttons show at all times, not only under the pointer or the keyboard. */
  readonly showing?: boolean;
  /** True while the entry is being renamed in place. */
  readonly renaming: boolean;
  /** True if the entry was cut and waits to be pasted. */
  readonly cut: boolean;
  readonly favourite: boolean;
}

/**
 * Reports whether a row's buttons show. The buttons exist at all times for screen readers; their icons, a third of the
 * elements of a row, are drawn when they first show.
 */
export const useControlsShown = ({
  id,
  active,
  compact,
  showing = false,
}: Pick<EntryProps, 'id' | 'active' | 'compact' | 'showing'>): boolean => {
  const isPointed = useIsPointed(id);
  return showing || compact || active || isPointed;
};

/** Returns the kind and states of an entry, which screen readers read after its name. */
const spoken = (t: Translate, { entry, favourite }: EntryProps): string => {
  const { shared } = entry.relationships;
  const states = [shared && linkText(t, shared), favourite && t('files.favourite')];
  return [entry.attributes.name, kindText(t, entry), ...states].filter(Boolean).join(', ');
};

/**
 * Returns the attributes of every entry's element, in the list and in the grid. @param before rows above the first
 * entry.
 */
export const useEntryRow = (t: Translate, props: EntryProps, before: number) => {
  const { entry, index, id, top, start, line, above, below, inTrash, selected, active, cut } = props;
  const arrived = useArrived(entry.id);
  const takesItems = isFolder(entry) && !inTrash;
  return {
    id,
    role: 'row',
    'aria-rowindex': index + 1 + before,
    'aria-selected': selected,
    'aria-label': spoken(t, props),
    'data-active': active || undefined,
    'data-arrived': arrived || undefined,
    'data-cut': cut || undefined,
    'data-index': index,
    'data-line': line || undefined,
    'data-above': above || undefined,
    'data-below': below || undefined,
    ...(top !== undefined && { style: { top, insetInlineStart: start } }),
    ...(takesItems && folderTarget(entry.id, entry.attributes.name)),
  };
};
