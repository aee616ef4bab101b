import type { Db, Trx } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { FileTargets } from '#features/files/index.ts';
import { scopeOf } from '#features/links/index.ts';
import type { QuotaReservation, UsageService } from '#features/usage/index.ts';
import { type Actor, principalOf } from '#lib/actor.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import { memoizeFor } from '#lib/concurrency/memoize-for.ts';
import type { StoreOwnership, Stores } from '#features/storage/index.ts';
import { createBlobKey, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { requestBusy, takenOver, tooManyOpen, uploadMismatch } from './uploads.errors.ts';
import { type Checksums, createChecksums, type DurableBytes } from './upload-checksums.ts';
import type { UploadLocks } from './upload-lock.ts';
import {
  countOpenSessions,
  finishSession,
  insertFinishedSession,
  insertSession,
  isOpen,
  type RemovalCondition,
  removeSession,
  updateReceived,
  updateSize,
} from './uploads.repo.ts';
import { bytesNeeded, maxOpenSessions } from './uploads.rules.ts';
import type { Arrival, UploadInput } from './upload-request.ts';

/** Milliseconds for which the answer of `cleanable` is reused. */
const blockedReasonAge = 10_000;

/** Thrown when another server has begun the same upload meanwhile, so that a row exists now. */
export class BegunElsewhereError extends Error {
  override readonly name = 'BegunElsewhereError';
}

/** An upload that has ended with its file. */
export interface FinishedUpload {
  readonly id: string;
  /** Unique for the actor. */
  readonly name: string;
  /** Of the file's blob. */
  readonly key: string;
  readonly itemId: string;
  /** Bytes. */
  readonly size: number;
}

/** Open uploads: their rows, their staged bytes and their running checksums. */
export interface UploadSessions {
  readonly checksums: Checksums;
  /**
   * Opens an upload, which takes the reservation's id, and reserves its quota. This server holds the lease.
   *
   * @param name the name that is unique for the actor
   * @throws storage.exceeded, upload.too_many_open, BegunElsewhereError; what `FileTargets.renew` throws, and
   *   file_request.full when as many files as the request takes have arrived or are arriving
   */
  open(arrival: Arrival, name: string, reservation: QuotaReservation): Promise<UploadSessionRow>;
  /**
   * Checks that a request belongs to the upload. The conflict choice may differ, since people are asked at
   * the conflict.
   *
   * @throws upload.mismatch when the target or the size differs
   */
  verify(session: UploadSessionRow, input: UploadInput): Promise<void>;
  /** Compares the row with the store, without changing either. */
  locate(session: UploadSessionRow): Promise<DurableBytes>;
  /**
   * Records how many bytes are durable, in the row and in `session`, and returns surplus quota.
   *
   * @param received durable bytes
   * @throws upload.mismatch when another server has taken the upload over
   */
  advance(session: UploadSessionRow, received: number, reservation: QuotaReservation): Promise<void>;
  /** Returns the quota of bytes that did not arrive and keeps the rest reserved. */
  returnSurplus(session: UploadSessionRow, reservation: QuotaReservation): Promise<void>;
  /** Drops staged bytes beyond those that the row counts. */
  truncate(session: UploadSessionRow): Promise<void>;
  /**
   * Tells whether this server still leases the upload; call it before bytes are dropped or published. It
   * discards bytes staged here when the upload has ended meanwhile.
   */
  isOwn(session: UploadSessionRow): Promise<boolean>;
  /**
   * Marks the upload as finished, in the transaction that records its file.
   *
   * @throws upload.mismatch when another server has done so, or has taken the upload over
   */
  finish(
    trx: Trx,
    session: UploadSessionRow,
    file: { readonly itemId: string; readonly received: number },
  ): Promise<void>;
  /**
   * Records an upload that one request has brought, in the transaction that records its file.
   *
   * @throws upload.mismatch when another server has begun or finished it meanwhile
   */
  insertFinished(trx: Trx, arrival: Arrival, upload: FinishedUpload): Promise<void>;
  /** Deletes an open upload and its bytes, if it meets the condition. By default this server must lease it. */
  removeOpen(session: UploadSessionRow, condition?: RemovalCondition): Promise<void>;
}

/** @param open number of unfinished uploads @throws upload.too_many_open, file_request.full */
const refuseMore = (actor: Actor, open: number): void => {
  const { person, link } = maxOpenSessions;
  if (open >= (actor.kind === 'guest' ? link : person)) throw tooManyOpen();
  const files = actor.kind === 'guest' ? (actor.room?.files ?? null) : null;
  if (files !== null && open >= files) throw requestBusy();
};

const pathOf = ({ target }: UploadInput): string => target.path.join('/');

/** Creates the store of uploads that continue over several requests. */
export const createUploadSessions = ({
  db,
  stores,
  createChecksum,
  clock,
  usage,
  targets,
  locks,
  cleanable,
}: {
  db: Db;
  stores: Stores;
  createChecksum: CreateChecksum;
  clock: Clock;
  usage: UsageService;
  targets: Pick<FileTargets, 'renew'>;
  locks: UploadLocks;
  cleanable: StoreOwnership['cleanable'];
}): UploadSessions => {
  const { holder } = locks.lease;
  const checksums = createChecksums(stores, createChecksum);
  const keyOf = (session: UploadSessionRow) => normaliseKey(session.staging_key);

  const cleanableLately = memoizeFor(cleanable, blockedReasonAge);

  const quotaFor = ({ size }: UploadSessionRow, received: number) => ({
    staged: received,
    bytes: size ?? received,
  });

  const rowOf = ({ actor, input }: Arrival, upload: { readonly id: string; readonly name: string }) => {
    const now = clock.now();
    return {
      ...upload,
      principal: principalOf(actor),
      parent_id: input.target.parentId,
      path: pathOf(input),
      file_name: input.target.name,
      on_conflict: input.target.onConflict,
      last_modified: input.lastModified,
      created_at: now,
      updated_at: now,
    };
  };

  return {
    checksums,
    open: async (arrival, name, reservation) => {
      const { actor, input } = arrival;
      const { id: storeId } = await stores.active();
      const row = {
        ...rowOf(arrival, { id: reservation.id, name }),
        size: input.size ?? null,
        store_id: storeId,
        staging_key: createBlobKey(),
        received: 0,
        state: 'open' as const,
      };
      return reservation.reserveWith(bytesNeeded(input, 0), async (trx) => {
        refuseMore(await targets.renew(trx, actor), await countOpenSessions(trx, scopeOf(row.principal)));
        const opened = await insertSession(trx, row, locks.lease);
        if (opened === undefined) throw new BegunElsewhereError('Another server has begun this upload.');
        return opened;
      });
    },
    verify: async (session, input) => {
      const { target, size } = input;
      const whole = session.state === 'finished' ? session.received : session.size;
      const same =
        session.parent_id === target.parentId &&
        session.path === pathOf(input) &&
        session.file_name === target.name &&
        (size === undefined || whole === null || whole === size);
      if (!same) throw uploadMismatch();
      if (size === undefined || whole !== null) return;
      await updateSize(db, session.id, size);
      session.size = size;
    },
    locate: async (session) => {
      const blobs = await stores.alone(session.store_id);
      const staged = await blobs.stagedSize(keyOf(session), session.received);
      if (staged === undefined) {
        const published = await blobs.size(keyOf(session));
        if (published !== undefined) return { location: 'published', received: published };
      }
      // Bytes beyond those that the row counts were never flushed; fewer mean a loss that the client can
      // repair.
      const received = Math.min(staged ?? 0, session.received);
      return { location: 'staged', received };
    },
    returnSurplus: (session, reservation) =>
      reservation.resizeWith(quotaFor(session, session.received), async () => undefined),
    advance: async (session, received, reservation) => {
      const { id, received: from } = session;
      const step = { id, from, to: received, holder, now: clock.now() };
      await reservation.resizeWith(quotaFor(session, received), async (on) => {
        if (await updateReceived(on, step)) return;
        throw takenOver();
      });
      session.received = received;
      if (received < from) session.losses += 1;
    },
    truncate: async (session) => {
      const writer = await stores.get(session.store_id).stage(keyOf(session), session.received);
      await writer.close();
    },
    isOwn: async (session) => {
      if (await locks.hasLease(session)) return true;
      if (!(await isOpen(db, session.id))) await stores.get(session.store_id).discard(keyOf(session));
      return false;
    },
    finish: async (trx, { id }, file) => {
      if (!(await finishSession(trx, { id, ...file, holder, now: clock.now() })))
        throw uploadMismatch('Another connection has finished this upload.');
    },
    insertFinished: async (trx, arrival, { id, name, key, itemId, size }) => {
      const row = {
        ...rowOf(arrival, { id, name }),
        size,
        store_id: null,
        staging_key: key,
        received: size,
        state: 'finished' as const,
        item_id: itemId,
      };
      if (!(await insertFinishedSession(trx, row)))
        throw uploadMismatch('Another connection has finished this upload.');
    },
    removeOpen: async (session, condition = { holder }) => {
      // The row goes first: orphaned bytes are collected later, but a row without bytes would mislead.
      const removed = await inTransaction(db, async (trx) => {
        if (!(await removeSession(trx, { id: session.id, state: 'open', ...condition }))) return false;
        await usage.releaseReservation(trx, session.id);
        return true;
      });
      if (!removed) return;
      checksums.release(session);
      // A copy of this database may have continued the upload or recorded the file by now.
      if ((await cleanableLately()).blockedReason !== undefined) return;
      const blobs = stores.get(session.store_id);
      await blobs.discard(keyOf(session));
      await blobs.trash(keyOf(session));
    },
  };
};
