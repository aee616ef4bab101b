import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockFolder } from '#adapters/folder-lock.ts';
import { openNodeId } from '#adapters/node-id.ts';
import { useDatabase } from '#compose-database-lock.ts';
import { choiceOf, openSealer } from '#compose-databases.ts';
import { openInstalledStorage, type OpenedStorage, waitForServers } from '#compose-storage.ts';
import { openDataDir, reasonOf } from '#config/data-dir.ts';
import { chosenDatabase } from '#config/database-choice.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import type { Db } from '#db/database.ts';
import { openDatabase } from '#db/open-database.ts';
import { appliedMigrations } from '#db/schema-version.ts';
import {
  answers,
  asOnlyMover,
  createGoneStore,
  createMover,
  type DamagedBlob,
  describePlace,
  expectOnDisk,
  isOneStore,
  isSamePlace,
  type MoveProgress,
  OneStoreError,
  refusedPlace,
  type StorageMove,
  type StoragePlace,
  StorageRecordError,
  storageSentence,
} from '#features/storage/index.ts';
import { listOtherHosts } from '#features/nodes/index.ts';
import { restoringFile } from '#features/maintenance/index.ts';
import { BlobStoreError } from '#ports/blob-store.ts';
import { createIdleUploadLock } from '#features/uploads/index.ts';

/** Milliseconds without a heartbeat after which a server counts as killed. */
const graceMs = 20_000;
/** Milliseconds between two checks whether uploads to the old place have ended. */
const uploadsEveryMs = 2_000;

export interface BlobMoveOptions {
  readonly config: Config;
  readonly to: 's3' | 'disk';
  /** Removes the migrated blobs from the old place at the end. */
  readonly removeSource: boolean;
  /** The old place is gone for good: the migration ends with the blobs of the new one. */
  readonly sourceGone: boolean;
  readonly onProgress: (progress: MoveProgress) => void;
  /** Receives a sentence about what is waited for. */
  readonly onWait: (sentence: string) => void;
}

export interface BlobMoveReport extends MoveProgress {
  /** Source and target, without keys. */
  readonly from: string;
  readonly to: string;
  /** Blobs that could not be moved, and stay where they were: the migration has not ended then. */
  readonly damaged: readonly DamagedBlob[];
  /** With `removeSource`: blobs that remain in the old place; undefined where nothing was removed. */
  readonly left: number | undefined;
}

/** `same`: everything is there already. `refused`: nothing was changed. `interrupted`: calling it again continues. */
export type BlobMoveFault = 'same' | 'refused' | 'interrupted';

