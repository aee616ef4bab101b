import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { areRowsMissing } from '#features/uploads/index.ts';
import { inBatches } from '#lib/concurrency/in-batches.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import type { OpenedStore, StoreOwnership, Stores } from '#features/storage/index.ts';
import { type BlobKey, normaliseKey, type StoredEntry } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import {
  claimedOf,
  countBlobs,
  eachBlob,
  eachImage,
  eachThumbnail,
  findShowing,
  forgetThumbnails,
  hasBlob,
  hasImages,
  openOf,
  type ImagesOnRecord,
} from './blob-rows.repo.ts';
import type { BlobVerifier } from './blob-verifier.service.ts';
import type { BlobOnRecord } from './damage.types.ts';
import { eachDamagedBlob } from './damage.repo.ts';
import type { Check } from './doctor.types.ts';

/** Blobs that are looked up in the store at once. */
const askedAtOnce = 16;
/** Blobs that are read at once. */
const readAtOnce = 4;
/** Keys that are compared with the database at once. */
const batchSize = 500;
/** Milliseconds after which bytes without rows cannot belong to an upload that is just ending. */
export const settledAfter = 24 * 60 * 60 * 1000;

export interface BlobChecksDeps {
  readonly db: Db;
  readonly stores: Stores;
  /** Lists the sizes of blobs in the stores, if they can. @param onListed receives the number of objects listed so far */
  readonly listed: (onListed: (listed: number) => void) => Promise<ReadonlyMap<string, number>>;
  readonly cleanable: StoreOwnership['cleanable'];
  readonly clock: Clock;
  readonly verifier: BlobVerifier;
  /** True if nothing else uses the installation, so that the store does not change meanwhile. */
  readonly alone: boolean;
}

/** The name of a blob in the listing of all stores. */
const listedName = ({ store_id: id, key }: Pick<ImagesOnRecord, 'store_id' | 'key'>): string =>
  `${id}/${key}`;

/**
 * Creates a cached listing of the stores, because looking up each blob would be a call each. Blobs that it lacks are
 * looked up.
 */
export const createListed = (stores: Pick<Stores, 'inUse'>): BlobChecksDeps['listed'] => {
  const list = async (onListed: (listed: number) => void): Promise<Map<string, number>> => {
    const sizes = new Map<string, number>();
    let listedCount = 0;
    for (const { id, blobs } of await stores.inUse())
      for await (const { key, size } of blobs.list()) {
        onListed((listedCount += 1));
        if (size !== undefined) sizes.set(listedName({ store_id: id, key }), size);
      }
    return sizes;
  };
  let listing: Promise<Map<string, number>> | undefined;
  return (onListed) => (listing ??= list(onListed));
};

/** Returns a phrase for people that names the file of a blob. */
const nameBlob = async (db: Db, { id, key }: BlobOnRecord): Promise<string> => {
  const shown = await findShowing(db, id);
  return shown === undefined
    ? `the blob ${key}, which no file shows`
    : `“${shown.name}” of ${shown.email} (blob ${key})`;
};

/** Puts bytes back that lie in the trash of their store, where a copy of this database may have removed them. */
const putBack = (
  { stores }: BlobChecksDeps,
  row: Pick<ImagesOnRecord, 'store_id' | 'key'>,
): Promise<boolean> => stores.get(row.store_id).untrash(normaliseKey(row.key));

/** Checks that every file's bytes exist in full length. */
export const checkBlobs =
  (deps: BlobChecksDeps): Check =>
  async ({ expect, advance, list, fault, repairedOne, repair }) => {
    const { db, stores, listed, verifier } = deps;
    expect(await countBlobs(db));
    const slot = createSemaphore(askedAtOnce);
    const sizes = await listed(list);
    const ask = async (row: BlobOnRecord): Promise<void> => {
      advance();
      if (sizes.get(listedName(row)) === row.size) return;
      const size = await stores.get(row.store_id).size(normaliseKey(row.key));
      // It may have been collected since it was listed.
      if (size === row.size || !(await hasBlob(db, row.id))) return;
      const whose = await nameBlob(db, row);
      fault(
        size === undefined
          ? `The bytes are missing of ${whose}.`
          : `${size} bytes are there instead of ${row.size} of ${whose}.`,
      );
      if (repair && size === undefined && (await putBack(deps, row))) repairedOne();
      await verifier.record(row, await verifier.examine(row));
    };
    for await (const rows of eachBlob(db)) await Promise.all(rows.map((row) => slot(() => ask(row))));
  };

/** Returns the minimum length of the bytes of an image. */
const lengthOf = ({ spans: text }: ImagesOnRecord): number => {
  const spans = JSON.parse(text) as Record<string, { start?: unknown; length?: unknown } | undefined>;
  return Math.max(
    0,
    ...Object.values(spans).map((span) => Number(span?.start ?? 0) + Number(span?.length ?? 0)),
  );
};

