const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Attempts at a job whose kind does not set a number. */
export const defaultMaxAttempts = 5;

/** Duration of a lease: a worker that does not renew it counts as dead. Far more than the clocks of nodes differ. */
export const leaseMs = 90 * second;
/** Interval at which a running worker renews its leases. */
export const renewEveryMs = 20 * second;
/** Interval of polling for jobs without a notification: those of other nodes, and of workers that died. */
export const pollEveryMs = 20 * second;

/** Milliseconds until the next attempt: 10 s, 1, 6, 36 minutes, 3.6 hours, then 6 hours. */
export const backoff = (attempts: number): number => Math.min(10 * second * 6 ** (attempts - 1), 6 * hour);

/**
 * Due jobs start with the next poll, and running ones renew their leases; without either for so long no worker is
 * alive.
 */
export const stalledAfterMs = 5 * minute;

/** Ends of its worker after which a job is taken for their cause. */
export const maxKills = 10;

/** Milliseconds until a job is retried whose worker has ended, so that a job cannot bring its server down in a loop. */
export const killBackoff = (kills: number): number => (kills <= 1 ? 0 : backoff(kills - 1));

/** Names one run of a node; the node's own name is the prefix of all of its runs. */
export const runOf = (node: string, run: string): string => `${node}:${run}`;

/** Retention of finished jobs. */
export const keepMs = { done: day, dead: 30 * day } as const;

const longestReason = 500;
/** Returns the recorded reason of an error: its message without a stack. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, longestReason);
