import type { Db } from '#db/database.ts';
import { createSharedTransactions } from '#db/shared-transactions.ts';
import { type FileTargets, ownerOf } from '#features/files/index.ts';
import type { SettingsService } from '#features/settings/index.ts';
import type { StoreOwnership, Stores } from '#features/storage/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import { listLinkIds } from '#features/links/index.ts';
import { type Actor, type GuestActor, linkOfPrincipal, principalOf, type UserActor } from '#lib/actor.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import type { Clock } from '#ports/clock.ts';
import type { Events } from '#ports/events.ts';
import { createAdmissions } from './admission.ts';
import { type ClaimedKeys, createOrphanCleanup, type OrphanCleanup } from './orphan-cleanup.ts';
import { createUploadCanceller } from './cancel-uploads.ts';
import { createResumableUpload } from './resumable-upload.ts';
import { createUploadSessions } from './upload-session.ts';
import { createContinueUpload } from './continue-upload.ts';
import type { IncomingBytes } from '#http/incoming-bytes.ts';
import { uploadNotFound, visitRequired } from './uploads.errors.ts';
import { createRecordFile } from './record-file.ts';
import { createSmallUploads } from './small-upload.ts';
import { createPublishUpload } from './publish-upload.ts';
import { createUploadLocks } from './upload-lock.ts';
import { findSession, listUploadingGuests } from './uploads.repo.ts';
import type { Arrival, UploadOutcome, UploadInput } from './upload-request.ts';
import { createWholeUpload } from './whole-upload.ts';

export interface UploadsDeps {
  readonly db: Db;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly createChecksum: CreateChecksum;
  readonly targets: FileTargets;
  readonly settings: SettingsService;
  readonly usage: UsageService;
  readonly events: Events;
  /** Bytes of the largest content that the database takes. */
  readonly smallContentLimit: number;
  /** Refuses bytes for which the disk of the database has no space. @throws BlobStoreFullError */
  readonly requireFreeSpace: (bytes: number) => Promise<void>;
  /** The name of this server, unique among all servers of the installation. */
  readonly node: string;
  readonly cleanable: StoreOwnership['cleanable'];
  /** Other owners of bytes in the store, which are no orphans. */
  readonly claims?: readonly ClaimedKeys[];
  /** Called with failures of background work. */
  readonly onError: (error: unknown) => void;
}

export interface UploadsService extends OrphanCleanup {
  /**
   * Receives bytes, and returns the file once it is complete and durable.
   *
   * @throws upload.gap with the offset to continue at, upload.mismatch, upload.incomplete, upload.over_limit,
   *   upload.blocked_type, upload.too_many_open, storage.exceeded, request.invalid for parts of a guest
   *   without a visit, and what `FileTargets.check` throws; BlobStoreFullError on a full disk
   */
  receive(actor: Actor, input: UploadInput, body: IncomingBytes): Promise<UploadOutcome>;
  /** Tells whether a file of this size shares the transactions of others: its bytes go into the database with its row. */
  isSmall(size: number): boolean;
  /** Counts bytes of a body that arrived although it was refused. */
  countRejectedBytes(actor: UserActor | GuestActor, bytes: number): void;
  /** Returns the offset at which an upload continues. @throws upload.not_found */
  getOffset(actor: Actor, uploadId: string): Promise<number>;
  /** Cancels an unfinished upload and deletes its bytes; an unknown one is no error. */
  cancel(actor: Actor, uploadId: string): Promise<void>;
  /**
   * Cancels all uploads of an account that is being deleted and of the guests of its links.
   *
   * @throws the signal's reason; the next call continues
   */
  erase(userId: string, signal: AbortSignal): Promise<void>;
  /**
   * Resolves once no `receive` is running; never rejects. A server that shuts down awaits it after it has cut
   * the connections and before it closes the database, so that received bytes are kept.
   */
  settled(): Promise<void>;
}

/** Guests without a cookie cannot be told apart, so none of them may continue an upload. */
const isUnidentified = (actor: Actor): boolean => actor.kind === 'guest' && actor.visit === undefined;

/** Tracks running tasks, so that a server that shuts down can wait for them. */
const createTaskTracker = () => {
  const running = new Set<Promise<unknown>>();
  return {
    /** Tracks a task until it settles. */
    track: async <T>(work: Promise<T>): Promise<T> => {
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    /** Resolves once no task is running; never rejects. */
    settled: async (): Promise<void> => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
};

export const createUploadsService = (deps: UploadsDeps): UploadsService => {
  const locks = createUploadLocks(deps);
  const admissions = createAdmissions(deps);
  const store = createUploadSessions({ ...deps, locks });
  const record = createRecordFile({ ...deps, transactions: createSharedTransactions(deps.db) });
  const publish = createPublishUpload({ ...deps, store, record });
  const small = createSmallUploads({ ...deps, admissions, record, store });
  const receiveWhole = createWholeUpload({ ...deps, admissions, publish });
  const continueUpload = createContinueUpload({ ...deps, store, publish });
  const cleanup = createOrphanCleanup({ ...deps, store, locks });
  const canceller = createUploadCanceller({ ...deps, store, locks });
  const receiveResumable = createResumableUpload({
    ...deps,
    admissions,
    locks,
    store,
    canceller,
    small,
    continueUpload,
  });

  const tasks = createTaskTracker();

  const cancelOfGuests = async (): Promise<void> => {
    const guests = await listUploadingGuests(deps.db);
    await canceller.cancelOfClosedLinks(guests.flatMap((principal) => linkOfPrincipal(principal) ?? []));
  };
  deps.events.subscribe((event) => {
    if (event.kind === 'link-changed')
      tasks.track(canceller.cancelOfClosedLinks([event.linkId])).catch(deps.onError);
    else if (event.kind === 'events-missed') tasks.track(cancelOfGuests()).catch(deps.onError);
  });

  const receive = async (arrival: Arrival): Promise<UploadOutcome> => {
    const { actor, input } = arrival;
    try {
      if (input.uploadId !== undefined && !isUnidentified(actor))
        return await receiveResumable(arrival, input.uploadId);
      if (!input.isLast || (isUnidentified(actor) && (input.offset ?? 0) > 0)) throw visitRequired();
      const file = await (small.isSmall(input) ? small.receive(arrival) : receiveWhole(arrival));
      return { kind: 'done', ...file };
    } finally {
      admissions.close(arrival);
    }
  };

  return {
    ...cleanup,
    receive: (actor, input, body) => tasks.track(receive({ actor, input, body })),
    isSmall: (size) => size <= deps.smallContentLimit,
    countRejectedBytes: (actor, bytes) => deps.usage.countTraffic(ownerOf(actor), { upload: bytes }),
    settled: () => tasks.settled(),
    getOffset: async (actor, name) => {
      const principal = principalOf(actor);
      const holder = locks.holder({ principal, name });
      const session = await findSession(deps.db, principal, name);
      if (session === undefined) throw uploadNotFound();
      if (holder?.position !== undefined) return holder.position;
      return session.state === 'finished' ? session.received : (await store.locate(session)).received;
    },
    cancel: (actor, name) => canceller.cancel(principalOf(actor), name),
    erase: async (userId, signal) => {
      await canceller.cancelAll({ principal: principalOf({ kind: 'user', id: userId }) }, signal);
      for (const link of await listLinkIds(deps.db, userId)) await canceller.cancelAll({ link }, signal);
    },
    sweep: async () => {
      await cancelOfGuests();
      await cleanup.sweep();
    },
  };
};
