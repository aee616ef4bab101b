import type { UploadSessionRow } from '#db/tables/files.ts';
import type { Actor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Checksum } from '#lib/checksum.ts';
import { BlobStoreError, BlobStoreFullError, normaliseKey, type StagedWriter } from '#ports/blob-store.ts';
import type { Admission, AdmissionService } from './admission.service.ts';
import type { IncomingBytes } from './uploads.body.ts';
import { BrokenBodyError, uploadGap, uploadIncomplete, uploadMismatch } from './uploads.errors.ts';
import { headOf, passOver, takeIn } from './uploads.intake.ts';
import { finishSession } from './uploads.repo.ts';
import type { Location, SessionStore } from './session-store.service.ts';
import type { Turn } from './uploads.turns.ts';
import type { UploadOutcome, UploadWish } from './uploads.wish.ts';

/** A request that holds the turn of an open upload. */
export interface SessionRequest {
  readonly actor: Actor;
  readonly wish: UploadWish;
  readonly body: IncomingBytes;
  readonly turn: Turn;
  readonly admission: Admission;
}

export interface SessionUploadDeps {
  readonly store: SessionStore;
  readonly admission: AdmissionService;
  readonly now: () => number;
}

/** Codes after which the file can never be taken, whatever is sent next: nothing of it is kept. */
const hopeless = new Set(['upload.over_limit', 'upload.blocked_type']);

/** Goes on with an open upload by the bytes of one request, and finishes it where they are the last. */
export type GoOn = (session: UploadSessionRow, request: SessionRequest) => Promise<UploadOutcome>;

export const createSessionUpload = ({ store, admission, now }: SessionUploadDeps): GoOn => {
  const progressOf = (session: UploadSessionRow, offset: number): UploadOutcome => ({
    kind: 'progress',
    uploadId: session.name,
    offset,
  });

  /** The last durable state of the upload while bytes come in. */
  interface Mark {
    position: number;
    checksum: Checksum;
  }

  const mark = async (session: UploadSessionRow, last: Mark, next: Mark): Promise<void> => {
    await store.advance(session, next.position);
    last.position = next.position;
    last.checksum = next.checksum;
  };

  const interrupted = async (
    error: unknown,
    session: UploadSessionRow,
    state: { writer: StagedWriter; checksum: Checksum; last: Mark; keep: boolean },
  ): Promise<unknown> => {
    const { writer, checksum, last, keep } = state;
    if (error instanceof AppError && hopeless.has(error.code)) {
      await writer.close();
      await store.forget(session);
      return error;
    }
    if (error instanceof BlobStoreError && !(error instanceof BlobStoreFullError)) {
      // What a failing disk has taken is not trusted, however much of it can be read again.
      await writer.close();
      await store.forget(session);
      return error;
    }
    if (error instanceof BrokenBodyError && keep) {
      await writer.flush();
      await mark(session, last, { position: writer.position, checksum });
    }
    await writer.close();
    await store.cutBack(session, last.checksum);
    return error instanceof BrokenBodyError ? uploadIncomplete(last.position, error) : error;
  };

  const receive = async (
    session: UploadSessionRow,
    location: Location,
    { wish, body, turn, admission: limits }: SessionRequest,
  ): Promise<{ size: number; checksum: Checksum; head: Buffer | undefined }> => {
    const checksum = await store.checksumOf(session, location, turn.touch);
    const writer = await store.blobs.stage(normaliseKey(session.staging_key), location.received);
    const last: Mark = { position: location.received, checksum: checksum.copy() };
    const keep = wish.keepBroken;
    try {
      const head = await takeIn(body, {
        writer,
        checksum,
        skip: location.received - (wish.offset ?? location.received),
        admit: limits.admit,
        inspect: limits.inspect,
        progress: (position) => {
          turn.touch();
          if (keep) turn.position = position;
        },
        checkpoint: keep
          ? async () => {
              await writer.flush();
              await mark(session, last, { position: writer.position, checksum: checksum.copy() });
            }
          : undefined,
      });
      turn.settle();
      await writer.flush();
      return { size: writer.position, checksum, head };
    } catch (error) {
      turn.settle();
      throw await interrupted(error, session, { writer, checksum, last, keep });
    } finally {
      await writer.close();
    }
  };

  /** Everything is in the store already; only the record is missing, lost with a process that died. */
  const passAll = async (
    session: UploadSessionRow,
    location: Location,
    { wish, body, turn }: SessionRequest,
  ): Promise<{ size: number; checksum: Checksum; head: undefined }> => {
    const length = await passOver(body, turn.touch);
    if ((wish.offset ?? location.received) + length > location.received) throw uploadMismatch();
    return {
      size: location.received,
      checksum: await store.checksumOf(session, location, turn.touch),
      head: undefined,
    };
  };

  const finish = async (
    session: UploadSessionRow,
    location: Location,
    { actor, wish, admission: limits }: SessionRequest,
    received: { size: number; checksum: Checksum; head: Buffer | undefined },
  ): Promise<UploadOutcome> => {
    const key = normaliseKey(session.staging_key);
    const { size, checksum } = received;
    const head = received.head ?? (await headOf(store.blobs, key, location.where, size));
    try {
      limits.inspect(head);
      const item = await admission.conclude(
        actor,
        wish,
        { key, size, checksum, head },
        async (trx, { id }) => {
          const recorded = await finishSession(trx, {
            id: session.id,
            itemId: id,
            received: size,
            now: now(),
          });
          if (!recorded) throw uploadMismatch('Another connection has finished this upload.');
        },
      );
      store.release(session);
      return { kind: 'done', item };
    } catch (error) {
      if (error instanceof BlobStoreError || (error instanceof AppError && hopeless.has(error.code)))
        await store.forget(session);
      throw error;
    }
  };

  return async (session, request) => {
    const { wish, turn } = request;
    const location = await store.locate(session);
    turn.position = location.received;
    if ((wish.offset ?? location.received) > location.received) throw uploadGap(location.received);
    if (location.where === 'staged' && location.received < session.received)
      await store.advance(session, location.received);
    const received = await (location.where === 'staged' ? receive : passAll)(session, location, request);
    const whole = wish.isLast && received.size >= (wish.size ?? 0);
    if (whole) return finish(session, location, request, received);
    if (location.where === 'staged') {
      await store.advance(session, received.size);
      store.remember(session, received.checksum);
    }
    if (wish.isLast) throw uploadIncomplete(received.size);
    return progressOf(session, received.size);
  };
};
