import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openNodeId } from '#adapters/node-id.ts';
import { useDatabase } from '#compose-database-lock.ts';
import { choiceOf, openSealer } from '#compose-databases.ts';
import { openInstalledStorage, type OpenedStorage } from '#compose-storage.ts';
import { openDataDir, reasonOf } from '#config/data-dir.ts';
import { chosenDatabase } from '#config/database-choice.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { openDatabase } from '#db/open-database.ts';
import { appliedMigrations } from '#db/schema-version.ts';
import {
  answers,
  countUploadsIn,
  type DamagedBlob,
  describePlace,
  forgetUploadsIn,
  isOneStore,
  isRetired,
  isSamePlace,
  type MigrationProgress,
  type MigrationResult,
  migrateRows,
  type OpenedStore,
  refusedPlace,
  retireStore,
  type StoragePlace,
  storageSentence,
  StoreUnavailableError,
} from '#features/storage/index.ts';
import { listOtherHosts } from '#features/nodes/index.ts';
import { restoringFile } from '#features/maintenance/index.ts';
import { BlobStoreError } from '#ports/blob-store.ts';

/** Milliseconds between two checks whether uploads to the draining store have ended. */
const uploadsEveryMs = 2_000;

export interface BlobMoveOptions {
  readonly config: Config;
  readonly to: 's3' | 'disk';
  /** Moves the blobs of retired stores to the trash of these stores at the end. */
  readonly removeSource: boolean;
  /** The draining store is gone for good: rows are updated where the active store has their bytes intact. */
  readonly sourceGone: boolean;
  readonly onProgress: (progress: MigrationProgress) => void;
  /** Receives a sentence about what is waited for. */
  readonly onWait: (sentence: string) => void;
}

export interface BlobMoveReport extends MigrationProgress {
  /** Source and target, without keys. */
  readonly from: string;
  readonly to: string;
  /** Blobs that could not be migrated. Their rows keep the draining store, which is not retired then. */
  readonly damaged: readonly DamagedBlob[];
  /** With `removeSource`: blobs that remain in retired stores; undefined where nothing was removed. */
  readonly left: number | undefined;
}

/** `same`: everything is there already. `refused`: nothing was changed. `interrupted`: calling it again continues. */
export type BlobMoveFault = 'same' | 'refused' | 'interrupted';

/** Thrown where a migration ends without success. Its message is a sentence. */
export class BlobMoveError extends Error {
  override readonly name = 'BlobMoveError';
  readonly code: BlobMoveFault;

  constructor(code: BlobMoveFault, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.code = code;
  }
}

interface Opened {
  readonly db: Db;
  readonly storage: OpenedStorage;
  readonly node: string;
  readonly close: () => Promise<void>;
}

const openIn = async (config: Config, dataDir: string): Promise<Opened> => {
  const none = new ConfigError(`Nothing is installed in ${dataDir}.`);
  if (existsSync(join(dataDir, restoringFile)))
    throw new ConfigError(`A restore into ${dataDir} has not ended; run holdall restore again.`);
  const sealer = openSealer(config, dataDir);
  const choice = choiceOf(chosenDatabase(config, dataDir, sealer).place, dataDir);
  // Opening a file of SQLite's that is not there would make it.
  if (choice.kind === 'sqlite' && !existsSync(choice.path)) throw none;
  const db = openDatabase(choice.kind === 'sqlite' ? choice : { ...choice, onIdleError: () => undefined });
  const close = (): Promise<void> => db.destroy();
  try {
    const applied = await appliedMigrations(db);
    if (applied.length === 0) throw none;
    if (!applied.some((name) => name.startsWith('0026')))
      throw new ConfigError(
        'The database is one of an older version: start the server of this version once, then migrate the files.',
      );
    const node = openNodeId(join(dataDir, 'node-id'));
    const { allowedPrivateHosts } = config;
    const operator = objectStorageOf(config);
    const storage = await openInstalledStorage({ db, sealer, dataDir, node, operator, allowedPrivateHosts });
    return { db, storage, node, close };
  } catch (error) {
    await close();
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`The installation in ${dataDir} cannot be opened: ${reasonOf(error)}.`);
  }
};

