import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { FileTargets } from '#features/files/index.ts';
import { whoseOf } from '#features/links/index.ts';
import type { Hold, UsageService } from '#features/usage/index.ts';
import { type Actor, principalOf } from '#http/actor.ts';
import { type Checksum, createChecksum } from '#lib/checksum.ts';
import { type BlobStore, createBlobKey, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { noFileMore, tooManyOpen, uploadMismatch } from './uploads.errors.ts';
import { checksumOfPart, type Whereabouts } from './intake.service.ts';
import {
  countOpenSessions,
  findSession,
  insertSession,
  removeSession,
  updateReceived,
  updateSize,
} from './uploads.repo.ts';
import { openSessionsAtMost } from './uploads.rules.ts';
import type { UploadWish } from './uploads.types.ts';

/** Where the bytes of an open upload are, and how many of them can be relied on. */
export interface Location {
  readonly where: Whereabouts;
  readonly received: number;
}

/** Running checksums that are kept in memory: each saves reading the staged bytes again. */
const checksumsAtMost = 1_000;

export interface Opening {
  readonly actor: Actor;
  readonly name: string;
  readonly wish: UploadWish;
  /** Its id becomes that of the upload. */
  readonly hold: Hold;
  /** Bytes that must find room before any is taken. */
  readonly bytes: number;
}

/** How far an upload has come, and what it still needs. */
export interface Advance {
  /** Bytes that are durable. */
  readonly received: number;
  readonly hold: Hold;
}

/** Open uploads: their rows, their staged bytes, and the checksum so far. */
export interface SessionStore {
  readonly blobs: BlobStore;
  find(principal: string, name: string): Promise<UploadSessionRow | undefined>;
  /**
   * Opens an upload together with the room that it will take.
   *
   * @throws storage.exceeded, upload.too_many_open; upload.mismatch where another process has opened it meanwhile; what
   *   `FileTargets.renew` throws, and file_request.full where as many files as are asked for have come or are coming
   */
  open(opening: Opening): Promise<UploadSessionRow>;
  /**
   * What is to happen at a clash of names may be decided anew: people are asked when they meet it.
   *
   * @throws upload.mismatch where the request is for another target or size than the upload was begun for
   */
  verify(session: UploadSessionRow, wish: UploadWish): Promise<void>;
  /** Compares the row with what the store really holds; changes nothing. */
  locate(session: UploadSessionRow): Promise<Location>;
  /**
   * Records how many bytes are durable, in the row and in `session`; the room of what is not needed any
   * more is given back.
   *
   * @throws upload.mismatch where another process moved it
   */
  advance(session: UploadSessionRow, advance: Advance): Promise<void>;
  /** Gives the room of bytes back that did not come, and goes on holding the rest. */
  keepRoom(session: UploadSessionRow, hold: Hold): Promise<void>;
  /** Drops staged bytes that the row does not count. */
  cutBack(session: UploadSessionRow, checksum: Checksum): Promise<void>;
  /** The checksum of the bytes that the row counts; the caller may change it. */
  checksumOf(session: UploadSessionRow, location: Location, progress: () => void): Promise<Checksum>;
  /** Keeps the checksum of the bytes that the row counts for the next request. */
  remember(session: UploadSessionRow, checksum: Checksum): void;
  /** Lets go of what is in memory. */
  release(session: UploadSessionRow): void;
  /** Removes an open upload and its bytes; with `restingSince`, only where nothing has happened to it since then. */
  forget(session: UploadSessionRow, restingSince?: number): Promise<void>;
  /** Removes the record of a finished upload; `restingSince` as above. */
  drop(session: UploadSessionRow, restingSince?: number): Promise<void>;
}

/** @param open unfinished uploads that there are @throws upload.too_many_open, file_request.full */
const refuseMore = (actor: Actor, open: number): void => {
  const { person, link } = openSessionsAtMost;
  if (open >= (actor.kind === 'guest' ? link : person)) throw tooManyOpen();
  const files = actor.kind === 'guest' ? (actor.room?.files ?? null) : null;
  if (files !== null && open >= files) throw noFileMore(files);
};

const pathOf = ({ target }: UploadWish): string => target.path.join('/');

export const createSessionStore = ({
  db,
  blobs,
  clock,
  usage,
  targets,
}: {
  db: Db;
  blobs: BlobStore;
  clock: Clock;
  usage: UsageService;
  targets: Pick<FileTargets, 'renew'>;
}): SessionStore => {
  const checksums = new Map<string, { position: number; checksum: Checksum }>();
  const keyOf = (session: UploadSessionRow) => normaliseKey(session.staging_key);

  const roomOf = ({ size }: UploadSessionRow, received: number) => ({
    kept: received,
    bytes: size ?? received,
  });

  const store: SessionStore = {
    blobs,
    find: (principal, name) => findSession(db, principal, name),
    open: async ({ actor, name, wish, hold, bytes }) => {
      const now = clock.now();
      const principal = principalOf(actor);
      const row = {
        id: hold.id,
        principal,
        name,
        parent_id: wish.target.parentId,
        path: pathOf(wish),
        file_name: wish.target.name,
        on_conflict: wish.target.onConflict,
        size: wish.size ?? null,
        staging_key: createBlobKey(),
        received: 0,
        state: 'open' as const,
        last_modified: wish.lastModified,
        created_at: now,
        updated_at: now,
      };
      return hold.foreseeWith(bytes, async (trx) => {
        refuseMore(await targets.renew(trx, actor), await countOpenSessions(trx, whoseOf(principal)));
        const opened = await insertSession(trx, row);
        if (opened === undefined) throw uploadMismatch('Another connection has begun this upload.');
        return opened;
      });
    },
    verify: async (session, wish) => {
      const { target, size } = wish;
      const whole = session.state === 'finished' ? session.received : session.size;
      const same =
        session.parent_id === target.parentId &&
        session.path === pathOf(wish) &&
        session.file_name === target.name &&
        (size === undefined || whole === null || whole === size);
      if (!same) throw uploadMismatch();
      if (size === undefined || whole !== null) return;
      await updateSize(db, session.id, size);
      session.size = size;
    },
    locate: async (session) => {
      const staged = await blobs.stagedSize(keyOf(session));
      if (staged === undefined) {
        const published = await blobs.size(keyOf(session));
        if (published !== undefined) return { where: 'published', received: published };
      }
      // More than the row counts was never flushed; less than it counts is a loss that the client can mend.
      const received = Math.min(staged ?? 0, session.received);
      return { where: 'staged', received };
    },
    keepRoom: (session, hold) => hold.keepWith(roomOf(session, session.received), async () => undefined),
    advance: async (session, { received, hold }) => {
      const step = { id: session.id, from: session.received, to: received, now: clock.now() };
      await hold.keepWith(roomOf(session, received), async (on) => {
        if (await updateReceived(on, step)) return;
        throw uploadMismatch('Another connection has continued this upload.');
      });
      session.received = received;
    },
    cutBack: async (session, checksum) => {
      const writer = await blobs.stage(keyOf(session), session.received);
      await writer.close();
      store.remember(session, checksum);
    },
    checksumOf: async (session, { where, received }, progress) => {
      const kept = checksums.get(session.id);
      checksums.delete(session.id);
      if (kept?.position === received) return kept.checksum;
      if (received === 0) return createChecksum();
      return checksumOfPart(blobs, { key: keyOf(session), where, start: 0, length: received }, progress);
    },
    remember: (session, checksum) => {
      const oldest = checksums.size >= checksumsAtMost ? checksums.keys().next() : undefined;
      if (oldest?.done === false) checksums.delete(oldest.value);
      checksums.set(session.id, { position: session.received, checksum });
    },
    release: (session) => {
      checksums.delete(session.id);
    },
    forget: async (session, restingSince) => {
      // The row goes first: bytes without a row are collected, a row without bytes would mislead.
      const removed = await inTransaction(db, async (trx) => {
        if (!(await removeSession(trx, { id: session.id, state: 'open', restingSince }))) return false;
        await usage.releaseReservation(trx, session.id);
        return true;
      });
      if (!removed) return;
      checksums.delete(session.id);
      await blobs.discard(keyOf(session));
      await blobs.remove(keyOf(session));
    },
    drop: async (session, restingSince) => {
      await removeSession(db, { id: session.id, state: 'finished', restingSince });
    },
  };
  return store;
};
