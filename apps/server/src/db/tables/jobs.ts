import type { Generated, Selectable } from 'kysely';

/** `dead`: given up; what failed is in `last_error`. */
export type JobState = 'waiting' | 'running' | 'done' | 'dead';

export interface JobsTable {
  id: string;
  /** Kind of work: the name under which a feature has registered its handler. */
  kind: string;
  /** Of the jobs of one kind that are not finished only one bears a key. */
  dedupe_key: string | null;
  /** Queue of its own within a kind, so that no account waits for another: jobs of different lanes take turns. */
  lane: Generated<string>;
  /** JSON. */
  payload: string;
  state: Generated<JobState>;
  /** Requested again while it ran: it restarts when it ends. */
  rerun: Generated<0 | 1>;
  /** Not before; milliseconds since 1970. */
  run_at: number;
  attempts: Generated<number>;
  max_attempts: number;
  /** Number of times that its worker ended while it ran: it may not be at fault, so this is no attempt. */
  kills: Generated<number>;
  /** While it runs: the run and node that hold it, and the deadline of their next heartbeat. */
  claimed_by: string | null;
  lease_until: number | null;
  last_error: string | null;
  created_at: number;
  finished_at: number | null;
}
export type JobRow = Selectable<JobsTable>;
