import type { Db } from '#db/database.ts';
import { listClosedToUploads, type PrincipalScope } from '#features/links/index.ts';
import type { Clock } from '#ports/clock.ts';
import type { UploadSessions } from './upload-session.ts';
import type { UploadLocks } from './upload-lock.ts';
import { findSession, listAbandoned, listOpenSessions, removeFinishedSessions } from './uploads.repo.ts';
import { abandonedAfter } from './uploads.rules.ts';

/** Cancels unfinished uploads and deletes their bytes. */
export interface UploadCanceller {
  /** Cancels one upload; an unknown one is no error. */
  cancel(principal: string, name: string): Promise<void>;
  /** Cancels the uploads that one principal has abandoned. @returns whether there were any */
  cancelAbandoned(principal: string): Promise<boolean>;
  /** Cancels all uploads of an owner or link, and deletes the records of finished ones. @throws the signal's reason */
  cancelAll(scope: PrincipalScope, signal: AbortSignal): Promise<void>;
  /** Cancels uploads of guests whose links no longer accept any, so that they hold no more space. */
  cancelOfClosedLinks(links: readonly string[]): Promise<void>;
}

export interface UploadCancellerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: UploadSessions;
  readonly locks: UploadLocks;
}

export const createUploadCanceller = ({ db, clock, store, locks }: UploadCancellerDeps): UploadCanceller => {
  const cancel = async (principal: string, name: string): Promise<void> => {
    await locks.evict({ principal, name });
    await locks.withLock(
      { principal, name },
      () => undefined,
      async () => {
        const session = await findSession(db, principal, name);
        // Another server that is receiving the upload notices at its next heartbeat.
        if (session?.state === 'open') await store.removeOpen(session, {});
      },
    );
  };

  const cancelAbandoned = async (principal: string): Promise<boolean> => {
    const abandoned = (await listAbandoned(db, principal, clock.now() - abandonedAfter)).filter(
      (one) => locks.holder(one) === undefined,
    );
    for (const one of abandoned) await cancel(principal, one.name);
    return abandoned.length > 0;
  };
  const cancelOpen = async (scope: PrincipalScope, signal?: AbortSignal): Promise<void> => {
    for (;;) {
      const open = await listOpenSessions(db, scope);
      if (open.length === 0) break;
      for (const { principal, name } of open) {
        await cancel(principal, name);
        signal?.throwIfAborted();
      }
    }
  };
  const cancelAll = async (scope: PrincipalScope, signal: AbortSignal): Promise<void> => {
    await cancelOpen(scope, signal);
    await removeFinishedSessions(db, scope);
  };

  const cancelOfClosedLinks = async (links: readonly string[]): Promise<void> => {
    for (const link of await listClosedToUploads(db, [...new Set(links)], clock.now()))
      await cancelOpen({ link });
  };

  return { cancel, cancelAbandoned, cancelAll, cancelOfClosedLinks };
};
