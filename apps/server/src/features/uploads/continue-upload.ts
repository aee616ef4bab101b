import type { UploadSessionRow } from '#db/tables/files.ts';
import type { Stores } from '#features/storage/index.ts';
import type { QuotaReservation } from '#features/usage/index.ts';
import type { Checksum, CreateChecksum } from '#lib/checksum.ts';
import { BlobStoreFullError, normaliseKey, type StagedWriter } from '#ports/blob-store.ts';
import type { Admission } from './admission.ts';
import type { PublishUpload } from './publish-upload.ts';
import { BrokenBodyError } from '#http/incoming-bytes.ts';
import { isFatal, isUntrusted, takenOver, uploadGap, uploadIncomplete } from './uploads.errors.ts';
import { type BlobLocation, headOf, receiveStream, verifyRepeatedUpload } from './receive-stream.ts';
import { bytesNeeded } from './uploads.rules.ts';
import type { DurableBytes } from './upload-checksums.ts';
import type { UploadSessions } from './upload-session.ts';
import { trackIdle, type UploadLock } from './upload-lock.ts';
import type { Arrival, UploadOutcome } from './upload-request.ts';

/** A request that holds the lock of an open upload. */
export interface ContinuingRequest extends Arrival {
  readonly lock: UploadLock;
  readonly admission: Admission;
}

export interface ContinueUploadDeps {
  readonly store: UploadSessions;
  readonly stores: Pick<Stores, 'get'>;
  readonly createChecksum: CreateChecksum;
  readonly publish: PublishUpload;
}

/** The bytes that the store holds of the file after a request. */
interface Received {
  readonly location: BlobLocation;
  readonly size: number;
  readonly checksum: Checksum;
  /** The first bytes, when they arrived with this request. */
  readonly head: Buffer | undefined;
}

/** The state of a request that failed while its bytes arrived. */
interface Interrupted {
  readonly reservation: QuotaReservation;
  readonly writer: StagedWriter;
  readonly checksum: Checksum;
  /** The checksum of the bytes that the row counts. */
  readonly saved: Checksum;
  /** True if the bytes that have arrived are kept. */
  readonly keep: boolean;
}

/** Continues an open upload with the bytes of one request, and finishes it when they are the last. */
export type ContinueUpload = (
  session: UploadSessionRow,
  request: ContinuingRequest,
) => Promise<UploadOutcome>;

export const createContinueUpload = ({
  store,
  stores,
  createChecksum,
  publish,
}: ContinueUploadDeps): ContinueUpload => {
  /** @returns the error to answer with */
  const interrupted = async (
    session: UploadSessionRow,
    error: unknown,
    state: Interrupted,
  ): Promise<unknown> => {
    const { reservation, writer, checksum, keep } = state;
    let { saved } = state;
    if (!(await store.isOwn(session).catch(() => false))) {
      await writer.close();
      return error instanceof BrokenBodyError ? takenOver() : error;
    }
    if (isUntrusted(error) || isFatal(error)) {
      await writer.close();
      await store.removeOpen(session);
      return error;
    }
    if (error instanceof BrokenBodyError && keep) {
      await writer.flush();
      await store.advance(session, writer.position, reservation);
      saved = checksum;
    }
    await writer.close();
    await store.truncate(session);
    await store.checksums.remember(session, saved);
    // The quota of missing bytes is returned now, or else when the reservation expires.
    await store.returnSurplus(session, reservation).catch(() => undefined);
    return error instanceof BrokenBodyError ? uploadIncomplete(session.received, error) : error;
  };

  const receive = async (
    session: UploadSessionRow,
    durable: DurableBytes,
    { input, body, lock, admission }: ContinuingRequest,
  ): Promise<Received> => {
    const { reservation } = admission;
    const checksum = await store.checksums.of(session, durable);
    const writer = await stores
      .get(session.store_id)
      .stage(normaliseKey(session.staging_key), durable.received);
    /** The checksum of the bytes that the row counts. */
    let saved = checksum.copy();
    const keep = input.offset !== undefined;
    const progress = (position: number): void => {
      lock.position = position;
    };
    const checkpoint = async (): Promise<void> => {
      // The copy would retain the received bytes until the next checkpoint.
      await checksum.taken();
      await writer.flush();
      await store.advance(session, writer.position, reservation);
      saved = checksum.copy();
    };
    try {
      const head = await receiveStream(trackIdle(body, lock), {
        writer,
        checksum,
        skip: durable.received - (input.offset ?? durable.received),
        admission,
        ...(keep ? { progress, checkpoint } : {}),
      });
      await writer.flush();
      return { location: 'staged', size: writer.position, checksum, head };
    } catch (error) {
      throw await interrupted(session, error, { reservation, writer, checksum, saved, keep });
    } finally {
      await writer.close();
    }
  };

  /** Verifies bytes that are published already: the process died before it recorded them. */
  const verifyPublished = async (
    session: UploadSessionRow,
    durable: DurableBytes,
    request: ContinuingRequest,
  ): Promise<Received> => {
    const known = {
      key: normaliseKey(session.staging_key),
      size: durable.received,
      sha256: undefined,
    };
    await verifyRepeatedUpload(stores.get(session.store_id), known, {
      ...request,
      createChecksum,
      count: request.admission.count,
    });
    return {
      location: 'published',
      size: durable.received,
      checksum: await store.checksums.of(session, durable),
      head: undefined,
    };
  };

  const finish = async (
    session: UploadSessionRow,
    request: ContinuingRequest,
    { size, checksum, location, ...received }: Received,
  ): Promise<UploadOutcome> => {
    const { inspect, reservation } = request.admission;
    const key = normaliseKey(session.staging_key);
    const blobs = stores.get(session.store_id);
    const head = received.head ?? (await headOf(blobs, { key, location, start: 0, length: size }));
    try {
      inspect(head);
      if (!(await store.isOwn(session))) throw takenOver();
      const storeId = session.store_id ?? '';
      const file = { storeId, key, size, checksum, head, reservation, session };
      const stored = await publish(request, file);
      store.checksums.release(session);
      return { kind: 'done', ...stored };
    } catch (error) {
      if (isUntrusted(error) || isFatal(error)) await store.removeOpen(session);
      // The store has no room to publish the file, so its received bytes stay where they may.
      else if (
        error instanceof BlobStoreFullError &&
        location === 'staged' &&
        request.input.offset !== undefined
      ) {
        await store.advance(session, size, reservation);
        await store.checksums.remember(session, checksum);
      }
      throw error;
    }
  };

  return async (session, request) => {
    const { input, lock } = request;
    const { reservation } = request.admission;
    const durable = await store.locate(session);
    lock.position = durable.received;
    if ((input.offset ?? durable.received) > durable.received) throw uploadGap(durable.received);
    if (durable.location === 'staged' && durable.received < session.received)
      await store.advance(session, durable.received, reservation);
    await reservation.grow(durable.received);
    await reservation.reserve(bytesNeeded({ ...input, size: session.size }, durable.received));
    const received = await (durable.location === 'staged' ? receive : verifyPublished)(
      session,
      durable,
      request,
    );
    const whole = input.isLast && received.size >= (session.size ?? 0);
    if (whole) return finish(session, request, received);
    if (durable.location === 'staged') {
      await store.advance(session, received.size, reservation);
      await store.checksums.remember(session, received.checksum);
    }
    if (input.isLast) throw uploadIncomplete(received.size);
    return { kind: 'progress', uploadId: session.name, offset: received.size };
  };
};