/** Opens an installation in this process, whether servers run or not. @throws ConfigError */
const openBeside = async (config: Config): Promise<Opened> => {
  if (!existsSync(config.dataDir)) throw new ConfigError(`Nothing is installed in ${config.dataDir}.`);
  const dataDir = openDataDir(config.dataDir);
  const letGo = useDatabase(dataDir);
  try {
    const opened = await openIn(config, dataDir);
    const close = async (): Promise<void> => {
      await opened.close();
      letGo();
    };
    return { ...opened, close };
  } catch (error) {
    letGo();
    throw error;
  }
};

/** Returns the target of the files. @throws BlobMoveError */
const targetOf = async ({ config, to }: BlobMoveOptions, { storage }: Opened): Promise<StoragePlace> => {
  if (to === 'disk') return { kind: 'disk' };
  const bucket = objectStorageOf(config);
  if (bucket !== undefined) return { kind: 's3', bucket };
  const [active] = await storage.stores.inUse();
  if (active?.place.kind === 's3') return active.place;
  throw new BlobMoveError(
    'refused',
    'Say which bucket: set HOLDALL_S3_BUCKET, HOLDALL_S3_ACCESS_KEY and HOLDALL_S3_SECRET_KEY (or HOLDALL_S3_SECRET_KEY_FILE), and where it is not Amazon’s HOLDALL_S3_ENDPOINT and HOLDALL_S3_REGION.',
  );
};

const tryTarget = async (to: StoragePlace, { storage }: Opened): Promise<void> => {
  if (to.kind === 'disk') {
    await storage.tryDisk().catch((cause: unknown) => {
      throw new BlobMoveError('refused', `The data directory cannot be written to: ${reasonOf(cause)}`, {
        cause,
      });
    });
  } else {
    const trial = await storage.tryObjectStorage(to.bucket);
    if (!trial.works)
      throw new BlobMoveError('refused', `${describePlace(to)} cannot be used. ${storageSentence(trial)}`);
  }
  if ((await storage.ownership.claim(await storage.openPlace(to))) !== 'own')
    throw new BlobMoveError('refused', refusedPlace(to));
};

/** Tells whether the active store is in the target already, under another name. */
const isRenamed = async (to: StoragePlace, { storage }: Opened): Promise<boolean> => {
  const [active] = await storage.stores.inUse();
  if (active === undefined) return false;
  try {
    return await isOneStore(await storage.openPlace(to), active.blobs);
  } catch (cause) {
    if (!(cause instanceof BlobStoreError)) throw cause;
    throw new BlobMoveError('refused', `${describePlace(active.place)} cannot be reached: ${cause.message}`, {
      cause,
    });
  }
};

/** Directs new bytes to the target, unless they go there already. */
const choose = async (options: BlobMoveOptions, opened: Opened): Promise<StoragePlace> => {
  const { db, storage, node } = opened;
  const to = await targetOf(options, opened);
  const place = await storage.stores.place();
  if (isSamePlace(place, to)) return to;
  const hosts = to.kind === 'disk' ? await listOtherHosts(db, node) : [];
  if (hosts.length > 0)
    throw new BlobMoveError(
      'refused',
      `A disk is one server’s, and this data directory is not that of the server that runs on ${hosts.join(', ')}. Stop all servers but the one of this data directory (one that was killed counts as running for half a minute).`,
    );
  await tryTarget(to, opened);
  const isSame = !options.sourceGone && (await isRenamed(to, opened));
  await inTransaction(db, (trx) => storage.choose(trx, { to, node, keepKeys: true, isSame }));
  await storage.stores.refresh();
  if (isSame)
    throw new BlobMoveError(
      'same',
      `Files are in ${describePlace(to)} already: it is the same storage under another name, which is recorded from now on.`,
    );
  return to;
};

