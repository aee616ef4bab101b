import { randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
import {
  type BlobKey,
  type BlobStore,
  BlobStoreError,
  createBlobKey,
  normaliseKey,
} from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { claimInstallation, findInstallation, listSomeKeys } from './owner.repo.ts';

export { listSomeKeys, renameInstallation } from './owner.repo.ts';

/**
 * Whose files a place has: `empty`: nobody's, for there are none; `unknown`: there are some, and nobody has said whose;
 * `other`: those of another installation.
 */
export type Owner = 'own' | 'empty' | 'unknown' | 'other';

/** A name for an installation that no other one has. */
const createInstallationId = (): string => randomBytes(16).toString('hex');

/** Whether nothing is published in a place, whoever has marked it. */
export const isEmpty = async (place: BlobStore): Promise<boolean> => {
  for await (const _any of place.list()) return false;
  return true;
};

/** @param installation undefined: none that there is */
export const identifyOwner = async (
  place: OwnedBlobStore,
  installation: string | undefined,
): Promise<Owner> => {
  const owner = await place.owner();
  if (owner !== undefined) return owner === installation ? 'own' : 'other';
  return (await isEmpty(place)) ? 'empty' : 'unknown';
};

/** Whether a place has one of these blobs: nobody can guess a key, so it is the place that they are in. */
export const holdsAny = async (place: BlobStore, keys: Iterable<BlobKey>): Promise<boolean> => {
  for (const key of keys) if ((await place.size(key)) !== undefined) return true;
  return false;
};

/** Whether both are one place under two names. What is tried leaves nothing behind. */
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

/** Whether a store answers at all. */
export const answers = async (store: BlobStore): Promise<boolean> => {
  try {
    await store.stagedSize(createBlobKey());
    return true;
  } catch (error) {
    if (error instanceof BlobStoreError) return false;
    throw error;
  }
};

/** What an installation says of places. */
export interface Ownership {
  /** What the installation is called; it is named here where it has no name. */
  name(): Promise<string>;
  /** Whose a place is, as it stands. */
  look(place: OwnedBlobStore): Promise<Owner>;
  /**
   * The same, of a place that somebody chooses now, and marks it where it is empty, or has files that are on record here:
   * those of an installation that is older than the mark.
   */
  claim(place: OwnedBlobStore): Promise<Exclude<Owner, 'empty'>>;
  /**
   * The same, of a place that is in use already: it is not empty where files are on record. One that is all the same
   * (its disk is not mounted, it is another one) stays unmarked.
   */
  confirm(place: OwnedBlobStore): Promise<Owner>;
}

export const createOwnership = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): Ownership => {
  const holdsOurs = async (place: BlobStore): Promise<boolean> =>
    holdsAny(place, (await listSomeKeys(db)).map(normaliseKey));

  /** The installation's name; it gets one here where it has none. */
  const nameFor = async (place: OwnedBlobStore): Promise<string> => {
    const known = await findInstallation(db);
    if (known !== undefined) return known;
    // The database may be a copy from before it had a name, and its files may have been marked since.
    const owner = await place.owner();
    const isOurs = owner !== undefined && (await holdsOurs(place));
    return claimInstallation(db, { name: isOurs ? owner : createInstallationId(), now: clock.now() });
  };

  const claim: Ownership['claim'] = async (place) => {
    const installation = await nameFor(place);
    const owner = await identifyOwner(place, installation);
    if (owner === 'own' || owner === 'other') return owner;
    if (owner === 'unknown' && !(await holdsOurs(place))) return 'unknown';
    await place.setOwner(installation);
    return identifyOwner(place, installation) as Promise<'own' | 'other'>;
  };

  return {
    name: async () =>
      (await findInstallation(db)) ??
      claimInstallation(db, { name: createInstallationId(), now: clock.now() }),
    look: async (place) => identifyOwner(place, await findInstallation(db)),
    claim,
    confirm: async (place) => {
      const owner = await identifyOwner(place, await nameFor(place));
      if (owner === 'own' || owner === 'other') return owner;
      const isMissing = owner === 'empty' && (await listSomeKeys(db)).length > 0;
      return isMissing ? 'empty' : claim(place);
    },
  };
};
