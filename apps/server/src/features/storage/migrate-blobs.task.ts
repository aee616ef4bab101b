import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { StoreRow } from '#db/tables/storage.ts';
import { inBatches } from '#lib/concurrency/in-batches.ts';
import { reasonOf } from '#lib/reason-of.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import { type BlobStore, BlobStoreError, type StoredEntry } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { TryObjectStorage } from '#ports/object-storage.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ChooseStore } from './choose-store.ts';
import {
  type DamagedBlob,
  type MigrationProgress,
  lanes,
  type MigrationResult,
  migrateRows,
  pageSize,
} from './migration.task.ts';
import { migrateSmallContentsIn, type SmallContentsOptions } from './migrate-small-contents.task.ts';
import { answers, isOneStore, type Ownership } from './owner-marker.service.ts';
import { storageSentence, StoreUnavailableError } from './storage.errors.ts';
import {
  capitalised,
  describeLocation,
  isSameLocation,
  lostLocation,
  refusedLocation,
  takenLocation,
} from './storage.rules.ts';
import type { OpenedStore, StoreLocation, Stores } from './storage.types.ts';
import {
  countUploadsIn,
  damagedKeys,
  keysOnRecord,
  restartUploads,
  retireStore,
  stateOf,
} from './stores.repo.ts';

/** Milliseconds between two checks whether uploads to the draining store have ended. */
const uploadsEveryMs = 2_000;
/** Milliseconds without a byte after which an upload is not waited for. */
const idleAfter = 10 * 60 * 1000;

export interface MigrateBlobsOptions {
  /** The target; undefined: the bucket in use. */
  readonly to: StoreLocation | undefined;
  /** Moves the blobs of retired stores to the trash of these stores at the end. */
  readonly removeSource: boolean;
  /** The draining store is gone for good: rows are updated where the active store has their bytes intact. */
  readonly sourceGone: boolean;
  readonly onProgress: (progress: MigrationProgress) => void;
  /** Receives a sentence about what is waited for. */
  readonly onWait: (sentence: string) => void;
}

export interface MigrateBlobsReport extends MigrationProgress {
  /** Source and target, without keys. */
  readonly from: string;
  readonly to: string;
  /** Blobs that could not be migrated. Their rows keep the draining store, which is not retired then. */
  readonly damaged: readonly DamagedBlob[];
  /** Unfinished uploads that nobody continues now. They end in the draining store, which is retired after them. */
  readonly uploads: number;
  /** With `removeSource`: blobs that remain in retired stores; undefined where nothing was removed. */
  readonly left: number | undefined;
}

/** `same`: everything is there already. `refused`: nothing was changed. `interrupted`: calling it again continues. */
export type MigrationFault = 'same' | 'refused' | 'interrupted';

/** Thrown where a migration ends without success. Its message is a sentence. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly code: MigrationFault;

  constructor(code: MigrationFault, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}
const refused = (sentence: string, cause?: unknown): MigrationError =>
  new MigrationError('refused', sentence, { cause });

export interface MigrateBlobsDeps {
  readonly db: Db;
  readonly stores: Stores;
  readonly choose: ChooseStore;
  readonly ownership: Ownership;
  readonly openLocation: (location: StoreLocation) => Promise<OwnedBlobStore>;
  readonly tryDisk: () => Promise<void>;
  readonly tryObjectStorage: TryObjectStorage;
  readonly clock: Clock;
  /** Runs the work unless another migration is running. @returns undefined where one is */
  readonly asOnlyMigration: <T extends object>(work: () => Promise<T>) => Promise<T | undefined>;
  /** The name of this server. */
  readonly node: string;
  /** Lists the machines of other running servers. */
  readonly others: () => Promise<readonly string[]>;
  /** Tells whether a server runs. @param node its name */
  readonly isNodeRunning: (node: string) => Promise<boolean>;
}

const whichBucket =
  'Say which bucket: set HOLDALL_S3_BUCKET, HOLDALL_S3_ACCESS_KEY and HOLDALL_S3_SECRET_KEY (or HOLDALL_S3_SECRET_KEY_FILE), and where it is not Amazon’s HOLDALL_S3_ENDPOINT and HOLDALL_S3_REGION.';