/** Migrates everything out of a store, and retires it. @returns blobs that keep it from being retired */
const drain = async (
  from: OpenedStore,
  options: BlobMoveOptions,
  { db, storage }: Opened,
): Promise<MigrationResult> => {
  const { sourceGone, onProgress, onWait } = options;
  if (sourceGone) await forgetUploadsIn(db, from.id);
  const [active] = await storage.stores.inUse();
  if (active === undefined) throw new Error('There is no active store.');
  const { id: to, blobs } = active;
  const stores = { from: sourceGone ? undefined : from.blobs, to: blobs };
  const total = { moved: 0, bytes: 0 };
  for (;;) {
    const done = await migrateRows({
      db,
      stores,
      from: from.id,
      to,
      onProgress: ({ moved, bytes }) =>
        onProgress({ moved: total.moved + moved, bytes: total.bytes + bytes }),
    });
    total.moved += done.moved;
    total.bytes += done.bytes;
    const { damaged } = done;
    if (damaged.length > 0 || (await retireStore(db, from.id))) return { ...total, damaged };
    const uploads = await countUploadsIn(db, from.id);
    if (uploads > 0) onWait(`Waiting for ${uploads === 1 ? 'an upload' : `${uploads} uploads`} under way.`);
    await delay(uploadsEveryMs);
  }
};

/** Moves the blobs of a retired store to its trash. @returns how many came since, and stay */
const empty = async ({ id, blobs, place }: OpenedStore, { db, storage }: Opened): Promise<number> => {
  if ((await storage.ownership.confirm(blobs)) !== 'own')
    throw new BlobMoveError(
      'refused',
      `${describePlace(place)} is not this installation’s: run the command without --remove-source.`,
    );
  const began = Date.now();
  let left = 0;
  for await (const { key, modifiedAt } of blobs.list()) {
    // It may be chosen again meanwhile, and take new bytes.
    if (modifiedAt >= began || !(await isRetired(db, id))) left += 1;
    else await blobs.trash(key);
  }
  return left;
};

const moveAll = async (options: BlobMoveOptions, opened: Opened): Promise<BlobMoveReport> => {
  const { stores } = opened.storage;
  const to = await choose(options, opened);
  const draining = (await stores.inUse()).filter(({ state }) => state === 'draining');
  const total = { moved: 0, bytes: 0, damaged: [] as DamagedBlob[] };
  for (const from of draining) {
    if (options.sourceGone && (await answers(from.blobs)))
      throw new BlobMoveError(
        'refused',
        `${describePlace(from.place)} can be reached: run the command without --source-gone.`,
      );
    const done = await drain(from, options, opened);
    total.moved += done.moved;
    total.bytes += done.bytes;
    total.damaged.push(...done.damaged);
  }
  await stores.refresh();
  const retired = options.removeSource && total.damaged.length === 0 ? await stores.retired() : [];
  const [source] = draining.length > 0 ? draining : retired;
  if (source === undefined) throw new BlobMoveError('same', `Files are in ${describePlace(to)} already.`);
  const names = { from: describePlace(source.place), to: describePlace(to) };
  let left = options.removeSource && total.damaged.length === 0 ? 0 : undefined;
  for (const store of retired) left = (left ?? 0) + (await empty(store, opened));
  return { ...names, ...total, left };
};

/**
 * Migrates all files to another store while servers run, and verifies each copy. The originals stay where they
 * are unless they are to be removed.
 *
 * @throws ConfigError, BlobMoveError
 */
export const migrateBlobs = async (options: BlobMoveOptions): Promise<BlobMoveReport> => {
  const opened = await openBeside(options.config);
  try {
    const report = await opened.storage.asOnlyMigration(() => moveAll(options, opened));
    if (report === undefined) throw new ConfigError('Another holdall migrate-blobs is at work.');
    return report;
  } catch (error) {
    if (error instanceof BlobMoveError || error instanceof ConfigError) throw error;
    if (error instanceof StoreUnavailableError)
      throw new BlobMoveError('refused', error.message, { cause: error });
    throw new BlobMoveError(
      'interrupted',
      `It stopped: ${reasonOf(error)}. Nothing is lost: each file is read from the storage that its row names. Run the same command again to go on.`,
      { cause: error },
    );
  } finally {
    await opened.close();
  }
};
