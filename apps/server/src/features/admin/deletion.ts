import type { Db, Trx } from '#db/database.ts';
import { isForeignKeyViolation } from '#db/errors.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { JobsService, NewJob } from '#features/jobs/index.ts';
import { invalidField } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import { listDeleting, markEndedDemo, removeUser } from './deletion.repo.ts';
import type { LockUser } from './user-lock.ts';
import { auditFieldsOf } from './users-changes.ts';
import { countItems, updateManaged } from './users.repo.ts';
import { isNamed, nameOf } from './users.rules.ts';
import type { Administrator, Credentials, ItemCounts, RecordActivity } from './users.types.ts';

/**
 * Deletes a part of the data of an account. It is idempotent, and stops between two of its own steps when the
 * signal is aborted.
 */
export type Erasure = (userId: string, signal: AbortSignal) => Promise<void>;

export interface Deletion {
  /**
   * Hides an account at once; its data is deleted in the background, and the account itself last.
   *
   * @param typed the name that the administrator typed
   * @throws user.yourself, user.last_admin; request.invalid for another name
   */
  begin(admin: Administrator, id: string, typed: string): Promise<void>;
  /**
   * Begins to delete a throwaway account without an administrator. It ignores one that is gone, being deleted, or
   * not a throwaway account.
   */
  endDemo(id: string): Promise<void>;
  /** Continues deletions that have begun; called at the start, and periodically. */
  resume(): Promise<void>;
}

export interface DeletionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Pick<JobsService, 'enqueue' | 'handle' | 'nudge'>;
  readonly lockUser: LockUser;
  readonly credentials: Credentials;
  readonly record: RecordActivity;
  /** Removes a user's avatar. */
  readonly dropAvatar: (trx: Trx, imageId: string | null) => Promise<void>;
  /** In the order in which they run. */
  readonly erasures: readonly Erasure[];
}

const jobKind = 'user-deletion';
/** Twelve attempts take about two days. The next sweep enqueues a deletion again that was given up. */
const maxAttempts = 12;

/** Facts that are known only at the beginning, and are recorded at the end. */
interface Beginning extends Partial<ItemCounts> {
  readonly userId: string;
  /** The administrator who deletes the account; unknown if the job was given up and is enqueued anew. */
  readonly by?: string;
}

const jobOf = (beginning: Beginning): NewJob => ({
  kind: jobKind,
  payload: beginning,
  dedupeKey: beginning.userId,
  lane: beginning.userId,
});
/** Rounds over all data, because an upload in progress may have added something. */
const rounds = 5;

export const createDeletion = (deps: DeletionDeps): Deletion => {
  const { db, clock, jobs, lockUser, credentials, record, dropAvatar, erasures } = deps;

  /** @returns false if the account has data again */
  const removeAccount = async ({ userId, by, files, folders }: Beginning): Promise<boolean> => {
    try {
      await inTransaction(db, async (trx) => {
        const gone = await removeUser(trx, userId);
        if (gone === undefined) return;
        await dropAvatar(trx, gone.avatar_id);
        const details = {
          name: nameOf(gone),
          email: gone.email,
          ...(files === undefined ? {} : { files }),
          ...(folders === undefined ? {} : { folders }),
        };
        await record(trx, { kind: 'user.deleted', actorId: by ?? null, userId, details });
      });
      return true;
    } catch (error) {
      if (isForeignKeyViolation(error)) return false;
      throw error;
    }
  };

  const erase = async (beginning: Beginning, signal: AbortSignal): Promise<void> => {
    for (let round = 1; round <= rounds; round += 1) {
      for (const erasure of erasures) {
        await erasure(beginning.userId, signal);
        signal.throwIfAborted();
      }
      if (await removeAccount(beginning)) return;
    }
    throw new Error('The account keeps getting new items.');
  };

  jobs.handle(jobKind, {
    maxAttempts,
    run: (payload, { signal }) => erase(payload as Beginning, signal),
  });

  return {
    begin: async (admin, id, typed) => {
      const ended = await lockUser(admin.actor, id, async ({ trx, user, refuse }) => {
        refuse('delete');
        if (!isNamed(user, typed))
          throw invalidField('name', 'This isn’t the user’s name. Type it exactly as shown.');
        const now = clock.now();
        await updateManaged(trx, id, { deleting_at: now, updated_at: now });
        await credentials.revokeLinksOf(trx, id);
        await credentials.revokeTokensOf(trx, id);
        const details = { name: nameOf(user), email: user.email };
        await record(trx, { ...auditFieldsOf(admin, id), kind: 'user.deletion_begun', details });
        const counts = (await countItems(trx, [id])).get(id);
        await jobs.enqueue([jobOf({ userId: id, by: admin.actor.id, ...counts })], trx);
        return credentials.endSessionsOf(trx, id);
      });
      credentials.announce(ended);
      jobs.nudge();
    },
    endDemo: async (id) => {
      const ended = await inTransaction(db, async (trx) => {
        if (!(await markEndedDemo(trx, id, clock.now()))) return [];
        await credentials.revokeLinksOf(trx, id);
        await credentials.revokeTokensOf(trx, id);
        await jobs.enqueue([jobOf({ userId: id })], trx);
        return credentials.endSessionsOf(trx, id);
      });
      credentials.announce(ended);
      jobs.nudge();
    },
    resume: async () => jobs.enqueue((await listDeleting(db)).map((userId) => jobOf({ userId }))),
  };
};