const activeOf = async (stores: Stores): Promise<OpenedStore> => {
  const [active] = await stores.inUse();
  if (active?.state !== 'active') throw new StoreUnavailableError('There is no active store.');
  return active;
};

const tryTarget = async (to: StoreLocation, deps: MigrateBlobsDeps): Promise<void> => {
  if (to.kind === 'disk') {
    await deps.tryDisk().catch((cause: unknown) => {
      throw refused(`The data directory cannot be written to: ${reasonOf(cause)}`, cause);
    });
  } else {
    const trial = await deps.tryObjectStorage(to.bucket);
    if (!trial.works) throw refused(`${describeLocation(to)} cannot be used. ${storageSentence(trial)}`);
  }
};

/** Tells whether the active store is in the target already, under another name. */
const isRenamed = async (to: StoreLocation, { stores, openLocation }: MigrateBlobsDeps): Promise<boolean> => {
  const { location, blobs } = await activeOf(stores);
  try {
    return await isOneStore(await openLocation(to), blobs);
  } catch (cause) {
    if (!(cause instanceof BlobStoreError)) throw cause;
    throw refused(`${describeLocation(location)} cannot be reached: ${cause.message}`, cause);
  }
};

/** Directs new bytes to the target, unless they go there already, and checks that it is this installation's own. */
const directNewBytes = async (
  { to: named, sourceGone }: MigrateBlobsOptions,
  deps: MigrateBlobsDeps,
): Promise<StoreLocation> => {
  const { db, stores, choose, ownership, openLocation, node, others } = deps;
  const location = await stores.location();
  const to = named ?? location;
  if (named === undefined && location.kind !== 's3') throw refused(whichBucket);
  if (isSameLocation(location, to)) {
    const active = await activeOf(stores);
    const owner = await ownership.confirm(active.blobs);
    if (owner === 'empty') throw refused(lostLocation(active.location, await ownership.name()));
    if (owner !== 'own') throw refused(takenLocation(active.location));
    return to;
  }
  const hosts = to.kind === 'disk' ? await others() : [];
  if (hosts.length > 0)
    throw refused(
      `A disk is one server’s, and this data directory is not that of the server that runs on ${hosts.join(', ')}. Stop all servers but the one of this data directory (one that was killed counts as running for half a minute).`,
    );
  await tryTarget(to, deps);
  if ((await ownership.claim(await openLocation(to))) !== 'own') throw refused(refusedLocation(to));
  const isSame = !sourceGone && (await isRenamed(to, deps));
  await inTransaction(db, (trx) => choose(trx, { to, node, keepKeys: true, isSame }));
  await stores.refresh();
  if (isSame)
    throw new MigrationError(
      'same',
      `Files are in ${describeLocation(to)} already: it is the same storage under another name, which is recorded from now on.`,
    );
  return to;
};

/** Opens a draining store; undefined where it is gone, as was said. */
const openSource = async (
  { id }: StoreRow,
  sourceGone: boolean,
  { stores }: MigrateBlobsDeps,
): Promise<BlobStore | undefined> => {
  if (!sourceGone) return (await stores.open(id)).blobs;
  try {
    const { blobs } = await stores.open(id);
    return (await answers(blobs)) ? blobs : undefined;
  } catch (error) {
    // Its keys are gone with it.
    if (error instanceof StoreUnavailableError) return undefined;
    throw error;
  }
};

interface Source {
  readonly row: StoreRow;
  /** Undefined where the store is gone. */
  readonly from: BlobStore | undefined;
}

/** Opens the draining stores. @throws MigrationError where one is said to be gone, and all of them answer */
const openSources = async (
  { sourceGone }: MigrateBlobsOptions,
  deps: MigrateBlobsDeps,
): Promise<readonly Source[]> => {
  const { stores } = deps;
  const sources: Source[] = [];
  for (const row of stores.rows()) {
    if (row.state !== 'draining') continue;
    const { node_id: whose } = row;
    if (sourceGone && whose !== null && whose !== deps.node && (await deps.isNodeRunning(whose)))
      throw refused(
        `${capitalised(stores.describe(row))} is not gone: that server runs. Run the command there, without --source-gone.`,
      );
    sources.push({ row, from: await openSource(row, sourceGone, deps) });
  }
  const [first] = sources;
  if (sourceGone && first !== undefined && sources.every(({ from }) => from !== undefined))
    throw refused(`${stores.describe(first.row)} can be reached: run the command without --source-gone.`);
  return sources;
};

