import { useStore } from '#shared/lib/store.ts';
import type { Entry } from '../entry.ts';
import { selectionStore } from './selection.store.ts';
import { onlySelected } from './selection.ts';
import type { Listing } from '../listing/use-listing.ts';

/** Returns the entry that the details show: the only selected one, or the folder itself without a selection. */
export const useDetailsEntry = ({ root }: Listing): Entry | undefined => {
  const selection = useStore(selectionStore);
  const isEmpty = !selection.all && selection.entries.size === 0;
  return onlySelected(selection) ?? (isEmpty ? (root ?? undefined) : undefined);
};
