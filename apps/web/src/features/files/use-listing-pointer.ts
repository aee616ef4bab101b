import { useRef, type MouseEvent } from 'react';
import { media } from '#shared/lib/use-media.ts';
import type { Entry } from './entry.ts';
import type { Listing } from './use-listing.ts';
import type { SelectionActions } from './use-selection.ts';

interface ListingPointer {
  readonly listing: Listing;
  readonly selection: SelectionActions;
  /** Makes an entry the active one and gives the listing the focus. */
  readonly take: (index: number) => void;
  readonly open: (index: number) => void;
  readonly onDownload: (entry: Entry) => void;
}

/** What was pressed: the entry's index, and the action if it was a control. */
const pressed = ({
  target,
}: MouseEvent): { readonly index: number; readonly action: string | undefined } | undefined => {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>('[data-index]');
  if (!row) return undefined;
  return {
    index: Number(row.dataset['index']),
    action: target.closest<HTMLElement>('[data-action]')?.dataset['action'],
  };
};

/** Whether the press came from a finger: it opens, where a mouse selects. */
const isTouch = ({ nativeEvent }: MouseEvent): boolean =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType !== ''
    ? nativeEvent.pointerType === 'touch'
    : matchMedia(media.touch).matches;

/**
 * Presses on a listing's entries: select, open, tick, download. A press on a folder's name follows its link; the
 * second press of a double click then meets whatever the next folder shows there, and counts for nothing.
 */
export const useListingPointer = ({ listing, selection, take, open, onDownload }: ListingPointer) => {
  /** The entry that the first press of a double click met. */
  const met = useRef<string>(undefined);
  const isMet = (index: number): boolean => listing.entryAt(index)?.id === met.current;
  return {
    onClick: (event: MouseEvent): void => {
      const press = pressed(event);
      if (!press || event.defaultPrevented) return;
      const { index, action } = press;
      const entry = listing.entryAt(index);
      const isFirst = event.detail <= 1;
      if (isFirst) met.current = entry?.id;
      else if (!isMet(index)) return;
      if (action === 'download') {
        if (entry && isFirst) onDownload(entry);
        return;
      }
      take(index);
      const control = event.ctrlKey || event.metaKey;
      // On a folder's name the browser would open a window.
      if (control || event.shiftKey) event.preventDefault();
      if (event.shiftKey) selection.select(index, entry, control ? 'add-range' : 'range');
      else selection.select(index, entry, control || action === 'toggle' ? 'toggle' : 'only');
      if (isTouch(event) && action === undefined && !control && !event.shiftKey) open(index);
    },
    onDoubleClick: (event: MouseEvent): void => {
      const press = pressed(event);
      if (press && press.action === undefined && !event.defaultPrevented && isMet(press.index))
        open(press.index);
    },
  };
};
