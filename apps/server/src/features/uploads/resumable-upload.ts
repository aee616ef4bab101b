import type { Db } from '#db/database.ts';
import type { UploadSessionRow } from '#db/tables/files.ts';
import type { FileTargets } from '#features/files/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import { principalOf } from '#lib/actor.ts';
import type { Stores } from '#features/storage/index.ts';
import { normaliseKey } from '#ports/blob-store.ts';
import type { CreateChecksum } from '#lib/checksum.ts';
import type { Admission, Admissions } from './admission.ts';
import type { UploadCanceller } from './cancel-uploads.ts';
import { verifyRepeatedUpload } from './receive-stream.ts';
import { BegunElsewhereError, type UploadSessions } from './upload-session.ts';
import type { ContinueUpload } from './continue-upload.ts';
import type { SmallUploads } from './small-upload.ts';
import type { UploadLock, UploadLocks } from './upload-lock.ts';
import { isRequestFull, uploadMismatch } from './uploads.errors.ts';
import { findBlobByKey, findSession, removeSession } from './uploads.repo.ts';
import type { Arrival, UploadOutcome } from './upload-request.ts';

export interface ResumableUploadDeps {
  readonly db: Db;
  readonly stores: Pick<Stores, 'get'>;
  readonly createChecksum: CreateChecksum;
  readonly targets: FileTargets;
  readonly usage: UsageService;
  readonly admissions: Admissions;
  readonly locks: UploadLocks;
  readonly store: UploadSessions;
  readonly canceller: UploadCanceller;
  readonly small: SmallUploads;
  readonly continueUpload: ContinueUpload;
}

/** Receives bytes for a resumable upload, which any later request to any server can continue. */
export type ReceiveResumable = (arrival: Arrival, name: string) => Promise<UploadOutcome>;

/** An admitted upload. */
interface Begun {
  readonly session: UploadSessionRow;
  readonly admission: Admission;
}

/**
 * Creates the receiver of resumable uploads. One server at a time leases such an upload, and its progress counts
 * once it is durable.
 */
export const createResumableUpload = ({
  db,
  stores,
  createChecksum,
  targets,
  usage,
  admissions,
  locks,
  store,
  canceller,
  small,
  continueUpload,
}: ResumableUploadDeps): ReceiveResumable => {
  /**
   * Answers a request for a finished upload, as if its first answer had been lost. Returns undefined when the
   * file is gone.
   */
  const repeat = async (
    session: UploadSessionRow,
    { actor, input, body }: Arrival,
    lock: UploadLock,
  ): Promise<UploadOutcome | undefined> => {
    const { staging_key: key, received: size } = session;
    const item = session.item_id === null ? undefined : await targets.findOwn(db, actor, session.item_id);
    if (item === undefined) {
      await removeSession(db, { id: session.id, state: 'finished' });
      return undefined;
    }
    lock.position = size;
    const blob = await findBlobByKey(db, key);
    if (blob === undefined) throw uploadMismatch();
    const count = (bytes: number): void => usage.countTraffic(item.owner_id, { upload: bytes });
    await verifyRepeatedUpload(
      stores.get(blob.store_id),
      { key: normaliseKey(key), size, sha256: blob.sha256 },
      { input, body, lock, createChecksum, count },
    );
    return input.isLast
      ? { kind: 'done', item, sha256: blob.sha256 }
      : { kind: 'progress', uploadId: session.name, offset: size };
  };

  /**
   * Runs work that a request for files may be too full for. A guest who reloads the page starts anew, so their abandoned
   * uploads must not block them.
   */
  const withRoom = async <T>({ actor }: Arrival, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!isRequestFull(error) || !(await canceller.cancelAbandoned(principalOf(actor)))) throw error;
      return work();
    }
  };

  /** Checks that bytes may be received, for an open upload or for a new one. */
  const admit = (arrival: Arrival, name: string, open: UploadSessionRow | undefined): Promise<Begun> =>
    withRoom(arrival, async () => {
      const admission = await admissions.open(arrival, 'session', open);
      return { session: open ?? (await store.open(arrival, name, admission.reservation)), admission };
    });

  const receive = async (arrival: Arrival, name: string, lock: UploadLock): Promise<UploadOutcome> => {
    const { actor, input } = arrival;
    const found = await locks.takeLease({ principal: principalOf(actor), name });
    if (found?.state === 'open') {
      return locks.withLease(found, lock, async () => {
        await store.verify(found, input);
        const { admission } = await admit(arrival, name, found).catch(async (error: unknown) => {
          // An upload that no longer fits would only block a smaller file.
          if (isRequestFull(error)) await store.removeOpen(found);
          throw error;
        });
        return continueUpload(found, { ...arrival, lock, admission });
      });
    }
    if (found !== undefined) {
      await store.verify(found, input);
      const answer = await repeat(found, arrival, lock);
      if (answer !== undefined) return answer;
    }
    const { session, admission } = await admit(arrival, name, undefined);
    return locks.withLease(session, lock, () => continueUpload(session, { ...arrival, lock, admission }));
  };

  const isNew = async ({ actor }: Arrival, name: string): Promise<boolean> =>
    (await findSession(db, principalOf(actor), name)) === undefined;

  return (arrival, name) =>
    locks.withLock({ principal: principalOf(arrival.actor), name }, arrival.body.abort, async (lock) => {
      if (small.isSmall(arrival.input) && (await isNew(arrival, name)))
        return {
          kind: 'done',
          ...(await small.receive(arrival, {
            name,
            lock,
            admit: (...request) => withRoom(arrival, () => admissions.open(...request)),
          })),
        };
      for (;;) {
        try {
          return await receive(arrival, name, lock);
        } catch (error) {
          if (!(error instanceof BegunElsewhereError)) throw error;
        }
      }
    });
};
