import { BlobStoreError } from '#ports/blob-store.ts';
import type { Owner, Ownership } from './owner-marker.service.ts';
import { notOwn } from './storage.rules.ts';
import type { OpenedStore, Stores } from './storage.types.ts';

export interface ConfirmedStore extends OpenedStore {
  readonly owner: Owner;
}

/** The stores from which bytes may be removed. */
export interface CleanableStores {
  readonly stores: readonly OpenedStore[];
  /** Says in a sentence why there are none; undefined where there are. */
  readonly blockedReason: string | undefined;
}

/**
 * Tells by whom the stores in use are owned. Draining ones that do not answer are left out: nothing can be removed from them, and
 * they may be away for long. The active one alone decides whether anything is cleaned up.
 */
export interface StoreOwnership {
  /** Verifies the owner of each store in use, and refuses new bytes where it is another one. */
  confirm(): Promise<readonly ConfirmedStore[]>;
  /** Finds the stores to clean up, which are this installation's own: none where the active one is not. */
  cleanable(): Promise<CleanableStores>;
  /** Returns the owner of the active store. */
  owner(): Promise<Owner>;
}

/** A store that drains may be empty: uploads that began there may be all that it has. */
const isLost = ({ owner, state }: ConfirmedStore): boolean => owner === 'empty' && state === 'active';

export const createStoreOwnership = (stores: Stores, ownership: Ownership): StoreOwnership => {
  const ownersBy = async (find: Ownership['look']): Promise<ConfirmedStore[]> => {
    const found: ConfirmedStore[] = [];
    for (const store of await stores.inUse()) {
      try {
        found.push({ ...store, owner: await find(store.blobs) });
      } catch (error) {
        if (store.state === 'active' || !(error instanceof BlobStoreError)) throw error;
      }
    }
    return found;
  };
  const confirm = async (): Promise<ConfirmedStore[]> => {
    const confirmed = await ownersBy((blobs) => ownership.confirm(blobs));
    stores.block(confirmed.filter((store) => store.owner === 'other' || isLost(store)).map(({ id }) => id));
    return confirmed;
  };
  const cleanable = async (): Promise<CleanableStores> => {
    const confirmed = await confirm();
    return confirmed.some(({ owner, state }) => owner === 'own' && state === 'active')
      ? { stores: confirmed.filter(({ owner }) => owner === 'own'), blockedReason: undefined }
      : { stores: [], blockedReason: notOwn };
  };
  return {
    confirm,
    cleanable,
    owner: async () => {
      const [active] = await stores.inUse();
      return active === undefined ? 'empty' : ownership.look(active.blobs);
    },
  };
};
