import type { Db } from '#db/database.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { FileTargets } from '#features/files/index.ts';
import type { QuotaReservation, UsageService } from '#features/usage/index.ts';
import { principalOf } from '#lib/actor.ts';
import type { Stores } from '#features/storage/index.ts';
import { normaliseKey } from '#ports/blob-store.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { type Admission, type AdmissionService, announcedLengthOf } from './admission.ts';
import type { UploadCanceller } from './cancel-uploads.ts';
import { verifyRepeatedUpload } from './receive-stream.ts';
import { BegunElsewhereError, type UploadSessions } from './upload-session.ts';
import type { ContinueUpload } from './continue-upload.ts';
import type { UploadLock, UploadLocks } from './upload-lock.ts';
import { isRequestFull, uploadMismatch } from './uploads.errors.ts';
import { findBlobByKey } from './uploads.repo.ts';
import { bytesNeeded } from './uploads.rules.ts';
import type { Arrival, UploadOutcome, UploadInput } from './upload-request.ts';

export interface ResumableUploadDeps {
  readonly db: Db;
  readonly stores: Pick<Stores, 'get'>;
  readonly clock: Clock;
  readonly createChecksum: CreateChecksum;
  readonly targets: FileTargets;
  readonly usage: UsageService;
  readonly admission: AdmissionService;
  readonly locks: UploadLocks;
  readonly store: UploadSessions;
  readonly canceller: UploadCanceller;
  readonly continueUpload: ContinueUpload;
}

/** Receives bytes for a resumable upload, which any later request to any server can continue. */
export type ReceiveResumable = (arrival: Arrival, name: string) => Promise<UploadOutcome>;

/** An admitted upload with its limits and its reservation. */
interface Admitted {
  readonly session: UploadSessionRow;
  readonly input: UploadInput;
  readonly limits: Admission;
  readonly reservation: QuotaReservation;
}

/**
 * Creates the receiver of resumable uploads. One server at a time leases such an upload, and its progress counts
 * once it is durable.
 */
export const createResumableUpload = ({
  db,
  stores,
  clock,
  createChecksum,
  targets,
  usage,
  admission,
  locks,
  store,
  canceller,
  continueUpload,
}: ResumableUploadDeps): ReceiveResumable => {
  /**
   * Answers a request for a finished upload, as if its first answer had been lost. Returns undefined when the
   * file is gone.
   */
  const repeat = async (
    session: UploadSessionRow,
    { actor, ...request }: Omit<Arrival, 'budget'> & { readonly lock: UploadLock },
  ): Promise<UploadOutcome | undefined> => {
    const { staging_key: key, received: size } = session;
    const item = session.item_id === null ? undefined : await targets.findOwn(db, actor, session.item_id);
    if (item === undefined) {
      await store.removeFinished(session);
      return undefined;
    }
    request.lock.position = size;
    const blob = await findBlobByKey(db, key);
    if (blob === undefined) throw uploadMismatch();
    const count = (bytes: number): void => usage.countTraffic(item.owner_id, { upload: bytes });
    await verifyRepeatedUpload(
      stores.get(blob.store_id),
      { key: normaliseKey(key), size, sha256: blob.sha256 },
      { ...request, createChecksum, count },
    );
    return request.input.isLast
      ? { kind: 'done', item }
      : { kind: 'progress', uploadId: session.name, offset: size };
  };

  /** A guest who reloads the page starts anew, so their abandoned uploads must not block them. */
  const retryAfterCancelling = async <T>(principal: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!isRequestFull(error) || !(await canceller.cancelAbandoned(principal))) throw error;
      return work();
    }
  };

  /** Checks whether the bytes may be received, for an open upload or for a new one. */
  const admit = async (
    { actor, input, budget }: Arrival,
    name: string,
    open: UploadSessionRow | undefined,
  ): Promise<Admitted> => {
    budget.session = open?.id;
    budget.bytes = open?.received ?? 0;
    const size = input.size ?? open?.size ?? undefined;
    const known: UploadInput = { ...input, size };
    const start = input.offset ?? open?.received ?? 0;
    const limits = await admission.open(actor, known, { start, budget });
    const reservation = await usage.openReservation(limits.account, {
      id: open?.id ?? createId(clock.now()),
      kind: 'session',
      mayExist: open !== undefined,
      length: announcedLengthOf(actor, size ?? input.expected),
    });
    const session =
      open ?? (await store.open({ actor, name, input, reservation, bytes: bytesNeeded(known, 0) }));
    return { session, input: known, limits, reservation };
  };

  const receive = async (arrival: Arrival, name: string, lock: UploadLock): Promise<UploadOutcome> => {
    const { actor, input, body, budget } = arrival;
    const principal = principalOf(actor);
    const proceed = ({ session, input: known, limits, reservation }: Admitted): Promise<UploadOutcome> => {
      budget.session = session.id;
      return continueUpload(session, { actor, input: known, body, lock, admission: limits, reservation });
    };
    const found = await locks.takeLease({ principal, name });
    if (found?.state === 'open') {
      return locks.withLease(found, lock, async () => {
        await store.verify(found, input);
        const admitted = retryAfterCancelling(principal, () => admit(arrival, name, found));
        return proceed(
          await admitted.catch(async (error: unknown) => {
            // An upload that no longer fits would only block a smaller file.
            if (isRequestFull(error)) await store.removeOpen(found);
            throw error;
          }),
        );
      });
    }
    if (found !== undefined) {
      await store.verify(found, input);
      const answer = await repeat(found, { actor, input, body, lock });
      if (answer !== undefined) return answer;
    }
    const begun = await retryAfterCancelling(principal, () => admit(arrival, name, undefined));
    return locks.withLease(begun.session, lock, () => proceed(begun));
  };

  return (arrival, name) => {
    const principal = principalOf(arrival.actor);
    return locks.withLock({ principal, name }, arrival.body.abort, async (lock) => {
      for (;;) {
        try {
          return await receive(arrival, name, lock);
        } catch (error) {
          if (!(error instanceof BegunElsewhereError)) throw error;
        }
      }
    });
  };
};
