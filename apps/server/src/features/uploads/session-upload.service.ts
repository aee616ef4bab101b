import type { UploadSessionRow } from '#db/tables/files.ts';
import type { Hold } from '#features/usage/index.ts';
import type { Actor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { Checksum, CreateChecksum } from '#lib/checksum.ts';
import {
  BlobStoreAwayError,
  BlobStoreError,
  BlobStoreFullError,
  normaliseKey,
  type StagedWriter,
} from '#ports/blob-store.ts';
import type { Admission, AdmissionService, StagedFile } from './admission.service.ts';
import { BrokenBodyError, type IncomingBytes } from '#http/incoming-bytes.ts';
import { uploadGap, uploadIncomplete, uploadMismatch } from './uploads.errors.ts';
import { checksumOfPart, headOf, takeIn, type Whereabouts } from './intake.service.ts';
import { passKnown } from './repeats.service.ts';
import { finishSession } from './uploads.repo.ts';
import { roomFor } from './uploads.rules.ts';
import type { Location } from './checksums.service.ts';
import type { SessionStore } from './session-store.service.ts';
import { heard, type Turn } from './turns.service.ts';
import type { UploadOutcome, UploadWish } from './uploads.types.ts';

/** A request that holds the turn of an open upload. */
export interface SessionRequest {
  readonly actor: Actor;
  readonly wish: UploadWish;
  readonly body: IncomingBytes;
  readonly turn: Turn;
  readonly admission: Admission;
  /** The room that is held for the upload. */
  readonly hold: Hold;
}

export interface SessionUploadDeps {
  readonly store: SessionStore;
  readonly admission: AdmissionService;
  readonly createChecksum: CreateChecksum;
  readonly now: () => number;
  /** This server, as a holder of uploads. */
  readonly holder: string;
}

/** An open upload and its room. */
type Upload = Readonly<{ session: UploadSessionRow; hold: Hold }>;

/** What the store holds of the file after a request. */
interface Received {
  readonly where: Whereabouts;
  readonly size: number;
  readonly checksum: Checksum;
  /** The first bytes, where they came with this request. */
  readonly head: Buffer | undefined;
}

/** What whoever sends bytes is told that another server takes in by now. */
const takenOver = 'Another connection has continued this upload.';
/** Codes after which the file can never be taken, whatever is sent next: nothing of it is kept. */
const hopeless = new Set(['upload.over_limit', 'upload.blocked_type', 'file_request.full']);
const isHopeless = (error: unknown): boolean => error instanceof AppError && hopeless.has(error.code);
/** What a failing disk has taken is not trusted, however much of it can be read again; one that is full or away is sound. */
const isUntrusted = (error: unknown): boolean =>
  error instanceof BlobStoreError &&
  !(error instanceof BlobStoreFullError) &&
  !(error instanceof BlobStoreAwayError);

/** Goes on with an open upload by the bytes of one request, and finishes it where they are the last. */
export type GoOn = (session: UploadSessionRow, request: SessionRequest) => Promise<UploadOutcome>;

export const createSessionUpload = ({
  store,
  admission,
  createChecksum,
  now,
  holder,
}: SessionUploadDeps): GoOn => {
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

  const mark = async ({ session, hold }: Upload, last: Mark, next: Mark): Promise<void> => {
    await store.advance(session, { received: next.position, hold });
    last.position = next.position;
    last.checksum = next.checksum;
  };

  const interrupted = async (
    upload: Upload,
    error: unknown,
    state: { writer: StagedWriter; checksum: Checksum; last: Mark; keep: boolean },
  ): Promise<unknown> => {
    const { session, hold } = upload;
    const { writer, checksum, last, keep } = state;
    if (!(await store.isOwn(session).catch(() => false))) {
      await writer.close();
      return error instanceof BrokenBodyError ? uploadMismatch(takenOver) : error;
    }
    if (isUntrusted(error) || isHopeless(error)) {
      await writer.close();
      await store.forget(session);
      return error;
    }
    if (error instanceof BrokenBodyError && keep) {
      await writer.flush();
      await mark(upload, last, { position: writer.position, checksum });
    }
    await writer.close();
    await store.cutBack(session);
    await store.checksums.remember(session, last.checksum);
    // Room for what did not come is given back now, or else when the lease ends.
    await store.keepRoom(session, hold).catch(() => undefined);
    return error instanceof BrokenBodyError ? uploadIncomplete(last.position, error) : error;
  };

  const receive = async (
    session: UploadSessionRow,
    location: Location,
    { wish, body, turn, admission: limits, hold }: SessionRequest,
  ): Promise<Received> => {
    const checksum = await store.checksums.of(session, location, turn.touch);
    const writer = await store.blobs.stage(normaliseKey(session.staging_key), location.received);
    const last: Mark = { position: location.received, checksum: checksum.copy() };
    const keep = wish.keepBroken;
    try {
      const head = await takeIn(heard(body, turn), {
        writer,
        checksum,
        skip: location.received - (wish.offset ?? location.received),
        admit: (length) => {
          limits.admit(length);
          return hold.grow(length);
        },
        inspect: limits.inspect,
        count: limits.count,
        progress: (position) => {
          if (keep) turn.position = position;
        },
        checkpoint: keep
          ? async () => {
              // The copy would keep what was received until the next time.
              await checksum.taken();
              await writer.flush();
              await mark({ session, hold }, last, { position: writer.position, checksum: checksum.copy() });
            }
          : undefined,
      });
      turn.settle();
      await writer.flush();
      return { where: 'staged', size: writer.position, checksum, head };
    } catch (error) {
      turn.settle();
      throw await interrupted({ session, hold }, error, { writer, checksum, last, keep });
    } finally {
      await writer.close();
    }
  };

  /** Everything is in the store already; only the record is missing, lost with a process that died. */
  const passAll = async (
    session: UploadSessionRow,
    location: Location,
    request: SessionRequest,
  ): Promise<Received> => {
    const { turn } = request;
    const known = {
      key: normaliseKey(session.staging_key),
      size: location.received,
      sha256: undefined,
    };
    await passKnown(store.blobs, known, { ...request, createChecksum, count: request.admission.count });
    return {
      where: 'published',
      size: location.received,
      checksum: await store.checksums.of(session, location, turn.touch),
      head: undefined,
    };
  };

  const finish = async (
    session: UploadSessionRow,
    { actor, wish, turn, admission: limits, hold }: SessionRequest,
    { size, checksum, where, ...received }: Received,
  ): Promise<UploadOutcome> => {
    const key = normaliseKey(session.staging_key);
    const head = received.head ?? (await headOf(store.blobs, { key, where, start: 0, length: size }));
    try {
      limits.inspect(head);
      const record: StagedFile['record'] = async (trx, { id }) => {
        const finished = { id: session.id, itemId: id, received: size, holder, now: now() };
        if (!(await finishSession(trx, finished))) {
          throw uploadMismatch('Another connection has finished this upload.');
        }
      };
      // A server that it was taken from may have written late: what came to it is not what came here, where a file changed.
      const prove: StagedFile['prove'] = async (sha256) => {
        if (session.takeovers === 0) return;
        const whole = { key, where: 'published', start: 0, length: size } as const;
        const after = createChecksum(size);
        const stored = await checksumOfPart(store.blobs, whole, { progress: turn.touch, after });
        if ((await stored.sums()).sha256 !== sha256)
          throw new BlobStoreError('Other bytes are stored than came.');
      };
      if (!(await store.isOwn(session))) throw uploadMismatch(takenOver);
      const file = { key, size, checksum, head, hold, prove, record };
      const item = await admission.conclude(actor, wish, file);
      store.checksums.release(session);
      return { kind: 'done', item };
    } catch (error) {
      if (isUntrusted(error) || isHopeless(error)) await store.forget(session);
      // No room for the file's name: what came with this request stays as well, where it may.
      else if (error instanceof BlobStoreFullError && where === 'staged' && wish.keepBroken) {
        await store.advance(session, { received: size, hold });
        await store.checksums.remember(session, checksum);
      }
      throw error;
    }
  };

  return async (session, request) => {
    const { wish, turn, hold } = request;
    const location = await store.locate(session);
    turn.position = location.received;
    if ((wish.offset ?? location.received) > location.received) throw uploadGap(location.received);
    if (location.where === 'staged' && location.received < session.received)
      await store.advance(session, { received: location.received, hold });
    await hold.grow(location.received);
    await hold.foresee(roomFor(wish, location.received));
    const received = await (location.where === 'staged' ? receive : passAll)(session, location, request);
    const whole = wish.isLast && received.size >= (wish.size ?? 0);
    if (whole) return finish(session, request, received);
    if (location.where === 'staged') {
      await store.advance(session, { received: received.size, hold });
      await store.checksums.remember(session, received.checksum);
    }
    if (wish.isLast) throw uploadIncomplete(received.size);
    return progressOf(session, received.size);
  };
};
