import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { imagePixelLimit } from '@holdall/contract/limits';
import { avatarAddresses, imageAddress } from '@holdall/contract/images';
import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { SettingsChanges } from '#features/settings/index.ts';
import { type StoreOwnership, type Stores, trashBlobs } from '#features/storage/index.ts';
import { originOf, type UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { type BlobKey, normaliseKey, withBytes } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { Thumbnailer } from '#ports/thumbnailer.ts';
import { imageFault, imageInProgress, imageNotFound } from './images.errors.ts';
import {
  deleteRemoved,
  findImage,
  insertImage,
  listImageIds,
  listImageKeys,
  markRemoved,
  markUnused,
  swapAvatar,
} from './images.repo.ts';
import { avatarShapes, brandShapes, graceOfImages, packOf, pngExtent, recognised } from './images.rules.ts';
import type { ImageShapes, ImagesService, ImageSpans, SentBytes, Within } from './images.types.ts';

export interface ImagesDeps {
  readonly db: Db;
  readonly stores: Stores;
  /** Tells whether the content of the stores belongs to this installation. */
  readonly cleanable: StoreOwnership['cleanable'];
  readonly clock: Clock;
  readonly events: Events;
  readonly thumbnailer: Thumbnailer;
  readonly settingsChanges: SettingsChanges;
  /** Counts one more image of a user. @throws limit.too_many */
  readonly countImage: (userId: string) => Promise<void>;
}

/** Rows that one statement reads or deletes. */
const sweptAtOnce = 200;

export const createImagesService = (deps: ImagesDeps): ImagesService => {
  const { db, stores, cleanable, clock, events, thumbnailer, settingsChanges, countImage } = deps;
  /** Users whose images are being processed. */
  const sending = new Set<string>();

  /** Decodes an image into shapes, which are requested once all of it was received. */
  const make = async (sent: SentBytes, shapesOf: () => Promise<ImageShapes>) => {
    const image = await recognised(sent);
    let shapes: ImageShapes = {};
    const specOf = async () => {
      shapes = await shapesOf();
      return { shapes: Object.values(shapes), maxPixels: imagePixelLimit };
    };
    try {
      const pictures = await thumbnailer.shape(image, specOf);
      return packOf(shapes, pictures);
    } catch (error) {
      throw imageFault(error);
    }
  };

  /**
   * Processes one image of a user at a time, because each is buffered on the disk as a whole.
   *
   * @throws limit.too_many
   */
  const exclusively = async <T>(userId: string, take: () => Promise<T>): Promise<T> => {
    if (sending.has(userId)) throw imageInProgress();
    sending.add(userId);
    try {
      await countImage(userId);
      return await take();
    } finally {
      sending.delete(userId);
    }
  };

  /** Stores an image, and assigns it in one transaction. @returns its id */
  const keep = async (
    { bytes, spans }: { bytes: Buffer; spans: ImageSpans },
    place: (trx: Trx, id: string) => Promise<string | null>,
    within: Within = (work) => inTransaction(db, work),
  ): Promise<string> => {
    const id = randomBytes(16).toString('hex');
    const { id: storeId, blobs } = await stores.active();
    const record = async (key: BlobKey): Promise<void> => {
      await blobs.publish(key, bytes.length);
      await within(async (trx) => {
        const now = clock.now();
        const row = { id, store_id: storeId, key, spans: JSON.stringify(spans) };
        await insertImage(trx, { ...row, created_at: now, removed_at: null });
        const before = await place(trx, id);
        if (before !== null) await markRemoved(trx, before, now);
      });
    };
    await withBytes(blobs, bytes, async (key) => {
      try {
        await record(key);
      } catch (error) {
        // The row may exist if only the answer was lost.
        if ((await listImageKeys(db, [key])).length === 0) await blobs.remove(key);
        throw error;
      }
    });
    return id;
  };

  const giveAvatar = async (trx: Trx, userId: string, imageId: string | null): Promise<string | null> => {
    const swapped = await swapAvatar(trx, { userId, imageId, now: clock.now() });
    if (swapped === undefined) throw new AppError('session.required');
    return swapped.before;
  };

  /** @returns whether there was one */
  const takeAvatar = async (trx: Trx, userId: string): Promise<boolean> => {
    const before = await giveAvatar(trx, userId, null);
    if (before !== null) await markRemoved(trx, before, clock.now());
    return before !== null;
  };
  const makeAvatar = (bytes: SentBytes, formOk: () => Promise<unknown>) =>
    make(bytes, async () => {
      await formOk();
      return avatarShapes;
    });
  const announceAvatar = (actor: UserActor): void =>
    events.publish({ kind: 'account-changed', userId: actor.id, origin: originOf(actor) });

  const open: ImagesService['open'] = async (id, size) => {
    const row = await findImage(db, id);
    const span = row === undefined ? undefined : (JSON.parse(row.spans) as ImageSpans)[size];
    if (row === undefined || span === undefined) throw imageNotFound();
    const { start, length, type } = span;
    const key = normaliseKey(row.key);
    return {
      type,
      etag: `"${id}-${size}"`,
      size: length,
      madeAt: row.created_at,
      askedAt: clock.now(),
      open: (part = { start: 0, end: length - 1 }) =>
        stores.get(row.store_id).read(key, { start: start + part.start, end: start + part.end }),
    };
  };

  return {
    open,
    forMails: async (id) => {
      try {
        const pieces: Uint8Array[] = [];
        for await (const piece of await (await open(id, 'md')).open()) pieces.push(Buffer.from(piece));
        const bytes = Buffer.concat(pieces);
        return { bytes, ...pngExtent(bytes) };
      } catch {
        // The mail is sent without its logo.
        return undefined;
      }
    },
    setAvatar: (actor, bytes, formOk) =>
      exclusively(actor.id, async () => {
        const made = await makeAvatar(bytes, formOk);
        const id = await keep(made, (trx, imageId) => giveAvatar(trx, actor.id, imageId));
        announceAvatar(actor);
        return avatarAddresses(id);
      }),
    removeAvatar: async (actor) => {
      await inTransaction(db, (trx) => takeAvatar(trx, actor.id));
      announceAvatar(actor);
    },
    setAvatarOf: (actor, userId, { bytes, formOk, within }) =>
      exclusively(actor.id, async () => {
        const made = await makeAvatar(bytes, formOk);
        await keep(made, (trx, imageId) => giveAvatar(trx, userId, imageId), within);
      }),
    removeAvatarOf: takeAvatar,
    dropAvatar: async (trx, imageId) => {
      if (imageId !== null) await markRemoved(trx, imageId, clock.now());
    },
    setBrandImage: (actor, { bytes, nameOf }, facts) =>
      exclusively(actor.id, async () => {
        const made = await make(bytes, async () => brandShapes[await nameOf()]);
        const name = await nameOf();
        const id = await keep(made, (trx, imageId) =>
          settingsChanges.changeImage(trx, { actor, facts, name, imageId }),
        );
        settingsChanges.announce();
        return imageAddress(id, 'full');
      }),
    removeBrandImage: async (actor, name, facts) => {
      await inTransaction(db, async (trx) => {
        const before = await settingsChanges.changeImage(trx, { actor, facts, name, imageId: null });
        if (before !== null) await markRemoved(trx, before, clock.now());
      });
      settingsChanges.announce();
    },
    sweep: async () => {
      const now = clock.now();
      for (let after = ''; ;) {
        const ids = await listImageIds(db, { after, limit: sweptAtOnce });
        await markUnused(db, ids, now);
        if (ids.length < sweptAtOnce) break;
        after = ids.at(-1) ?? '';
        // Yields to the event loop, which SQLite blocks.
        await setImmediate();
      }
      // Another installation that owns the store may reference the same images.
      for (;;) {
        const { stores: own } = await cleanable();
        if (own.length === 0) return;
        const removed = await deleteRemoved(db, now - graceOfImages, sweptAtOnce);
        // The daily walk through the stores finds bytes that could not be removed.
        await trashBlobs(own, removed);
        if (removed.length < sweptAtOnce) return;
      }
    },
    claimedKeys: (keys) => listImageKeys(db, keys),
  };
};
