import { z } from 'zod';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { isPostgres } from '#db/item-set.ts';
import type { StorageMoveRow } from '#db/tables/storage.ts';
import {
  contextOf,
  type Settings,
  type SettingsInput,
  type SettingsService,
} from '#features/settings/index.ts';
import { bucketPlace, isSameBucket } from '#lib/bucket-place.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { type Sealer, UnsealableError } from '#ports/sealer.ts';
import { otherDisk, StorageRecordError } from './storage.errors.ts';
import { insertPlace, keepOnly, listPlaces } from './places.repo.ts';
import {
  findMove,
  findStorageRevision,
  hasBytes,
  insertMove,
  listOtherReaders,
  movedParts,
  type Reader,
  removeMove,
  removeMoves,
  removeReader,
  saveReader,
} from './storage.repo.ts';
import { describePlace, isSamePlace } from './storage.rules.ts';
import type { StorageMove, StoragePlace, StorageRecord } from './storage.types.ts';

/** Setting of the endpoint that an operator has named at the command line; it may have a private address. */
const trustedName = 'storage_trusted';
/** Setting of the server whose disk holds the files. */
const diskName = 'storage_node';
const sourceContext = 'storage_move';
/** The part of a finished move that removes the old copies. */
export const emptyingPart = 'emptying';

const sourceSchema = z.union([
  z.strictObject({ kind: z.literal('disk'), node: z.string() }),
  z.strictObject({
    kind: z.literal('s3'),
    /** JSON of the bucket and its keys. */
    sealed: z.string(),
  }),
]);
const bucketSchema = z.strictObject({
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  accessKey: z.string(),
  secretKey: z.string(),
  pathStyle: z.boolean(),
  prefix: z.string(),
  trusted: z.boolean(),
});

export interface MoveBeginning {
  readonly to: StoragePlace;
  /** The server that owns the disk, when files are on one. */
  readonly node: string;
  readonly automatic: boolean;
  /** True if the keys of the bucket are stored, sealed, for servers without them in their environment. */
  readonly keepKeys: boolean;
  /** The place is the current one under another name. */
  readonly isOne?: boolean;
  /** The old place is permanently gone: nothing is moved from it, and nothing in it is recorded any more. */
  readonly isGone?: boolean;
}

/** The database's record of where files are kept, which is the same for all servers of the installation. */
export interface StorageRecords {
  /** Reads the record. @throws StorageRecordError when the keys are missing or cannot be opened */
  read(): Promise<StorageRecord>;
  /** Reads the place alone, without its keys. */
  place(on?: Db): Promise<StoragePlace>;
  /** Returns a revision that changes whenever the record may have changed. */
  revision(): Promise<string>;
  /** Tells whether a move is running. */
  isMoving(on?: Db): Promise<boolean>;
  /** Tells whether an operator has named the endpoint, which may then have a private address. */
  isTrusted(endpoint: string): Promise<boolean>;
  /** Tells whether anything is stored: files, or pictures of people and of the application. */
  hasBytes(on?: Db): Promise<boolean>;
  /**
   * Records the place of files while there are none, with the settings that name it. Uploads that are
   * arriving move by themselves.
   */
  choose(trx: Trx, beginning: MoveBeginning, chosen: SettingsInput): Promise<void>;
  /** Directs new files to another place, and begins to move the existing ones there. */
  begin(beginning: MoveBeginning): Promise<StorageRecord>;
  /** Refuses from now on to record bytes in the old place of the move. */
  close(move: StorageMove): Promise<void>;
  /** Records that a server's disk holds the files, when they are on a disk. */
  takeDisk(trx: Trx, node: string): Promise<void>;
  /** Records the end of a move. @returns false when it was ended before */
  end(move: StorageMove): Promise<boolean>;
  /** Records the move that a server acts on; empty: none. */
  tell(node: string, moveId: string): Promise<void>;
  /** Deletes the record of a server that shuts down. */
  leave(node: string): Promise<void>;
  /** Lists servers that act on another move, or did when they were killed. */
  others(moveId: string): Promise<readonly Reader[]>;
}

export interface RecordDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly settings: SettingsService;
  /** The bucket of the operator's configuration. */
  readonly operator: ObjectStorage | undefined;
}

