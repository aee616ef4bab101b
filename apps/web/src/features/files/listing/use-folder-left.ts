import { pageSize } from '@holdall/contract/listing-order';
import { useEffectEvent, useLayoutEffect } from 'react';
import type { Listing } from './use-listing.ts';

interface CameUp {
  readonly listing: Listing;
  readonly total: number;
  /** The id of the folder that was left by going up to this listing. */
  readonly left: string | undefined;
  readonly isMeasured: boolean;
  /** The index of the active entry, -1 for none. */
  readonly active: number;
  /** Makes an entry active, scrolls it into view and focuses the listing. */
  readonly activate: (index: number) => void;
}

/**
 * Makes the folder that was left by going up active, without selecting it, as soon as the first page is loaded and
 * before a key can act. Does nothing if the folder is not on that page, or the focus has moved.
 */
export const useFolderLeft = ({ listing, total, left, isMeasured, active, activate }: CameUp): void => {
  const arrive = useEffectEvent(() => {
    if (left === undefined || active >= 0 || !document.activeElement?.matches('h1, body')) return;
    for (let index = 0; index < Math.min(total, pageSize); index += 1)
      if (listing.entryAt(index)?.id === left) return activate(index);
  });
  const isReady = isMeasured && listing.entryAt(0) !== undefined;
  useLayoutEffect(() => {
    if (isReady) arrive();
  }, [isReady]);
};
