import type { Db } from '#db/database.ts';
import type { JobRow, JobState } from '#db/tables/jobs.ts';

export interface NewJob {
  /** A kind that a feature handles. */
  readonly kind: string;
  /** Small, and of ids rather than of facts, because the work may be done much later. Stored as JSON. */
  readonly payload: unknown;
  /** While a job of this kind and key is not finished, another one is not added. */
  readonly dedupeKey?: string;
  /** The beneficiary of the work, for example an account's id: jobs of different lanes are served in turn. */
  readonly lane?: string;
  /** Milliseconds since 1970 before which it does not run; now by default. */
  readonly runAt?: number;
}

/** The attempt that a handler makes. */
export interface Attempt {
  readonly id: string;
  /** 1 for the first. */
  readonly number: number;
  /** Aborted when the server stops; a handler that throws then is called again after the next start. */
  readonly signal: AbortSignal;
}

/** A handler for jobs of one kind. A job may run twice, so handlers must be idempotent. */
export interface JobHandler {
  /** Rejects to request another attempt later; `JobFailedError` gives the job up. */
  readonly run: (payload: unknown, attempt: Attempt) => Promise<void>;
  /** Called when a job is given up; the reason is the last error's message. */
  readonly gaveUp?: (payload: unknown, reason: string) => Promise<void>;
  /** Jobs of this kind that one server runs at once; 1 by default. */
  readonly concurrency?: number;
  /** Attempts before a job is given up; 5 by default. */
  readonly maxAttempts?: number;
}

/** The number of jobs of a kind in a state. */
export interface JobCount extends Pick<JobRow, 'kind' | 'state'> {
  readonly count: number;
}

/** A filter for jobs. */
export interface JobsQuery {
  readonly kind?: string | undefined;
  readonly state?: JobState | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface JobsPage {
  readonly rows: readonly JobRow[];
  /** Jobs that match the filter. */
  readonly total: number;
  /** Of all kinds and states. */
  readonly counts: readonly JobCount[];
}

/** A durable queue in the database for work outside requests. */
export interface JobsService {
  /** Registers the handler of a kind; called before `start`. */
  handle(kind: string, handler: JobHandler): void;
  /**
   * Adds jobs. One whose key has a waiting job is dropped; if that job runs already, it runs again.
   *
   * @param trx the transaction that the jobs belong to; call `nudge` after its commit
   */
  enqueue(jobs: readonly NewJob[], trx?: Db): Promise<void>;
  /** Tells whether a job of a kind waits or runs, on any node. */
  isOpen(kind: string): Promise<boolean>;
  /** Polls the queue now. */
  nudge(): void;
  /** Starts to run jobs. */
  start(): void;
  /** Claims no more jobs, aborts the running ones, and resolves when they have stopped. */
  settled(): Promise<void>;
  /** Deletes jobs that finished long ago; called periodically. */
  sweep(): Promise<void>;
  /** Deletes all jobs that are done. @returns how many */
  forgetDone(): Promise<number>;
  /** Returns the number of jobs of each kind and state, for administrators. */
  counts(): Promise<JobCount[]>;
  /** Lists jobs, the latest added first, with the counts of all kinds and states. */
  page(query: JobsQuery): Promise<JobsPage>;
  /** Gives a given-up job another round of attempts. @returns its kind; undefined if there is no such job */
  retry(id: string): Promise<string | undefined>;
  /**
   * Deletes a given-up job.
   *
   * @param note records that in the same transaction. @returns its kind; undefined if there is no such job
   */
  dismiss(id: string, note: (trx: Db, kind: string) => Promise<void>): Promise<string | undefined>;
  /** As `retry`, for all of a kind, and one for each key. @returns how many */
  retryAll(kind: string): Promise<number>;
}
