import { randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
import {
  type BlobKey,
  type BlobStore,
  BlobStoreError,
  createBlobKey,
  normaliseKey,
} from '#ports/blob-store.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { claimInstallation, findInstallation, listSomeKeys } from './owner.repo.ts';

export { listSomeKeys, renameInstallation } from './owner.repo.ts';

/**
 * The owner of a store's files. `empty`: it has none; `unknown`: it has files without a marker; `other`:
 * another installation.
 */
export type Owner = 'own' | 'empty' | 'unknown' | 'other';

/** Creates a unique name for an installation. */
const createInstallationId = (): string => randomBytes(16).toString('hex');

/** Tells whether nothing is published in a store, whatever its marker says. */
export const isEmpty = async (store: BlobStore): Promise<boolean> => {
  for await (const _any of store.list()) return false;
  return true;
};

/** Identifies the owner of a store. @param installation this installation's name, if it has one */
export const identifyOwner = async (
  store: OwnedBlobStore,
  installation: string | undefined,
): Promise<Owner> => {
  const owner = await store.owner();
  if (owner !== undefined) return owner === installation ? 'own' : 'other';
  return (await isEmpty(store)) ? 'empty' : 'unknown';
};

/** Refuses a store with files for a new installation, which would not own them. @throws storage.taken */
export const expectEmptyStore = async (store: OwnedBlobStore): Promise<void> => {
  if ((await identifyOwner(store, undefined)) !== 'empty') throw new AppError('storage.taken');
};

/**
 * Tells whether a store has one of these blobs. Keys cannot be guessed, so it is then the store that they
 * were written to.
 */
export const holdsAny = async (store: BlobStore, keys: Iterable<BlobKey>): Promise<boolean> => {
  for (const key of keys) if ((await store.size(key)) !== undefined) return true;
  return false;
};

/** Tells whether two stores are one under two names. The trial leaves nothing behind. */
export const isOneStore = async (one: BlobStore, other: BlobStore): Promise<boolean> => {
  const key = createBlobKey();
  const writer = await one.stage(key, 0);
  try {
    await writer.write(Buffer.from(key));
    await writer.flush();
    return (await other.stagedSize(key)) !== undefined;
  } finally {
    await writer.close();
    await one.discard(key);
  }
};

/** Tells whether a store answers at all. */
export const answers = async (store: BlobStore): Promise<boolean> => {
  try {
    await store.stagedSize(createBlobKey());
    return true;
  } catch (error) {
    if (error instanceof BlobStoreError) return false;
    throw error;
  }
};

/** The ownership of stores by an installation. */
export interface Ownership {
  /** Returns the installation's name, and creates one if it has none. */
  name(): Promise<string>;
  /** Identifies the owner of a store without changing it. */
  look(store: OwnedBlobStore): Promise<Owner>;
  /**
   * Identifies the owner of a store that is being chosen. It marks an empty store, and one with recorded
   * files of an installation that is older than the marker.
   */
  claim(store: OwnedBlobStore): Promise<Exclude<Owner, 'empty'>>;
  /**
   * Identifies the owner of a store in use, which cannot be empty while files are recorded. An unexpectedly
   * empty store (an unmounted disk, or a wrong one) stays unmarked.
   */
  confirm(store: OwnedBlobStore): Promise<Owner>;
}

export const createOwnership = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): Ownership => {
  const holdsOurs = async (store: BlobStore): Promise<boolean> =>
    holdsAny(store, (await listSomeKeys(db)).map(normaliseKey));

  /** Returns the installation's name, and creates one if it has none. */
  const nameFor = async (store: OwnedBlobStore): Promise<string> => {
    const known = await findInstallation(db);
    if (known !== undefined) return known;
    // The database may be a copy from before it had a name, and its files may have been marked since.
    const owner = await store.owner();
    const isOurs = owner !== undefined && (await holdsOurs(store));
    return claimInstallation(db, { name: isOurs ? owner : createInstallationId(), now: clock.now() });
  };

  const claim: Ownership['claim'] = async (store) => {
    const installation = await nameFor(store);
    const owner = await identifyOwner(store, installation);
    if (owner === 'own' || owner === 'other') return owner;
    if (owner === 'unknown' && !(await holdsOurs(store))) return 'unknown';
    await store.setOwner(installation);
    return identifyOwner(store, installation) as Promise<'own' | 'other'>;
  };

  return {
    name: async () =>
      (await findInstallation(db)) ??
      claimInstallation(db, { name: createInstallationId(), now: clock.now() }),
    look: async (store) => identifyOwner(store, await findInstallation(db)),
    claim,
    confirm: async (store) => {
      const owner = await identifyOwner(store, await nameFor(store));
      if (owner === 'own' || owner === 'other') return owner;
      const isMissing = owner === 'empty' && (await listSomeKeys(db)).length > 0;
      return isMissing ? 'empty' : claim(store);
    },
  };
};
