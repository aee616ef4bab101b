import type { Db } from '#db/database.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import { type Checksum, createChecksum } from '#lib/checksum.ts';
import { type BlobStore, createBlobKey, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { uploadMismatch } from './uploads.errors.ts';
import { checksumOfPart, type Whereabouts } from './intake.service.ts';
import { findSession, insertSession, removeSession, updateReceived, updateSize } from './uploads.repo.ts';
import type { UploadWish } from './uploads.types.ts';

/** Where the bytes of an open upload are, and how many of them can be relied on. */
export interface Location {
  readonly where: Whereabouts;
  readonly received: number;
}

/** Running checksums that are kept in memory: each saves reading the staged bytes again. */
const checksumsAtMost = 1_000;

/** Open uploads: their rows, their staged bytes, and the checksum so far. */
export interface SessionStore {
  readonly blobs: BlobStore;
  find(principal: string, name: string): Promise<UploadSessionRow | undefined>;
  /** Opens an upload, or answers the one that another request has opened in the meantime. */
  open(principal: string, name: string, wish: UploadWish): Promise<UploadSessionRow>;
  /** @throws upload.mismatch where the request is for another target or size than the upload was begun for */
  verify(session: UploadSessionRow, wish: UploadWish): Promise<void>;
  /** Compares the row with what the store really holds; changes nothing. */
  locate(session: UploadSessionRow): Promise<Location>;
  /** Records how many bytes are durable, in the row and in `session`. @throws upload.mismatch where another process moved it */
  advance(session: UploadSessionRow, received: number): Promise<void>;
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

const pathOf = ({ target }: UploadWish): string => target.path.join('/');

export const createSessionStore = ({
  db,
  blobs,
  clock,
}: {
  db: Db;
  blobs: BlobStore;
  clock: Clock;
}): SessionStore => {
  const checksums = new Map<string, { position: number; checksum: Checksum }>();
  const keyOf = (session: UploadSessionRow) => normaliseKey(session.staging_key);

  const store: SessionStore = {
    blobs,
    find: (principal, name) => findSession(db, principal, name),
    open: async (principal, name, wish) => {
      const now = clock.now();
      const opened = await insertSession(db, {
        id: createId(now),
        principal,
        name,
        parent_id: wish.target.parentId,
        path: pathOf(wish),
        file_name: wish.target.name,
        on_conflict: wish.target.onConflict,
        size: wish.size ?? null,
        staging_key: createBlobKey(),
        received: 0,
        state: 'open',
        last_modified: wish.lastModified,
        created_at: now,
        updated_at: now,
      });
      const session = opened ?? (await findSession(db, principal, name));
      if (session === undefined) throw uploadMismatch();
      return session;
    },
    verify: async (session, wish) => {
      const { target, size } = wish;
      const whole = session.state === 'finished' ? session.received : session.size;
      const same =
        session.parent_id === target.parentId &&
        session.path === pathOf(wish) &&
        session.file_name === target.name &&
        session.on_conflict === target.onConflict &&
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
    advance: async (session, received) => {
      const moved = await updateReceived(db, {
        id: session.id,
        from: session.received,
        to: received,
        now: clock.now(),
      });
      if (!moved) throw uploadMismatch('Another connection has continued this upload.');
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
      if (!(await removeSession(db, { id: session.id, state: 'open', restingSince }))) return;
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
