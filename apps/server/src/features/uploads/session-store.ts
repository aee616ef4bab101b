import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { FileTargets } from '#features/files/index.ts';
import { whoseOf } from '#features/links/index.ts';
import type { QuotaReservation, UsageService } from '#features/usage/index.ts';
import { type Actor, principalOf } from '#http/actor.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import { memoizeFor } from '#lib/memoize-for.ts';
import { type BlobStore, createBlobKey, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { requestBusy, tooManyOpen, uploadMismatch } from './uploads.errors.ts';
import { type Checksums, createChecksums, type DurableBytes } from './upload-checksums.ts';
import type { Leases } from './upload-leases.ts';
import {
  countOpenSessions,
  findSession,
  insertSession,
  isOpen,
  type RemovalCondition,
  removeSession,
  updateReceived,
  updateSize,
} from './uploads.repo.ts';
import { openSessionsAtMost } from './uploads.rules.ts';
import type { UploadInput } from './uploads.types.ts';

/** Milliseconds for which it counts whether something may be removed from the store. */
const heldMs = 10_000;

export interface Opening {
  readonly actor: Actor;
  readonly name: string;
  readonly input: UploadInput;
  /** Its id becomes that of the upload. */
  readonly reservation: QuotaReservation;
  /** Bytes that must find room before any is taken. */
  readonly bytes: number;
}

/** How far an upload has come, and what it still needs. */
export interface Advance {
  /** Bytes that are durable. */
  readonly received: number;
  readonly reservation: QuotaReservation;
}

/** Another server has begun the same upload meanwhile: there is a row now. */
export class BegunElsewhereError extends Error {
  override readonly name = 'BegunElsewhereError';
}

/** Open uploads: their rows, their staged bytes, and the checksum so far. */
export interface SessionStore {
  readonly blobs: BlobStore;
  readonly checksums: Checksums;
  find(principal: string, name: string): Promise<UploadSessionRow | undefined>;
  /**
   * Opens an upload together with the room that it will take; this server holds it.
   *
   * @throws storage.exceeded, upload.too_many_open, BegunElsewhereError; what `FileTargets.renew` throws, and file_request.full where as many files as are asked for have come or are coming
   */
  open(opening: Opening): Promise<UploadSessionRow>;
  /**
   * What is to happen at a clash of names may be decided anew: people are asked when they meet it.
   *
   * @throws upload.mismatch where the request is for another target or size than the upload was begun for
   */
  verify(session: UploadSessionRow, input: UploadInput): Promise<void>;
  /** Compares the row with what the store really holds; changes nothing. */
  locate(session: UploadSessionRow): Promise<DurableBytes>;
  /**
   * Records how many bytes are durable, in the row and in `session`; the room of what is not needed any
   * more is given back.
   *
   * @throws upload.mismatch where another server has taken it
   */
  advance(session: UploadSessionRow, advance: Advance): Promise<void>;
  /** Gives the room of bytes back that did not come, and goes on holding the rest. */
  returnSurplus(session: UploadSessionRow, reservation: QuotaReservation): Promise<void>;
  /** Drops staged bytes that the row does not count. */
  truncate(session: UploadSessionRow): Promise<void>;
  /**
   * Whether the upload is this server's still, to be asked before bytes are dropped or published. Where it has come to its
   * end meanwhile, what this server has staged of it is dropped.
   */
  isOwn(session: UploadSessionRow): Promise<boolean>;
  /** Removes an open upload and its bytes, where it is as it must be: this server's, unless something else is said. */
  removeOpen(session: UploadSessionRow, condition?: RemovalCondition): Promise<void>;
  /** Removes the record of a finished upload. */
  removeFinished(session: UploadSessionRow, condition?: RemovalCondition): Promise<void>;
}

/** @param open unfinished uploads that there are @throws upload.too_many_open, file_request.full */
const refuseMore = (actor: Actor, open: number): void => {
  const { person, link } = openSessionsAtMost;
  if (open >= (actor.kind === 'guest' ? link : person)) throw tooManyOpen();
  const files = actor.kind === 'guest' ? (actor.room?.files ?? null) : null;
  if (files !== null && open >= files) throw requestBusy();
};

const pathOf = ({ target }: UploadInput): string => target.path.join('/');

/** Uploads that go on over several requests, as the database and the staged bytes have them. */
export const createSessionStore = ({
  db,
  blobs,
  createChecksum,
  clock,
  usage,
  targets,
  leases,
  held,
}: {
  db: Db;
  blobs: BlobStore;
  createChecksum: CreateChecksum;
  clock: Clock;
  usage: UsageService;
  targets: Pick<FileTargets, 'renew'>;
  leases: Leases;
  /** Why nothing may be removed from the store, in a sentence; undefined: it may. */
  held: () => Promise<string | undefined>;
}): SessionStore => {
  const { holder } = leases.lease;
  const checksums = createChecksums(blobs, createChecksum);
  const keyOf = (session: UploadSessionRow) => normaliseKey(session.staging_key);

  const heldLately = memoizeFor(held, heldMs);

  const roomOf = ({ size }: UploadSessionRow, received: number) => ({
    kept: received,
    bytes: size ?? received,
  });

  return {
    blobs,
    checksums,
    find: (principal, name) => findSession(db, principal, name),
    open: async ({ actor, name, input, reservation, bytes }) => {
      const now = clock.now();
      const principal = principalOf(actor);
      const row = {
        id: reservation.id,
        principal,
        name,
        parent_id: input.target.parentId,
        path: pathOf(input),
        file_name: input.target.name,
        on_conflict: input.target.onConflict,
        size: input.size ?? null,
        staging_key: createBlobKey(),
        received: 0,
        state: 'open' as const,
        last_modified: input.lastModified,
        created_at: now,
        updated_at: now,
      };
      return reservation.reserveWith(bytes, async (trx) => {
        refuseMore(await targets.renew(trx, actor), await countOpenSessions(trx, whoseOf(principal)));
        const opened = await insertSession(trx, row, leases.lease);
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
      const staged = await blobs.stagedSize(keyOf(session), session.received);
      if (staged === undefined) {
        const published = await blobs.size(keyOf(session));
        if (published !== undefined) return { location: 'published', received: published };
      }
      // More than the row counts was never flushed; less than it counts is a loss that the client can mend.
      const received = Math.min(staged ?? 0, session.received);
      return { location: 'staged', received };
    },
    returnSurplus: (session, reservation) =>
      reservation.resizeWith(roomOf(session, session.received), async () => undefined),
    advance: async (session, { received, reservation }) => {
      const { id, received: from } = session;
      const step = { id, from, to: received, holder, now: clock.now() };
      await reservation.resizeWith(roomOf(session, received), async (on) => {
        if (await updateReceived(on, step)) return;
        throw uploadMismatch('Another connection has continued this upload.');
      });
      session.received = received;
      if (received < from) session.losses += 1;
    },
    truncate: async (session) => {
      const writer = await blobs.stage(keyOf(session), session.received);
      await writer.close();
    },
    isOwn: async (session) => {
      if (await leases.isOwn(session)) return true;
      if (!(await isOpen(db, session.id))) await blobs.discard(keyOf(session));
      return false;
    },
    removeOpen: async (session, condition = { holder }) => {
      // The row goes first: bytes without a row are collected, a row without bytes would mislead.
      const removed = await inTransaction(db, async (trx) => {
        if (!(await removeSession(trx, { id: session.id, state: 'open', ...condition }))) return false;
        await usage.releaseReservation(trx, session.id);
        return true;
      });
      if (!removed) return;
      checksums.release(session);
      // Where a copy of this database uses the store, it may have gone on with it, or have the file on record by now.
      if ((await heldLately()) !== undefined) return;
      await blobs.discard(keyOf(session));
      await blobs.remove(keyOf(session));
    },
    removeFinished: async (session, condition = {}) => {
      await removeSession(db, { id: session.id, state: 'finished', ...condition });
    },
  };
};
