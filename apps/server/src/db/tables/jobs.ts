import type { Generated, Selectable } from 'kysely';

/** `dead`: given up; what failed is in `last_error`. */
export type JobState = 'waiting' | 'running' | 'done' | 'dead';

export interface JobsTable {
  id: string;
  /** What is to be done: the name under which a feature has registered its work. */
  kind: string;
  /** Of the jobs of one kind that are not finished only one bears a key. */
  dedupe_key: string | null;
  /** Whose work it is, where nobody is to wait for somebody else's: jobs of different lanes take turns. */
  lane: Generated<string>;
  /** JSON. */
  payload: string;
  state: Generated<JobState>;
  /** Asked for again while it ran: it starts anew when it ends. */
  again: Generated<0 | 1>;
  /** Not before; milliseconds since 1970. */
  run_at: number;
  attempts: Generated<number>;
  max_attempts: number;
  /** How often it was running when its worker ended: that may not be its fault, and is no attempt. */
  kills: Generated<number>;
  /** While it runs: which run of which node has it, and until when that must have given a sign of life. */
  claimed_by: string | null;
  lease_until: number | null;
  last_error: string | null;
  created_at: number;
  finished_at: number | null;
}
export type JobRow = Selectable<JobsTable>;
