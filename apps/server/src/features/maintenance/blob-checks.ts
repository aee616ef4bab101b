import { sizesOfBlobBytes } from '#db/blob-bytes.ts';
import { findShowing } from '#db/blob-references.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import type { StoreOwnership, Stores } from '#features/storage/index.ts';
import { BlobStoreError, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import {
  countBlobs,
  eachBlob,
  eachImage,
  eachThumbnail,
  forgetThumbnails,
  hasBlob,
  hasImages,
  type ImagesOnRecord,
} from './blob-rows.repo.ts';
import type { BlobState, BlobVerifier } from './blob-verifier.service.ts';
import type { BlobOnRecord } from './damage.types.ts';
import { eachDamagedBlob } from './damage.repo.ts';
import type { Check } from './doctor.types.ts';
import { createListedSizes } from './listed-sizes.ts';
import type { ReachableStores, UnreachableCount } from './reachable-stores.ts';

/** Blobs that are looked up in the store at once. */
const askedAtOnce = 16;
/** Blobs that are read at once. */
const readAtOnce = 4;

export interface BlobChecksDeps {
  readonly db: Db;
  readonly stores: Stores;
  readonly reachable: () => Promise<ReachableStores>;
  readonly cleanable: StoreOwnership['cleanable'];
  readonly clock: Clock;
  readonly verifier: BlobVerifier;
  /** True if nothing else uses the installation, so that the store does not change meanwhile. */
  readonly alone: boolean;
}

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
  async ({ expect, advance, fault, repairedOne, repair }) => {
    const { db, verifier } = deps;
    expect(await countBlobs(db));
    const slot = createSemaphore(askedAtOnce);
    const { stores, sizeOf, isComplete, count } = await deps.reachable();
    const unreachable = count('file', 'files');
    const listed = createListedSizes(stores);
    const check = async (row: BlobOnRecord, known: number | undefined): Promise<void> => {
      advance();
      if (known === row.size) return;
      const size = await sizeOf(row);
      // It may have been collected since it was listed.
      if (size === row.size || !(await hasBlob(db, row.id)) || unreachable.add(row)) return;
      const whose = await nameBlob(db, row);
      fault(
        size === undefined
          ? `The bytes are missing of ${whose}.`
          : `${size} bytes are there instead of ${row.size} of ${whose}.`,
      );
      if (repair && size === undefined && (await putBack(deps, row))) repairedOne();
      // A store that does not answer may have them, too.
      if (isComplete || row.store_id === null) await verifier.record(row, await verifier.examine(row));
    };
    for await (const rows of eachBlob(db)) {
      const known = await listed.of(rows);
      const inDatabase = rows.filter(({ store_id: id }) => id === null).map(({ key }) => key);
      const sizes = await sizesOfBlobBytes(db, inDatabase);
      await Promise.all(rows.map((row) => slot(() => check(row, known(row) ?? sizes.get(row.key)))));
    }
    await listed.close();
    unreachable.report(fault);
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
  async ({ advance, fault, repairedOne, repair }) => {
    const { db } = deps;
    const slot = createSemaphore(askedAtOnce);
    const { stores, sizeOf, count } = await deps.reachable();
    const [thumbnails, images] = [count('thumbnail', 'thumbnails'), count('image', 'images')];
    const missingAmong = async (
      rows: readonly ImagesOnRecord[],
      unreachable: UnreachableCount,
      known: (row: ImagesOnRecord) => number | undefined,
    ): Promise<readonly ImagesOnRecord[]> => {
      const isMissing = async (row: ImagesOnRecord): Promise<boolean> => {
        advance();
        if ((known(row) ?? -1) >= lengthOf(row)) return false;
        const size = await sizeOf(row);
        const isShort = size === undefined || size < lengthOf(row);
        return isShort && (await hasImages(db, row.key)) && !unreachable.add(row);
      };
      const missing = await Promise.all(rows.map((row) => slot(() => isMissing(row))));
      return rows.filter((_, index) => missing[index]);
    };
    const listed = createListedSizes(stores);
    for await (const rows of eachThumbnail(db)) {
      for (const row of await missingAmong(rows, thumbnails, await listed.of(rows))) {
        fault(`The thumbnails ${row.key} are missing.`);
        if (!repair) continue;
        await inTransaction(db, (trx) => forgetThumbnails(trx, [row.id]));
        repairedOne();
      }
    }
    await listed.close();
    // There are too few to list everything for them.
    for await (const rows of eachImage(db)) {
      for (const row of await missingAmong(rows, images, () => undefined)) {
        fault(`The avatar or image ${row.key} is missing. Upload it again.`);
        if (repair && (await putBack(deps, row))) repairedOne();
      }
    }
    for (const unreachable of [thumbnails, images]) unreachable.report(fault);
  };

/**
 * Verifies the checksums of files, including all that are marked as damaged. The results are recorded at the files:
 * downloads of damaged ones are refused, and repaired ones are allowed again.
 */
export const checkContent =
  ({ db, verifier, reachable }: BlobChecksDeps, percent: number, random: () => number = Math.random): Check =>
  async ({ advance, fault }) => {
    const slot = createSemaphore(readAtOnce);
    const { isComplete, count, sizeOf } = await reachable();
    const unreachable = count('file', 'files');
    const examine = async (row: BlobOnRecord): Promise<BlobState | undefined> => {
      try {
        return await verifier.examine(row);
      } catch (error) {
        // Bytes that are in no store that answers are found by another check.
        const isElsewhere =
          !isComplete && error instanceof BlobStoreError && (await sizeOf(row)) === undefined;
        if (!isElsewhere) throw error;
        return undefined;
      }
    };
    const read = async (row: BlobOnRecord): Promise<void> => {
      if (unreachable.add(row)) return;
      const state = await examine(row);
      if (state === undefined) return;
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
