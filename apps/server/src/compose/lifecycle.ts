import type { Services } from '#app.ts';
import type { Infrastructure } from '#compose/infrastructure.ts';
import { probeDatabase } from '#db/sync-failure.ts';
import type { ChecksumThread } from '#lib/checksum-thread.ts';
import { createReadiness } from '#lib/readiness.ts';
import { memoizeFor } from '#lib/concurrency/memoize-for.ts';

/** Milliseconds for which a blob store that answered counts as one that answers: trying it may cost several calls. */
const probeMs = 10_000;

type Lifecycle = Pick<Services, 'settled' | 'ready' | 'prepare' | 'sweep'>;

export interface LifecycleServices extends Pick<
  Services,
  'activity' | 'admin' | 'auth' | 'guestWatch' | 'jobs' | 'thumbnails' | 'trash' | 'uploads' | 'usage'
> {
  readonly checksums: Pick<ChecksumThread, 'close'>;
  /** Periodic clean-ups, in this order. */
  readonly sweepers: readonly { sweep(): Promise<unknown> }[];
}

/** Composes the start, the periodic work and the end of a server's services. */
export const createLifecycle = (infrastructure: Infrastructure, services: LifecycleServices): Lifecycle => {
  const { db, storage, thumbnailer, onBackgroundError } = infrastructure;
  const { activity, admin, auth, checksums, guestWatch, jobs, thumbnails, trash, uploads, usage, sweepers } =
    services;
  /** Cleans up with one after the other, so that it never crowds out requests. */
  const cleanUp = async (cleaners: readonly (() => Promise<unknown>)[]): Promise<void> => {
    for (const clean of cleaners) {
      try {
        await clean();
      } catch (error) {
        // A failing clean-up, for example of an unavailable blob store, stops no other.
        onBackgroundError(error);
      }
    }
  };
  return {
    settled: async () => {
      guestWatch.close();
      await uploads.settled();
      await checksums.close();
      await thumbnails.settled();
      await jobs.settled();
      await usage.settled();
      await auth.settled();
      await activity.settled();
      await thumbnailer.close();
      storage.close();
    },
    ready: createReadiness({
      database: () => probeDatabase(db),
      blobs: memoizeFor(async () => (await storage.stores.active()).blobs.probe(), probeMs),
    }),
    prepare: async () => {
      storage.watch(onBackgroundError);
      // A failure does not prevent the start: without files there are still accounts, lists, and the settings
      // to repair it.
      await cleanUp([() => uploads.clearStaging(), () => thumbnails.sweep()]);
      await trash.resume();
      await admin.resume();
      jobs.start();
    },
    sweep: () => cleanUp(sweepers.map((part) => () => part.sweep())),
  };
};
