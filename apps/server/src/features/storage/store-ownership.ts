import type { Owner, Ownership } from './owner-marker.service.ts';
import { notOwn } from './storage.rules.ts';
import type { OpenedStore, Stores } from './storage.types.ts';

export interface ConfirmedStore extends OpenedStore {
  readonly owner: Owner;
}

/** Whose the stores in use are. */
export interface StoreOwnership {
  /** Verifies the owner of each store in use, and refuses new bytes where it is another one. */
  confirm(): Promise<readonly ConfirmedStore[]>;
  /** Returns why nothing may be removed from the stores in use, in a sentence; undefined where it may. */
  cleanupBlockedReason(): Promise<string | undefined>;
  owns(): Promise<boolean>;
  /** Returns the owner of the stores in use; another owner where one of them has it. */
  owner(): Promise<Owner>;
}

/** A store that drains may be empty: uploads that began there may be all that it has. */
const isLost = ({ owner, state }: ConfirmedStore): boolean => owner === 'empty' && state === 'active';

export const createStoreOwnership = (stores: Stores, ownership: Ownership): StoreOwnership => {
  const confirm = async (): Promise<ConfirmedStore[]> => {
    const confirmed: ConfirmedStore[] = [];
    for (const store of await stores.inUse())
      confirmed.push({ ...store, owner: await ownership.confirm(store.blobs) });
    stores.block(confirmed.filter((store) => store.owner === 'other' || isLost(store)).map(({ id }) => id));
    return confirmed;
  };
  const cleanupBlockedReason = async (): Promise<string | undefined> =>
    (await confirm()).some(({ owner }) => owner !== 'own') ? notOwn : undefined;
  return {
    confirm,
    cleanupBlockedReason,
    owns: async () => (await cleanupBlockedReason()) === undefined,
    owner: async () => {
      const owners: Owner[] = [];
      for (const { blobs } of await stores.inUse()) owners.push(await ownership.look(blobs));
      return owners.find((owner) => owner === 'other') ?? owners[0] ?? 'empty';
    },
  };
};
