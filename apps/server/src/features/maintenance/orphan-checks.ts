import { areRowsMissing } from '#features/uploads/index.ts';
import { inBatches } from '#lib/concurrency/in-batches.ts';
import type { OpenedStore } from '#features/storage/index.ts';
import type { BlobKey, StoredEntry } from '#ports/blob-store.ts';
import type { BlobChecksDeps } from './blob-checks.ts';
import { claimedOf, countBlobs, openOf } from './blob-rows.repo.ts';
import type { Check } from './doctor.types.ts';

/** Keys that are compared with the database at once. */
const batchSize = 500;
/** Milliseconds after which bytes without rows cannot belong to an upload that is just ending. */
export const settledAfter = 24 * 60 * 60 * 1000;

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
  ({ db, reachable, cleanable, clock, alone }: BlobChecksDeps): Check =>
  async ({ expect, advance, fault, repairedOne, soften, repair: isAsked }) => {
    const published = { listed: 0, orphans: 0 };
    // Thumbnails and staged uploads add to it.
    expect(await countBlobs(db));
    const { stores: own, blockedReason: why } = await cleanable();
    if (why !== undefined) fault(why);
    const settled = clock.now() - settledAfter;
    const { stores } = await reachable();
    for (const { list, drop, called, from, to, neededOf, repair } of stores.flatMap((store) =>
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
