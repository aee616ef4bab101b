import { pageSize } from '@holdall/contract/listing-order';
import { useEffectEvent, useLayoutEffect } from 'react';
import type { Listing } from './use-listing.ts';

interface CameUp {
  readonly listing: Listing;
  readonly total: number;
  /** Id of the folder that was left by going up to this listing. */
  readonly left: string | undefined;
  readonly isMeasured: boolean;
  /** Index of the active entry, -1 for none. */
  readonly active: number;
  /** Makes an entry the active one, brings it into sight and gives the listing the focus. */
  readonly activate: (index: number) => void;
}

/**
 * Goes on from the folder that was left by going up, which gets the focus and is not selected: before a key can act on
 * anything, as soon as the first page is there. Where it is not on that page, or the focus has gone elsewhere
 * meanwhile, nothing happens.
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
