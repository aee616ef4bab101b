import { setImmediate } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { ItemRow } from '#db/tables/files.ts';
import { type FilesService, contentVersion } from '#features/files/index.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { Stores } from '#features/storage/index.ts';
import type { Actor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { BlobAbsentError, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import type { Thumbnailer } from '#ports/thumbnailer.ts';
import { createThumbnailMaker } from './thumbnail-maker.ts';
import { thumbnailNotFound } from './thumbnails.errors.ts';
import {
  findThumbnail,
  forgetFailed,
  listBytesOf,
  listThumbnailKeys,
  listUnseen,
  markPending,
  type Wanted,
} from './thumbnails.repo.ts';
import {
  backfillBatch,
  busiestOf,
  etagOf,
  gatherAtMost,
  gatherMs,
  thumbnailName,
  retriedAtOnce,
} from './thumbnails.rules.ts';
import type { ThumbnailSpans, ThumbnailsService } from './thumbnails.types.ts';

export interface ThumbnailsDeps {
  readonly db: Db;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly events: Events;
  readonly files: FilesService;
  readonly jobs: JobsService;
  readonly thumbnailer: Thumbnailer;
  /** Receives failures that no caller awaits. */
  readonly onError: (error: unknown) => void;
}

const jobKind = 'thumbnails.make';
/** One kind for both, so that the next batch of the backfill waits behind the thumbnails of the last one. */
type Payload = { readonly blobId: string } | { readonly unseen: true };
const backfillJob = { kind: jobKind, payload: { unseen: true } satisfies Payload, dedupeKey: 'unseen' };

export const createThumbnailsService = (deps: ThumbnailsDeps): ThumbnailsService => {
  const { db, stores, clock, events, files, jobs, thumbnailer, onError } = deps;
  const maker = createThumbnailMaker(deps);
  const isOn = thumbnailer.concurrency > 0;

  const isPicturable = async (type: string | null): Promise<boolean> =>
    type !== null && (await thumbnailer.types()).includes(type);
  const request = async (wanted: readonly Wanted[]): Promise<void> => {
    if (!isOn || wanted.length === 0) return;
    await inTransaction(db, async (trx) => {
      await markPending(
        trx,
        wanted.map(({ blobId }) => blobId),
      );
      // Lanes by owner, so that one thumbnail does not wait behind fifty thousand of another account.
      const newJobs = wanted.map(({ blobId, ownerId }) => ({
        kind: jobKind,
        payload: { blobId } satisfies Payload,
        dedupeKey: blobId,
        lane: ownerId,
      }));
      await jobs.enqueue(newJobs, trx);
    });
    jobs.nudge();
  };

  const requestUnseen = async (): Promise<void> => {
    const types = await thumbnailer.types();
    const unseen = types.length === 0 ? [] : await listUnseen(db, types, backfillBatch);
    if (unseen.length === 0) return;
    await request(unseen);
    const lane = busiestOf(unseen);
    await jobs.enqueue([lane === undefined ? backfillJob : { ...backfillJob, lane }]);
  };

  jobs.handle(jobKind, {
    // One more than are made at once: it is ready while the previous one is recorded.
    concurrency: thumbnailer.concurrency + 1,
    maxAttempts: 3,
    run: async (payload, { signal }) => {
      const job = payload as Payload;
      await ('unseen' in job ? requestUnseen() : maker.make(job.blobId, signal));
    },
    gaveUp: async (payload, reason) => {
      const job = payload as Payload;
      if ('blobId' in job) await maker.giveUp(job.blobId, reason);
    },
  });

  /** New files until they are enqueued. */
  let gathered: Wanted[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const wanted = gathered;
    gathered = [];
    // The next backfill finds files that are lost here.
    flushing = flushing.then(() => request(wanted)).catch(onError);
  };
  const gather = async (wanted: Wanted, type: string): Promise<void> => {
    if (!(await isPicturable(type))) return;
    gathered.push(wanted);
    if (gathered.length >= gatherAtMost) flush();
    else timer ??= setTimeout(flush, gatherMs);
  };
  const unsubscribe = events.subscribe((event) => {
    if (event.kind !== 'file-stored') return;
    const { blobId, ownerId, mimetype } = event;
    gather({ blobId, ownerId }, mimetype).catch(onError);
  });

  const resolve = async (actor: Actor, itemId: string): Promise<ItemRow> => {
    try {
      return await files.resolve(actor, itemId, 'view');
    } catch (error) {
      throw error instanceof AppError && error.code === 'item.not_found' ? thumbnailNotFound() : error;
    }
  };

  return {
    open: async (actor, itemId, size) => {
      const {
        name,
        owner_id: ownerId,
        blob_id: blobId,
        mimetype: type,
        preview_state: state,
      } = await resolve(actor, itemId);
      const row = blobId === null ? undefined : await findThumbnail(db, blobId);
      if (blobId !== null && row === undefined && state === null && (await isPicturable(type)))
        await request([{ blobId, ownerId }]);
      if (blobId === null || row === undefined || row.key === null || row.spans === null)
        throw thumbnailNotFound();
      const key = normaliseKey(row.key);
      const { start, length } = (JSON.parse(row.spans) as ThumbnailSpans)[size];
      return {
        name: thumbnailName(name),
        etag: etagOf(blobId, size, row.updated_at),
        version: contentVersion(blobId),
        size: length,
        madeAt: row.updated_at,
        askedAt: clock.now(),
        open: async (span = { start: 0, end: length - 1 }) => {
          try {
            return await stores
              .get(row.store_id)
              .read(key, { start: start + span.start, end: start + span.end });
          } catch (error) {
            // Thumbnails can be made again; without them the file has its icon.
            throw error instanceof BlobAbsentError ? thumbnailNotFound() : error;
          }
        },
      };
    },
    retryFailed: async () => {
      let retried = 0;
      for (;;) {
        const forgotten = await inTransaction(db, (trx) => forgetFailed(trx, retriedAtOnce));
        retried += forgotten;
        if (forgotten < retriedAtOnce) break;
        // Yields to the event loop, which SQLite blocks.
        await setImmediate();
      }
      if (isOn && retried > 0) await jobs.enqueue([backfillJob]);
      return retried;
    },
    sweep: async () => {
      if (isOn) await jobs.enqueue([backfillJob]);
    },
    settled: async () => {
      unsubscribe();
      flush();
      await flushing;
    },
    claimedKeys: (keys) => listThumbnailKeys(db, keys),
    dependantBytes: (database, blobIds) => listBytesOf(database, blobIds),
  };
};