/** Migrates everything out of a store, and retires it. @returns also the unfinished uploads that keep it from that */
const drain = async (
  { row, from }: Source,
  { onProgress, onWait }: MigrateBlobsOptions,
  deps: MigrateBlobsDeps,
): Promise<MigrationResult & { uploads: number }> => {
  const { db, stores, clock } = deps;
  const { id: to, blobs } = await activeOf(stores);
  if (from === undefined) await restartUploads(db, { from: row.id, to });
  let total: MigrationResult = { moved: 0, bytes: 0, damaged: [] };
  for (;;) {
    const { moved, bytes } = total;
    const done = await migrateRows({
      db,
      stores: { from, to: blobs },
      from: row.id,
      to,
      onProgress: (step) => onProgress({ moved: moved + step.moved, bytes: bytes + step.bytes }),
    });
    total = { moved: moved + done.moved, bytes: bytes + done.bytes, damaged: done.damaged };
    if (total.damaged.length > 0 || (await retireStore(db, row.id))) return { ...total, uploads: 0 };
    // A server may have retired it meanwhile, or it was chosen again.
    if ((await stateOf(db, row.id)) !== 'draining') return { ...total, uploads: 0 };
    const uploads = await countUploadsIn(db, row.id);
    const underWay = await countUploadsIn(db, row.id, clock.now() - idleAfter);
    if (underWay === 0 && uploads > 0) return { ...total, uploads };
    if (underWay > 0)
      onWait(`Waiting for ${underWay === 1 ? 'an upload' : `${underWay} uploads`} under way.`);
    await delay(uploadsEveryMs);
  }
};

/** Returns those of a retired store's blobs that are on record, and not intact in the active store by all that is known. */
const neededOf = async (
  entries: readonly StoredEntry[],
  { blobs }: OpenedStore,
  { db, stores }: MigrateBlobsDeps,
): Promise<Set<string>> => {
  const keys = entries.map(({ key }) => key);
  const [onRecord, damaged] = [await keysOnRecord(db, keys), await damagedKeys(db, keys)];
  const active = await activeOf(stores);
  const slot = createSemaphore(lanes);
  const needed = new Set<string>(damaged);
  await Promise.all(
    entries
      .filter(({ key }) => onRecord.has(key))
      .map(({ key, size }) =>
        slot(async () => {
          if ((await active.blobs.size(key)) !== (size ?? (await blobs.size(key)))) needed.add(key);
        }),
      ),
  );
  return needed;
};

/** Moves the blobs of a retired store to its trash. @returns how many stay, because they came since or are needed */
const emptyRetired = async (store: OpenedStore, deps: MigrateBlobsDeps): Promise<number> => {
  const { id, blobs, location } = store;
  const { db, stores, ownership, clock } = deps;
  const owner = await ownership.look(blobs);
  if (owner === 'empty') return 0;
  if (owner !== 'own') throw refused(`${describeLocation(location)} is not this installation’s.`);
  // It may have been chosen again by another name.
  for (const used of await stores.inUse()) if (await isOneStore(used.blobs, blobs)) return 0;
  const began = clock.now();
  const slot = createSemaphore(lanes);
  let left = 0;
  for await (const entries of inBatches(blobs.list(), pageSize)) {
    // The store may be chosen again meanwhile, and take new bytes.
    const isUnused = (await stateOf(db, id)) === 'retired';
    const needed = await neededOf(entries, store, deps);
    const removed = entries.filter(
      ({ key, modifiedAt }) => isUnused && modifiedAt < began && !needed.has(key),
    );
    left += entries.length - removed.length;
    await Promise.all(removed.map(({ key }) => slot(() => blobs.trash(key))));
  }
  return left;
};

