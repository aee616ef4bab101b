const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Attempts at a job whose kind does not say how many. */
export const defaultMaxAttempts = 5;

/** Without a sign of life for so long a worker counts as dead. Far more than the clocks of nodes differ. */
export const leaseMs = 90 * second;
/** A running worker gives a sign of life so often. */
export const renewEveryMs = 20 * second;
/** Looks for jobs that nothing announced: those of other nodes, and of workers that died. */
export const pollEveryMs = 20 * second;

/** Milliseconds until the next attempt: 10 s, 1, 6, 36 minutes, 3.6 hours, then 6 hours. */
export const backoff = (attempts: number): number => Math.min(10 * second * 6 ** (attempts - 1), 6 * hour);

/** What is due is begun at the next look, and who works gives signs of life: after so long without either nobody does. */
export const stalledAfterMs = 5 * minute;

/** How often a job's worker may have ended while it was at it, until it is taken for the reason. */
export const maxKills = 10;

/** Milliseconds until a job is begun again whose worker has ended. What ends a whole server must not do so on and on. */
export const killBackoff = (kills: number): number => (kills <= 1 ? 0 : backoff(kills - 1));

/** Names one run of a node; the node's own end is what the next run of it begins with. */
export const runOf = (node: string, run: string): string => `${node}:${run}`;

/** How long finished jobs are remembered. */
export const keepMs = { done: day, dead: 30 * day } as const;

const longestReason = 500;
/** What is written down of an error: its sentence, without a stack. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, longestReason);