const unreadable = (bucket: string): StorageRecordError =>
  new StorageRecordError(
    `Files are kept in the bucket ${bucket}, whose secret key cannot be opened with this server's secret key. Bring back the key (secret.key, or HOLDALL_SECRET_KEY), or set HOLDALL_S3_BUCKET, HOLDALL_S3_ACCESS_KEY and HOLDALL_S3_SECRET_KEY.`,
  );
const keyless = (bucket: string): StorageRecordError =>
  new StorageRecordError(
    `Files are kept in the bucket ${bucket}, but its keys are not there. Set HOLDALL_S3_BUCKET, HOLDALL_S3_ACCESS_KEY and HOLDALL_S3_SECRET_KEY, with the endpoint and the prefix as they were.`,
  );

export const createStorageRecords = ({
  db,
  clock,
  sealer,
  settings,
  operator,
}: RecordDeps): StorageRecords => {
  const opened = (sealed: string, context: string, bucket: string): string => {
    try {
      return sealer.open(sealed, context);
    } catch (error) {
      if (error instanceof UnsealableError) throw unreadable(bucket);
      throw error;
    }
  };
  /** The operator's keys take precedence. */
  const withKeys = (bucket: ObjectStorage, secretKey: () => string): StoragePlace => {
    if (operator !== undefined && isSameBucket(operator, bucket)) return { kind: 's3', bucket: operator };
    if (bucket.accessKey === '') throw keyless(bucket.bucket);
    return { kind: 's3', bucket: { ...bucket, secretKey: secretKey() } };
  };

  /** Reads the place that the settings name, without its keys. */
  const named = async (on: Db): Promise<{ place: StoragePlace; kept: Settings }> => {
    const kept = await settings.current(on);
    if (kept.storage_driver === 'disk') return { place: { kind: 'disk' }, kept };
    const place = bucketPlace({
      endpoint: kept.s3_endpoint === '' ? undefined : kept.s3_endpoint,
      region: kept.s3_region,
      bucket: kept.s3_bucket,
      pathStyle: kept.s3_path_style ?? undefined,
    });
    const bucket = {
      ...place,
      accessKey: kept.s3_access_key,
      secretKey: '',
      prefix: kept.s3_prefix,
      trusted: (await settings.internalValue(trustedName, on)) === place.endpoint,
    };
    return { place: { kind: 's3', bucket }, kept };
  };
  const placeNow = async (on: Db): Promise<StoragePlace> => {
    const { place, kept } = await named(on);
    if (place.kind === 'disk') return place;
    return withKeys(place.bucket, () => {
      if (kept.s3_secret_key === '') throw keyless(place.bucket.bucket);
      return opened(kept.s3_secret_key, contextOf('s3_secret_key'), place.bucket.bucket);
    });
  };

  /** SQLite's file lies on the disk itself, and has a single server. */
  const diskOf = async (on: Db, place: StoragePlace): Promise<string | undefined> =>
    place.kind === 'disk' && isPostgres(on) ? settings.internalValue(diskName, on) : undefined;

  const moveOf = (row: StorageMoveRow): StorageMove => {
    const source = sourceSchema.parse(JSON.parse(row.source));
    const fromBucket = (sealed: string): StoragePlace => {
      const bucket = bucketSchema.parse(JSON.parse(opened(sealed, sourceContext, 'that is left')));
      return withKeys(bucket, () => bucket.secretKey);
    };
    return {
      id: row.id,
      from: source.kind === 'disk' ? { kind: 'disk' } : fromBucket(source.sealed),
      node: source.kind === 'disk' ? source.node : '',
      automatic: row.automatic === 1,
      emptying: row.part === emptyingPart,
      startedAt: row.created_at,
    };
  };

  const readOn = async (on: Db): Promise<StorageRecord> => {
    const place = await placeNow(on);
    const row = await findMove(on);
    const ids = await listPlaces(on);
    const placeId = row?.id ?? ids.at(-1) ?? '';
    const formerIds = row === undefined ? [] : ids.filter((id) => id !== placeId);
    return { place, diskOf: await diskOf(on, place), move: row && moveOf(row), placeId, formerIds };
  };
  const read = async (): Promise<StorageRecord> => {
    for (;;) {
      const before = await findStorageRevision(db);
      const record = await readOn(db);
      // The record has changed meanwhile, and half of this one would be old.
      if ((await findStorageRevision(db)) === before) return record;
    }
  };

  const sourceOf = (from: StoragePlace, node: string): string =>
    JSON.stringify(
      from.kind === 'disk'
        ? { kind: 'disk', node }
        : { kind: 's3', sealed: sealer.seal(JSON.stringify(from.bucket), sourceContext) },
    );

  const valuesOf = (place: StoragePlace, keepKeys: boolean): SettingsInput => {
    if (place.kind === 'disk') return { storage_driver: 'disk' };
    const { endpoint, region, bucket, accessKey, secretKey, pathStyle, prefix } = place.bucket;
    return {
      storage_driver: 's3',
      s3_endpoint: endpoint,
      s3_region: region,
      s3_bucket: bucket,
      s3_access_key: keepKeys ? accessKey : '',
      s3_secret_key: keepKeys ? secretKey : '',
      s3_path_style: pathStyle,
      s3_prefix: prefix,
    };
  };

  const write = async (
    trx: Trx,
    { to, node, automatic, isOne = false, isGone = false }: MoveBeginning,
    chosen: SettingsInput,
  ): Promise<void> => {
    // This comes first: every other change waits until this one has ended.
    await settings.countChange(trx);
    const isSame = isOne || isSamePlace((await named(trx)).place, to);
    // Lost keys must not prevent choosing others.
    const known = isSame || isGone ? undefined : await readOn(trx);
    if (known?.diskOf !== undefined && known.diskOf !== node && (await hasBytes(trx)))
      throw otherDisk(known.diskOf, node);
    await settings.save(trx, chosen);
    if (to.kind === 's3' && to.bucket.trusted)
      await settings.saveInternalValue(trx, trustedName, to.bucket.endpoint);
    if (isSame) return;
    if (to.kind === 'disk') await settings.saveInternalValue(trx, diskName, node);
    const now = clock.now();
    const id = createId(now);
    if (known === undefined) {
      await removeMoves(trx);
      await insertPlace(trx, id);
      await keepOnly(trx, id);
      return;
    }
    const { place, move } = known;
    const isBack =
      move !== undefined && isSamePlace(move.from, to) && (to.kind !== 'disk' || move.node === node);
    // Blobs may be removed from an old place until the very end of the move.
    if (move !== undefined && move.emptying === isBack)
      throw new StorageRecordError(
        `Files are on their way from ${describePlace(move.from)} to ${describePlace(place)}. End that first: run holdall migrate-blobs --to ${place.kind}.`,
      );
    await removeMoves(trx);
    await insertPlace(trx, id);
    await insertMove(trx, {
      id,
      source: sourceOf(place, node),
      automatic: automatic ? 1 : 0,
      part: movedParts[0],
      after: '',
      moved: 0,
      bytes: 0,
      created_at: now,
    });
  };

  return {
    read,
    place: async (on = db) => (await named(on)).place,
    isMoving: async (on = db) => {
      const row = await findMove(on);
      return row !== undefined && row.part !== emptyingPart;
    },
    isTrusted: async (endpoint) => (await settings.internalValue(trustedName)) === endpoint,
    revision: () => findStorageRevision(db),
    hasBytes: (on = db) => hasBytes(on),
    choose: (trx, beginning, chosen) => write(trx, beginning, chosen),
    begin: async (beginning) => {
      await inTransaction(db, (trx) => write(trx, beginning, valuesOf(beginning.to, beginning.keepKeys)));
      return read();
    },
    tell: (node, moveId) => saveReader(db, { node, move_id: moveId }),
    leave: (node) => removeReader(db, node),
    others: (moveId) => listOtherReaders(db, moveId),
    close: (move) =>
      inTransaction(db, async (trx) => {
        await settings.countChange(trx);
        if ((await findMove(trx))?.id !== move.id)
          throw new StorageRecordError('The move was ended by somebody else.');
        await keepOnly(trx, move.id);
      }),
    takeDisk: async (trx, node) => {
      const { place } = await named(trx);
      const known = await diskOf(trx, place);
      if (place.kind !== 'disk' || known === node) return;
      if (known !== undefined && (await hasBytes(trx))) throw otherDisk(known, node);
      // A server that took the disk for its own checks the record, and stops.
      await settings.countChange(trx);
      await settings.saveInternalValue(trx, diskName, node);
    },
    end: ({ id }) =>
      inTransaction(db, async (trx) => {
        await settings.countChange(trx);
        return removeMove(trx, id);
      }),
  };
};
