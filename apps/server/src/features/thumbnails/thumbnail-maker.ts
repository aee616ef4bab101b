import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { ThumbnailRow } from '#db/tables/thumbnails.ts';
import type { Stores } from '#features/storage/index.ts';
import { type BlobKey, normaliseKey, withBytes } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { type Events, filesEvent } from '#ports/events.ts';
import { type Pictures, type Thumbnailer, UnpicturableError } from '#ports/thumbnailer.ts';
import {
  copyToItems,
  findSourceBlob,
  findThumbnail,
  saveThumbnail,
  unmarkPending,
} from './thumbnails.repo.ts';
import { packOf } from './thumbnails.rules.ts';

export interface ThumbnailMaker {
  /** Makes the thumbnails of a blob, unless they exist. Rejects if a retry may help. */
  make(blobId: string, signal: AbortSignal): Promise<void>;
  /** Records that a blob has no thumbnails. */
  giveUp(blobId: string, reason: string): Promise<void>;
}

export interface ThumbnailMakerDeps {
  readonly db: Db;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly events: Events;
  readonly thumbnailer: Thumbnailer;
}

const longestReason = 500;

export const createThumbnailMaker = ({
  db,
  stores,
  clock,
  events,
  thumbnailer,
}: ThumbnailMakerDeps): ThumbnailMaker => {
  /** @returns the recorded row of the blob */
  const record = async (row: ThumbnailRow): Promise<ThumbnailRow> => {
    const { saved, items } = await inTransaction(db, async (trx) => {
      const saved = await saveThumbnail(trx, row);
      const items = await copyToItems(trx, saved);
      return { saved, items };
    });
    if (saved.state === 'ready') announce(items);
    return saved;
  };
  const announce = (items: readonly { id: string; owner_id: string }[]): void => {
    for (const [ownerId, own] of Map.groupBy(items, (item) => item.owner_id))
      events.publish(filesEvent({ ownerId, origin: undefined, itemIds: own.map(({ id }) => id) }));
  };
  const fail = async (blobId: string, reason: string): Promise<void> => {
    await record({
      blob_id: blobId,
      state: 'failed',
      store_id: null,
      key: null,
      spans: null,
      width: null,
      height: null,
      error: reason.slice(0, longestReason),
      updated_at: clock.now(),
    });
  };

  const keep = async (blobId: string, pictures: Pictures): Promise<void> => {
    const { bytes, spans } = packOf(pictures);
    const { id: storeId, blobs } = await stores.active();
    const rowOf = (key: BlobKey): ThumbnailRow => ({
      blob_id: blobId,
      state: 'ready',
      store_id: storeId,
      key,
      spans: JSON.stringify(spans),
      width: pictures.width,
      height: pictures.height,
      error: null,
      updated_at: clock.now(),
    });
    await withBytes(blobs, bytes, async (key) => {
      try {
        await blobs.publish(key, bytes.length);
        const saved = await record(rowOf(key));
        // Another server was first.
        if (saved.key !== key) await blobs.remove(key);
      } catch (error) {
        // The row may exist if only the answer was lost; without its blob it never does.
        if ((await findThumbnail(db, blobId))?.key !== key) await blobs.remove(key);
        throw error;
      }
    });
  };

  return {
    make: async (blobId, signal) => {
      const known = await findThumbnail(db, blobId);
      if (known !== undefined) {
        announce(await inTransaction(db, (trx) => copyToItems(trx, known)));
        return;
      }
      const blob = await findSourceBlob(db, blobId);
      if (blob === undefined) return;
      const type = blob.mimetype ?? '';
      if (!(await thumbnailer.types()).includes(type)) return unmarkPending(db, blobId);
      const key = normaliseKey(blob.key);
      const blobs = stores.get(blob.store_id);
      const path = await blobs.localPath(key);
      const source = { type, size: blob.size, path, open: () => blobs.read(key) };
      try {
        await keep(blobId, await thumbnailer.make(source, signal));
      } catch (error) {
        if (!(error instanceof UnpicturableError)) throw error;
        await fail(blobId, error.message);
      }
    },
    giveUp: async (blobId, reason) => {
      const isOpen = (await findThumbnail(db, blobId)) === undefined;
      if (isOpen && (await findSourceBlob(db, blobId)) !== undefined) await fail(blobId, reason);
    },
  };
};
