import { randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import type { ActivityService } from '#features/activity/index.ts';
import { type AuthService, limits, type NewSession } from '#features/auth/index.ts';
import type { JobsService } from '#features/jobs/index.ts';
import type { UsageService } from '#features/usage/index.ts';
import type { UsersService } from '#features/users/index.ts';
import type { UserActor } from '#lib/actor.ts';
import type { Caller } from '#lib/caller.ts';
import { AppError } from '#lib/app-error.ts';
import { networkOf } from '#lib/http/network-of.ts';
import type { Clock } from '#ports/clock.ts';
import { countDemos, listEnded, lockDemos, markDemo } from './demo.repo.ts';
import { demoCapacity, demoEmail, demoLife, mostDemos } from './demo.rules.ts';
import { createSamples, type SamplesDeps } from './sample-files.ts';

export interface OpenedDemo {
  readonly session: NewSession;
  /** Milliseconds since 1970 at which the account is deleted. */
  readonly until: number;
}

/** Throwaway accounts for people who want to try the application. */
export interface DemoService {
  /**
   * Creates an account with sample files and signs in to it.
   *
   * @param replaces the token of the session that the browser has already
   * @throws limit.too_many, demo.full
   */
  open(caller: Caller, replaces: string | undefined): Promise<OpenedDemo>;
  /** Deletes accounts that expired while no job did it; called periodically. */
  sweep(): Promise<void>;
}

export interface DemoDeps extends SamplesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Pick<JobsService, 'enqueue' | 'handle'>;
  readonly users: Pick<UsersService, 'create' | 'hashPassword'>;
  readonly auth: Pick<AuthService, 'limits' | 'sessions'>;
  readonly usage: Pick<UsageService, 'confine'>;
  readonly record: ActivityService['record'];
  /** Deletes a demo account; one that is gone or being deleted is ignored. */
  readonly endAccount: (userId: string) => Promise<void>;
}

const jobKind = 'demo-end';
/** An abandoned deletion may wait: 16 hours in all. */
const maxAttempts = 8;

const jobOf = (userId: string, runAt: number) => ({
  kind: jobKind,
  payload: { userId },
  dedupeKey: userId,
  runAt,
});

/** Throwaway accounts, each with its own samples and an expiry. */
export const createDemoService = (deps: DemoDeps): DemoService => {
  const { db, clock, jobs, users, auth, usage, record, endAccount } = deps;
  const plantSamples = createSamples(deps);
  jobs.handle(jobKind, {
    maxAttempts,
    run: (payload) => endAccount((payload as { readonly userId: string }).userId),
  });

  /**
   * A random password that is never shown: the account belongs to its first session, and ends with it or a day
   * later.
   */
  const makeAccount = async (until: number): Promise<string> => {
    const passwordHash = await users.hashPassword(randomBytes(32).toString('base64url'));
    return inTransaction(db, async (trx) => {
      await lockDemos(trx);
      if ((await countDemos(trx)) >= mostDemos) throw new AppError('demo.full', { retryAfter: 60 * 60 });
      const id = await users.create(trx, {
        email: demoEmail(randomBytes(8).toString('hex')),
        passwordHash,
        role: 'user',
        firstName: 'Demo',
        lastName: '',
      });
      await markDemo(trx, id, until);
      await usage.confine(trx, id, demoCapacity);
      await jobs.enqueue([jobOf(id, until)], trx);
      return id;
    });
  };

  const actorOf = (id: string): UserActor => ({
    kind: 'user',
    id,
    role: 'user',
    canUpload: true,
    canDownload: true,
    canCreateFolder: true,
    demo: true,
  });

  return {
    open: async (caller, replaces) => {
      await auth.limits.count(`demo:from:${networkOf(caller.address)}`, limits.demosFromAddress);
      const until = clock.now() + demoLife;
      const id = await makeAccount(until);
      try {
        await plantSamples(actorOf(id));
      } catch (error) {
        await endAccount(id);
        throw error;
      }
      const session = await inTransaction(db, async (trx) => {
        await record(trx, {
          kind: 'session.signed_in',
          actorId: id,
          userId: id,
          ...caller,
          details: { method: 'demo', remember: false },
        });
        return auth.sessions.open(trx, id, { remember: false, caller });
      });
      if (replaces !== undefined) await auth.sessions.end(replaces);
      return { session, until };
    },
    sweep: async () => {
      const now = clock.now();
      await jobs.enqueue((await listEnded(db, now)).map((id) => jobOf(id, now)));
    },
  };
};
