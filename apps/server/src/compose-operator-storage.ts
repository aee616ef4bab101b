import { ConfigError } from '#config/load.ts';
import type { Db } from '#db/database.ts';
import {
  answers,
  describePlace,
  expectOnDisk,
  isOneStore,
  isSamePlace,
  listSomeKeys,
  type Ownership,
  refusedPlace,
  type StoragePlace,
  type StorageRecord,
  StorageRecordError,
  type StorageRecords,
} from '#features/storage/index.ts';
import { type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';

/** Finds out what has become of a place: it is the operator's bucket by another name, or unreachable. */
const fateOf = async (
  place: StoragePlace,
  { operator, open }: OperatorBucketOptions,
): Promise<{ isOne: boolean; isGone: boolean }> => {
  if (place.kind === 'disk') return { isOne: false, isGone: false };
  const { accessKey, secretKey } = place.bucket.secretKey === '' ? operator : place.bucket;
  const named = await open({ kind: 's3', bucket: { ...place.bucket, accessKey, secretKey } });
  if (!(await answers(named))) return { isOne: false, isGone: true };
  return { isOne: await isOneStore(await open({ kind: 's3', bucket: operator }), named), isGone: false };
};

/** Tells whether a place holds the blobs on record, by the oldest and the newest of them. */
const holdsAll = async (place: BlobStore, db: Db): Promise<boolean> => {
  for (const key of await listSomeKeys(db))
    if ((await place.size(normaliseKey(key))) === undefined) return false;
  return true;
};

/** Returns the record, unless the keys of a bucket are unavailable. */
const readable = async (records: StorageRecords): Promise<StorageRecord | undefined> => {
  try {
    return await records.read();
  } catch (error) {
    if (error instanceof StorageRecordError) return undefined;
    throw error;
  }
};

export interface OperatorBucketOptions {
  readonly db: Db;
  readonly records: StorageRecords;
  readonly operator: ObjectStorage;
  /** Names this server. */
  readonly node: string;
  /** Machines of other servers that run. */
  readonly others: () => Promise<readonly string[]>;
  readonly ownership: Ownership;
  readonly open: (place: StoragePlace) => Promise<OwnedBlobStore>;
  /** Receives a sentence that needs the operator's attention. */
  readonly warn: (sentence: string) => void;
}

/**
 * Switches files to the bucket of the operator's configuration.
 *
 * @throws ConfigError, StorageRecordError, BlobStoreError
 */
export const switchToOperatorBucket = async (options: OperatorBucketOptions): Promise<void> => {
  const { db, records, operator, node, others, ownership, open, warn } = options;
  const to = { kind: 's3', bucket: operator } as const;
  const known = await readable(records);
  const place = known?.place ?? (await records.place());
  if (!isSamePlace(place, to)) {
    const leaving = known?.move;
    if (leaving !== undefined && !leaving.automatic && isSamePlace(leaving.from, to)) {
      warn(
        `Files are being moved from ${describePlace(to)} to ${describePlace(place)}. Take HOLDALL_S3_… out of the configuration before that has ended, or the next start goes back.`,
      );
      return;
    }
    const hosts = await others();
    if (hosts.length > 0)
      throw new ConfigError(
        `Files are kept in ${describePlace(place)}, and HOLDALL_S3_… names ${describePlace(to)}. The servers that run (${[...new Set(hosts)].join(', ')}) would not find what is kept there: stop them first, then start all of them with the same HOLDALL_S3_….`,
      );
    if (known !== undefined) await expectOnDisk({ db, node, open: () => open(place) }, known);
    if ((await ownership.claim(await open(to))) !== 'own') throw new ConfigError(refusedPlace(to));
    const fate = await fateOf(place, options);
    // Another migration in progress may have left files in its source, too.
    const isLeft = (await records.hasBytes()) && (await records.isMoving());
    if (fate.isGone && (isLeft || !(await holdsAll(await open(to), db))))
      throw new ConfigError(
        `Files are kept in ${describePlace(place)}, which cannot be reached, and not all of them are in ${describePlace(to)}, which HOLDALL_S3_… names. Bring it back, or copy what was in it to there.`,
      );
    // The operator's keys are not stored in the database, where others could read them.
    await records.begin({ to, node, automatic: !(await records.hasBytes()), keepKeys: false, ...fate });
  }
  const { move } = await records.read();
  if (move !== undefined && !move.automatic && !move.emptying)
    warn(
      `Files are still in ${describePlace(move.from)}, and are read from there. Run \`holdall migrate-blobs --to s3\` to move them.`,
    );
};
