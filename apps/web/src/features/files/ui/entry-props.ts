import type { Sorting } from '@holdall/contract/listing-order';
import { folderTarget } from '#shared/ui/drop-targets.ts';
import type { Translate } from '#shared/i18n/messages.ts';
import { linkText } from '#shared/lib/link-text.ts';
import { useArrived } from '../arrivals.ts';
import { isFolder, type Entry } from '../entry.ts';
import { kindText } from '../kind-text.ts';
import { useIsPointed } from '../pointed-row.ts';
import type { ListingSource } from '../listing-source.ts';

/**
 * What a row and a tile take. They have no handlers of their own, so that scrolling draws only what is new: the
 * listing reads `data-index` and `data-action` of whatever is pressed.
 */
export interface EntryProps {
  readonly entry: Entry;
  /** Its place in the listing, from 0. */
  readonly index: number;
  readonly id: string;
  /** Pixels from the beginning of the entries; undefined where it stands in their flow. */
  readonly top?: number | undefined;
  /** Whether a line stands above it. */
  readonly line?: boolean;
  /** Of a row that is marked with others: whether those above and below it are. */
  readonly above?: boolean;
  readonly below?: boolean;
  /** What the listing shows. */
  readonly source: ListingSource;
  readonly sorting: Sorting;
  /** Whether it lies in the trash: in a listing of it, or with the folder that is shown. */
  readonly inTrash: boolean;
  readonly selected: boolean;
  /** Whether the keyboard stands on it. */
  readonly active: boolean;
  /** The two lines of a phone. */
  readonly compact: boolean;
  /** Whether presses select, one by one. */
  readonly selecting: boolean;
  /** Whether its buttons show at all times, not only where the pointer or the keyboard is. */
  readonly showing?: boolean;
  /** Whether its name is being written anew. */
  readonly renaming: boolean;
  /** Whether it was cut, and waits to be pasted. */
  readonly cut: boolean;
  readonly favourite: boolean;
}

/**
 * Whether a row's buttons show. They are there at all times, for whoever reads the page aloud; their pictures, a third of
 * what a row is made of, are drawn with the first look at them.
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

/** Kind and states of an entry, in the words that follow its name. */
const spoken = (t: Translate, { entry, favourite }: EntryProps): string => {
  const { shared } = entry.relationships;
  const states = [shared && linkText(t, shared), favourite && t('files.favourite')];
  return [entry.attributes.name, kindText(t, entry), ...states].filter(Boolean).join(', ');
};

/** What every entry's element carries, in the list and in the grid. @param before rows above the first entry. */
export const useEntryRow = (t: Translate, props: EntryProps, before: number) => {
  const { entry, index, id, top, line, above, below, inTrash, selected, active, cut } = props;
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
    ...(top !== undefined && { style: { top } }),
    ...(takesItems && folderTarget(entry.id, entry.attributes.name)),
  };
};
