import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { forPieces } from '#db/item-set.ts';
import type { ItemRow } from '#db/tables/files.ts';
import {
  type BlobFacts,
  listBlobs,
  listContentsAfter,
  listContentsOf,
  listLiveItems,
  type WalkedItem,
} from './walk.repo.ts';

/** Items that one query returns: on SQLite a query blocks everything else. */
const itemsPerQuery = 1_000;
/** Folders whose contents one query reads. */
const foldersPerQuery = 500;

/** A folder to walk through. The gate has let the actor through to it, or to a folder above it. */
export interface WalkedFolder {
  /** A folder, or the owner for the top of the account. */
  readonly id: string;
  /** Number of its direct items, as far as known. Only the size of the queries depends on it. */
  readonly items_count: number;
}

async function* largeFolder(db: Db, id: string): AsyncGenerator<WalkedItem[]> {
  let after = '';
  for (;;) {
    const items = await listContentsAfter(db, id, { after, limit: itemsPerQuery });
    if (items.length > 0) yield items;
    if (items.length < itemsPerQuery) return;
    after = items.at(-1)?.name ?? after;
  }
}

/** Groups folders whose contents one query can read. */
const batchesOf = <F extends WalkedFolder>(folders: readonly F[]): F[][] => {
  const batches: F[][] = [];
  let held = Number.POSITIVE_INFINITY;
  for (const folder of folders) {
    const batch = batches.at(-1);
    if (
      batch === undefined ||
      batch.length === foldersPerQuery ||
      held + folder.items_count > itemsPerQuery
    ) {
      batches.push([folder]);
      held = folder.items_count;
    } else {
      batch.push(folder);
      held += folder.items_count;
    }
  }
  return batches;
};

/**
 * Yields the live direct contents of folders in the given order, by name, and those of a large folder in
 * several parts. The number of queries depends on the number of items, and after each the event loop runs
 * other requests.
 */
export async function* walkFolders<F extends WalkedFolder>(
  db: Db,
  folders: readonly F[],
): AsyncGenerator<{ folder: F; items: WalkedItem[] }> {
  for (const batch of batchesOf(folders.filter(({ items_count: count }) => count > 0))) {
    const [first] = batch;
    if (first !== undefined && first.items_count > itemsPerQuery) {
      for await (const items of largeFolder(db, first.id)) {
        yield { folder: first, items };
        await yieldToEventLoop();
      }
      continue;
    }
    const found = Map.groupBy(
      await listContentsOf(
        db,
        batch.map(({ id }) => id),
      ),
      (item) => item.container_id,
    );
    for (const folder of batch) yield { folder, items: found.get(folder.id) ?? [] };
    await yieldToEventLoop();
  }
}

/** Finds the blobs of these ids. */
export const findBlobs = async (db: Db, ids: readonly string[]): Promise<Map<string, BlobFacts>> => {
  const blobs = new Map<string, BlobFacts>();
  await forPieces(ids, async (piece) => {
    for (const blob of await listBlobs(db, piece)) blobs.set(blob.id, blob);
  });
  return blobs;
};

/** Finds an owner's items that were not moved to the trash themselves, in no order. */
export const findLiveItems = (
  db: Db,
  query: { readonly ownerId: string; readonly ids: readonly string[] },
): Promise<ItemRow[]> => listLiveItems(db, query);