/** Empties all retired stores that answer and are this installation's own. @returns how many blobs stay */
const removeSources = async (deps: MigrateBlobsDeps, say: (sentence: string) => void): Promise<number> => {
  let left = 0;
  for (const store of await deps.stores.retired()) {
    try {
      left += await emptyRetired(store, deps);
    } catch (error) {
      // A store that was left long ago must not keep the others from being emptied.
      if (!(error instanceof BlobStoreError) && !(error instanceof MigrationError)) throw error;
      say(`Nothing is removed from ${describeLocation(store.location)}: ${error.message}`);
    }
  }
  return left;
};

const migrate = async (options: MigrateBlobsOptions, deps: MigrateBlobsDeps): Promise<MigrateBlobsReport> => {
  const { stores } = deps;
  const to = await directNewBytes(options, deps);
  const sources = await openSources(options, deps);
  const total = { moved: 0, bytes: 0, damaged: [] as DamagedBlob[], uploads: 0 };
  for (const each of sources) {
    const { moved, bytes, damaged, uploads } = await drain(each, options, deps);
    total.moved += moved;
    total.bytes += bytes;
    total.damaged.push(...damaged);
    total.uploads += uploads;
  }
  await stores.refresh();
  const isOver = total.damaged.length === 0 && total.uploads === 0;
  const removes = options.removeSource && isOver;
  const draining = sources.map(({ row }) => row);
  const [source] =
    draining.length > 0 || !removes ? draining : stores.rows().filter(({ state }) => state === 'retired');
  if (source === undefined) throw new MigrationError('same', `Files are in ${describeLocation(to)} already.`);
  const left = removes ? await removeSources(deps, options.onWait) : undefined;
  return { from: stores.describe(source), to: describeLocation(to), ...total, left };
};

/** Migrates small contents of the stores in use to the database. */
const migrateSmall = async (
  { onProgress, onWait, requireFreeSpace }: SmallContentsOptions & Pick<MigrateBlobsOptions, 'onWait'>,
  { db, stores, ownership }: MigrateBlobsDeps,
): Promise<MigrationResult> => {
  const total = { moved: 0, bytes: 0, damaged: [] as DamagedBlob[] };
  for (const store of await stores.inUse()) {
    if ((await ownership.look(store.blobs)) !== 'own') {
      onWait(`Nothing is moved from ${describeLocation(store.location)}, which is not this installation’s.`);
      continue;
    }
    const before = { ...total };
    const done = await migrateSmallContentsIn(db, store, {
      requireFreeSpace,
      onProgress: (step) =>
        onProgress({ moved: before.moved + step.moved, bytes: before.bytes + step.bytes }),
    });
    total.moved += done.moved;
    total.bytes += done.bytes;
    total.damaged.push(...done.damaged);
  }
  if (total.moved + total.damaged.length === 0)
    throw new MigrationError('same', 'All small files are in the database already.');
  return total;
};

const migrationErrorOf = (cause: unknown): MigrationError => {
  if (cause instanceof MigrationError) return cause;
  if (cause instanceof StoreUnavailableError) return refused(cause.message, cause);
  return new MigrationError(
    'interrupted',
    `It stopped: ${reasonOf(cause)}. Nothing is lost: each file is read from the storage that its row names. Run the same command again to go on.`,
    { cause },
  );
};

const asOnly = async <T extends object>(deps: MigrateBlobsDeps, work: () => Promise<T>): Promise<T> => {
  try {
    const report = await deps.asOnlyMigration(work);
    if (report === undefined) throw refused('Another holdall migrate-blobs is at work.');
    return report;
  } catch (error) {
    throw migrationErrorOf(error);
  }
};

/**
 * Migrates the contents of small files to the database while servers run, where uploads put them nowadays.
 *
 * @throws MigrationError
 */
export const migrateSmallContents = (
  options: SmallContentsOptions & Pick<MigrateBlobsOptions, 'onWait'>,
  deps: MigrateBlobsDeps,
): Promise<MigrationResult> => asOnly(deps, () => migrateSmall(options, deps));

/**
 * Migrates all files to another store while servers run, and verifies each copy. The originals stay where they
 * are unless they are to be removed.
 *
 * @throws MigrationError
 */
export const migrateBlobs = (
  options: MigrateBlobsOptions,
  deps: MigrateBlobsDeps,
): Promise<MigrateBlobsReport> => asOnly(deps, () => migrate(options, deps));