/** Files that could not be moved. Its message is a sentence. */
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
  const release = lockFolder(join(dataDir, 'move.lock'));
  if (release === undefined) throw new ConfigError('Another holdall migrate-blobs is at work here.');
  const db = openDatabase(choice.kind === 'sqlite' ? choice : { ...choice, onIdleError: () => undefined });
  const close = async (): Promise<void> => {
    await db.destroy();
    release();
  };
  try {
    const applied = await appliedMigrations(db);
    if (applied.length === 0) throw none;
    if (!applied.some((name) => name.startsWith('0017')))
      throw new ConfigError(
        'The database is one of an older version: start the server once, then move the files.',
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
  const { place } = await storage.records.read();
  if (place.kind === 's3') return place;
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

/** Tells whether the files are there already, under another name of the place. */
const isRenamed = async (to: StoragePlace, place: StoragePlace, { storage }: Opened): Promise<boolean> => {
  try {
    return await isOneStore(await storage.openPlace(to), await storage.openPlace(place));
  } catch (cause) {
    if (!(cause instanceof BlobStoreError)) throw cause;
    throw new BlobMoveError('refused', `${describePlace(place)} cannot be reached: ${cause.message}`, {
      cause,
    });
  }
};

const sameByName = (to: StoragePlace): BlobMoveError =>
  new BlobMoveError(
    'same',
    `Files are in ${describePlace(to)} already: it is the same place under another name, by which it is called from now on.`,
  );

/** Begins the migration, or continues the one in progress. */
const begin = async (options: BlobMoveOptions, opened: Opened): Promise<StorageMove> => {
  const { db, storage, node } = opened;
  const { records } = storage;
  const to = await targetOf(options, opened);
  const known = await records.read();
  const { place, move } = known;
  if (isSamePlace(place, to)) {
    if (move === undefined) throw new BlobMoveError('same', `Files are in ${describePlace(to)} already.`);
    return move;
  }
  await expectOnDisk({ db, node, open: () => storage.openPlace(place) }, known);
  const hosts = to.kind === 'disk' ? await listOtherHosts(db, node) : [];
  if (hosts.length > 0)
    throw new BlobMoveError(
      'refused',
      `A disk is one server’s, and this data directory is not that of the server that runs on ${hosts.join(', ')}. Stop all servers but the one of this data directory (one that was killed counts as running for half a minute).`,
    );
  await tryTarget(to, opened);
  const isOne = !options.sourceGone && (await isRenamed(to, place, opened));
  const record = await records.begin({ to, node, automatic: false, keepKeys: true, isOne });
  if (isOne) throw sameByName(to);
  if (record.move === undefined)
    throw new BlobMoveError('same', `Files are in ${describePlace(to)} already.`);
  return record.move;
};

const nobodyElse = async (
  move: StorageMove,
  { storage }: Opened,
  { onWait }: BlobMoveOptions,
): Promise<void> => {
  await waitForServers(() => storage.records.others(move.id), {
    graceMs,
    onWait: (servers) =>
      onWait(`Waiting for ${servers === 1 ? 'a server' : `${servers} servers`} to write to the new place.`),
  });
};

const moveAll = async (
  options: BlobMoveOptions,
  opened: Opened,
  move: StorageMove,
): Promise<BlobMoveReport> => {
  const { db, storage } = opened;
  const { place } = await storage.records.read();
  const both = await storage.openMove();
  if (options.sourceGone && (await answers(both.from)))
    throw new BlobMoveError(
      'refused',
      `${describePlace(move.from)} can be reached: run the command without --source-gone.`,
    );
  const stores = options.sourceGone ? { to: both.to, from: createGoneStore() } : both;
  const names = { from: describePlace(move.from), to: describePlace(place) };
  const { onProgress, onWait, removeSource } = options;
  const source = await storage.openPlace(move.from);
  const ownsSource = async (): Promise<boolean> =>
    (await storage.ownership.confirm(source)) === 'own' &&
    (await storage.foreignHeartbeatAt(source)) === undefined;
  if (removeSource && !(await ownsSource()))
    throw new BlobMoveError(
      'refused',
      `${describePlace(move.from)} is not this installation’s alone (another one’s, or a server with a copy of this database used it within a day): run the command without --remove-source.`,
    );
  const mover = createMover({
    db,
    stores,
    lockIdleUpload: createIdleUploadLock(db),
    moveId: move.id,
    onProgress,
  });
  const report = (damaged: readonly DamagedBlob[], left?: number): BlobMoveReport => {
    const { moved, bytes } = mover.progress();
    return { ...names, moved, bytes, damaged, left };
  };
  if (!move.emptying) {
    await mover.walk();
    await nobodyElse(move, opened, options);
    const nothingComing = async (): Promise<void> => {
      for (;;) {
        const coming = await mover.moveUploads();
        if (coming === 0) return;
        onWait(`Waiting for ${coming === 1 ? 'an upload' : `${coming} uploads`} under way.`);
        await delay(uploadsEveryMs);
      }
    };
    await nothingComing();
    await mover.catchUp();
    await storage.records.close(move);
    await nothingComing();
    // Blobs on record by now are all that there will be.
    const { damaged } = await mover.catchUp();
    if (damaged.length > 0) return report(damaged);
  }
  const left = removeSource ? await mover.empty(ownsSource) : undefined;
  if (!(await storage.records.end(move))) throw new Error('The move was ended by somebody else');
  return report([], left);
};

/** A migration between two names of one place ends with nothing moved. */
const moveApart: typeof moveAll = async (options, opened, move) => {
  try {
    return await moveAll(options, opened, move);
  } catch (error) {
    if (!(error instanceof OneStoreError)) throw error;
    const { records } = opened.storage;
    await records.end(move);
    throw sameByName(await records.place());
  }
};

/**
 * Moves everything to another storage while servers run, and compares what has come. What was moved stays where it
 * was unless it is to be removed.
 *
 * @throws ConfigError, BlobMoveError
 */
export const migrateBlobs = async (options: BlobMoveOptions): Promise<BlobMoveReport> => {
  const opened = await openBeside(options.config);
  try {
    const report = await asOnlyMover(opened.db, async () =>
      moveApart(options, opened, await begin(options, opened)),
    );
    if (report === undefined)
      throw new ConfigError('Another holdall migrate-blobs is at work, at another server.');
    return report;
  } catch (error) {
    if (error instanceof BlobMoveError || error instanceof ConfigError) throw error;
    if (error instanceof StorageRecordError)
      throw new BlobMoveError('refused', error.message, { cause: error });
    throw new BlobMoveError(
      'interrupted',
      `It stopped: ${reasonOf(error)}. Nothing is lost: files are read from both places. Run the same command again to go on.`,
      { cause: error },
    );
  } finally {
    await opened.close();
  }
};
