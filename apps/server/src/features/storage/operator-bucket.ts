import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import type { ChooseStore } from './choose-store.ts';
import { answers, isOneStore, listSomeKeys, type Ownership } from './owner-marker.service.ts';
import { StoreUnavailableError } from './storage.errors.ts';
import { describeLocation, isSameLocation, refusedLocation } from './storage.rules.ts';
import type { StoreLocation, Stores } from './storage.types.ts';
import { retireUnused } from './stores-maintenance.ts';
import { hasBytes, hasRowsIn } from './stores.repo.ts';

export interface OperatorBucketOptions {
  readonly db: Db;
  readonly stores: Stores;
  readonly choose: ChooseStore;
  readonly operator: ObjectStorage;
  /** Names this server. */
  readonly node: string;
  /** Machines of other servers that run. */
  readonly others: () => Promise<readonly string[]>;
  readonly ownership: Ownership;
  readonly open: (location: StoreLocation) => Promise<OwnedBlobStore>;
  /** Receives a sentence that needs the operator's attention. */
  readonly warn: (sentence: string) => void;
}

/** Tells whether a store holds the blobs on record, by the oldest and the newest of them. */
const holdsAll = async (store: BlobStore, db: Db): Promise<boolean> => {
  for (const key of await listSomeKeys(db))
    if ((await store.size(normaliseKey(key))) === undefined) return false;
  return true;
};

/** Opens the active store; undefined where its keys are lost. */
const openActive = async (stores: Stores): Promise<BlobStore | undefined> => {
  try {
    return (await stores.inUse())[0]?.blobs;
  } catch (error) {
    if (error instanceof StoreUnavailableError) return undefined;
    throw error;
  }
};

/**
 * Tells whether the operator's bucket is the active store under another name. Where the former name does not
 * answer, or its keys are lost, its files prove it.
 *
 * @throws StoreUnavailableError where neither can be found out, and files are on record
 */
const isActiveStore = async (location: StoreLocation, options: OperatorBucketOptions): Promise<boolean> => {
  const { db, stores, operator, open } = options;
  const to = { kind: 's3', bucket: operator } as const;
  if (location.kind === 'disk') return false;
  const store = await open(to);
  const former = await openActive(stores);
  if (former !== undefined && (await answers(former))) return isOneStore(store, former);
  if (!(await hasBytes(db))) return false;
  if (await holdsAll(store, db)) return true;
  throw new StoreUnavailableError(
    `Files are kept in ${describeLocation(location)}, which cannot be reached, and not all of them are in ${describeLocation(to)}, which HOLDALL_S3_… names. Bring it back, or copy what was in it to there.`,
  );
};

/**
 * Switches new files to the bucket of the operator's configuration.
 *
 * @throws StoreUnavailableError, BlobStoreError
 */
export const switchToOperatorBucket = async (options: OperatorBucketOptions): Promise<void> => {
  const { db, stores, choose, operator, node, others, ownership, open, warn } = options;
  const to = { kind: 's3', bucket: operator } as const;
  const location = await stores.location();
  if (!isSameLocation(location, to)) {
    const leaving = stores.find(to);
    if (leaving?.state === 'draining' && (await hasRowsIn(db, leaving.id))) {
      warn(
        `Files are being moved from ${describeLocation(to)} to ${describeLocation(location)}. Take HOLDALL_S3_… out of the configuration when that has ended: a start after that would make the bucket the store of new files again.`,
      );
      return;
    }
    const hosts = await others();
    if (hosts.length > 0)
      throw new StoreUnavailableError(
        `Files are kept in ${describeLocation(location)}, and HOLDALL_S3_… names ${describeLocation(to)}. The servers that run (${[...new Set(hosts)].join(', ')}) would not find what is kept there: stop them first, then start all of them with the same HOLDALL_S3_….`,
      );
    if ((await ownership.claim(await open(to))) !== 'own')
      throw new StoreUnavailableError(refusedLocation(to));
    const isSame = await isActiveStore(location, options);
    // The operator's keys are not stored in the database, where others could read them.
    await inTransaction(db, (trx) => choose(trx, { to, node, keepKeys: false, isSame }));
    await stores.refresh();
    // Its keys may be lost, and it must not keep this server from starting when nothing is in it.
    await retireUnused(db, stores);
  }
  const draining = (await stores.inUse()).find(({ state }) => state === 'draining');
  if (draining !== undefined && (await hasBytes(db)))
    warn(
      `Files are still in ${describeLocation(draining.location)}, and are read from there. Run \`holdall migrate-blobs --to s3\` to move them.`,
    );
};