/** Checks that the bytes of thumbnails, avatars and the application's images exist. Thumbnails can be made again. */
export const checkImages =
  (deps: BlobChecksDeps): Check =>
  async ({ advance, list, fault, repairedOne, repair }) => {
    const { db, stores, listed } = deps;
    const slot = createSemaphore(askedAtOnce);
    const sizes = await listed(list);
    const isMissing = async (row: ImagesOnRecord): Promise<boolean> => {
      advance();
      if ((sizes.get(listedName(row)) ?? -1) >= lengthOf(row)) return false;
      const size = await stores.get(row.store_id).size(normaliseKey(row.key));
      return (size === undefined || size < lengthOf(row)) && (await hasImages(db, row.key));
    };
    for await (const rows of eachThumbnail(db)) {
      const missing = await Promise.all(rows.map((row) => slot(() => isMissing(row))));
      for (const row of rows.filter((_, index) => missing[index])) {
        fault(`The thumbnails ${row.key} are missing.`);
        if (!repair) continue;
        await inTransaction(db, (trx) => forgetThumbnails(trx, [row.id]));
        repairedOne();
      }
    }
    for await (const rows of eachImage(db)) {
      const missing = await Promise.all(rows.map((row) => slot(() => isMissing(row))));
      for (const row of rows.filter((_, index) => missing[index])) {
        fault(`The avatar or image ${row.key} is missing. Upload it again.`);
        if (repair && (await putBack(deps, row))) repairedOne();
      }
    }
  };

/** Bytes of one kind in a store, and how those that nothing refers to are removed. */
interface ListedBytes {
  readonly list: () => AsyncIterable<StoredEntry>;
  readonly drop: (key: BlobKey) => Promise<void>;
  readonly called: 'blob' | 'staged upload';
  /** Milliseconds since 1970: only bytes that came in between count. */
  readonly from: number;
  readonly to: number;
  readonly neededOf: typeof claimedOf;
}

/** @param settled bytes that came later may belong to an upload that is just ending, unless nothing else runs */
const kindsIn = ({ blobs }: OpenedStore, settled: number, alone: boolean): readonly ListedBytes[] => {
  const staged = {
    list: () => blobs.listStaged(),
    drop: (key: BlobKey) => blobs.discard(key),
    called: 'staged upload',
  } as const;
  return [
    {
      list: () => blobs.list(),
      drop: (key) => blobs.trash(key),
      called: 'blob',
      from: Number.NEGATIVE_INFINITY,
      to: alone ? Number.POSITIVE_INFINITY : settled,
      neededOf: claimedOf,
    },
    // A published blob needs no staged bytes, unless they are still being copied.
    { ...staged, from: Number.NEGATIVE_INFINITY, to: settled, neededOf: openOf },
    ...(alone ? [{ ...staged, from: settled, to: Number.POSITIVE_INFINITY, neededOf: claimedOf }] : []),
  ];
};

/**
 * Checks for orphaned bytes, which only waste space unless they belong to another installation. The server removes
 * them itself, unless there are so many that rows must have been lost.
 */
export const checkOrphans =
  ({ db, stores, cleanable, clock, alone }: BlobChecksDeps): Check =>
  async ({ expect, advance, fault, repairedOne, soften, repair: isAsked }) => {
    const published = { listed: 0, orphans: 0 };
    // Thumbnails and staged uploads add to it.
    expect(await countBlobs(db));
    const { stores: own, blockedReason: why } = await cleanable();
    if (why !== undefined) fault(why);
    const settled = clock.now() - settledAfter;
    const inUse = await stores.inUse();
    for (const { list, drop, called, from, to, neededOf, repair } of inUse.flatMap((store) =>
      kindsIn(store, settled, alone).map((kind) => ({
        ...kind,
        repair: isAsked && own.some(({ id }) => id === store.id),
      })),
    )) {
      const found = async function* (): AsyncGenerator<BlobKey> {
        for await (const { key, modifiedAt } of list()) {
          if (modifiedAt < from || modifiedAt >= to) continue;
          advance();
          if (called === 'blob') published.listed += 1;
          yield key;
        }
      };
      for await (const keys of inBatches(found(), batchSize)) {
        const claimed = await neededOf(db, keys);
        for (const key of keys.filter((one) => !claimed.has(one))) {
          fault(`Nothing refers to the ${called} ${key}.`);
          if (called === 'blob') published.orphans += 1;
          if (!repair) continue;
          await drop(key);
          repairedOne();
        }
      }
    }
    if (why === undefined && !areRowsMissing(published.orphans, published.listed)) soften();
  };

/**
 * Verifies the checksums of files, including all that are marked as damaged. The results are recorded at the files:
 * downloads of damaged ones are refused, and repaired ones are allowed again.
 */
export const checkContent =
  ({ db, verifier }: BlobChecksDeps, percent: number, random: () => number = Math.random): Check =>
  async ({ advance, fault }) => {
    const slot = createSemaphore(readAtOnce);
    const read = async (row: BlobOnRecord): Promise<void> => {
      const state = await verifier.examine(row);
      await verifier.record(row, state);
      // Missing bytes are found by another check.
      if (state === 'missing') return;
      advance();
      if (state === 'altered')
        fault(`The bytes are not what was stored of ${await nameBlob(db, row)}. Restore them from a backup.`);
    };
    const readAll = async (pages: AsyncIterable<readonly BlobOnRecord[]>): Promise<void> => {
      for await (const rows of pages) await Promise.all(rows.map((row) => slot(() => read(row))));
    };
    const chosen = async function* (): AsyncGenerator<BlobOnRecord[]> {
      for await (const rows of eachBlob(db))
        yield rows.filter((row) => row.damaged_at !== null || random() * 100 < percent);
    };
    await readAll(percent === 0 ? eachDamagedBlob(db) : chosen());
  };
