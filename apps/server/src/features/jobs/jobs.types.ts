import type { Db } from '#db/database.ts';
import type { JobRow, JobState } from '#db/tables/jobs.ts';

export interface NewJob {
  /** A kind that a feature handles. */
  readonly kind: string;
  /** Small, and of ids rather than of facts: the work may be done much later. Kept as JSON. */
  readonly payload: unknown;
  /** While a job of this kind and key is not finished, another one is not added. */
  readonly dedupeKey?: string;
  /** Whose work it is, an account's id for example: jobs of different lanes take turns. */
  readonly lane?: string;
  /** Not before this time, in milliseconds since 1970; now unless said. */
  readonly runAt?: number;
}

/** What a handler is told of the attempt that it makes. */
export interface Attempt {
  readonly id: string;
  /** 1 for the first. */
  readonly number: number;
  /** Set off when the server stops; a handler that throws then is called again after the next start. */
  readonly signal: AbortSignal;
}

/** How a feature does the jobs of one kind. Work may be done twice, so it must not matter if it is. */
export interface JobHandler {
  /** A rejection means another attempt later, `JobFailedError` that there is no point in one. */
  readonly run: (payload: unknown, attempt: Attempt) => Promise<void>;
  /** Told when a job is given up; the reason is the last error's message. */
  readonly gaveUp?: (payload: unknown, reason: string) => Promise<void>;
  /** Jobs of this kind that one server does at once; 1 unless said. */
  readonly concurrency?: number;
  /** Attempts before a job is given up; 5 unless said. */
  readonly maxAttempts?: number;
}

/** How many jobs of a kind are in a state. */
export interface JobCount extends Pick<JobRow, 'kind' | 'state'> {
  readonly count: number;
}

/** Which jobs are asked for. */
export interface JobsQuery {
  readonly kind?: string | undefined;
  readonly state?: JobState | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface JobsPage {
  readonly rows: readonly JobRow[];
  /** Of those that are asked for. */
  readonly total: number;
  /** Of all kinds and states. */
  readonly counts: readonly JobCount[];
}

/** Work that is done outside requests and survives the end of the process: a queue in the database. */
export interface JobsService {
  /** Registers how jobs of a kind are done; to be called before `start`. */
  handle(kind: string, handler: JobHandler): void;
  /**
   * Adds jobs. One whose key is taken by a waiting job is left out; where that job runs already it will be
   * done again.
   *
   * @param trx where the jobs belong to a transaction; call `nudge` when it is committed
   */
  enqueue(jobs: readonly NewJob[], trx?: Db): Promise<void>;
  /** Whether a job of a kind waits or runs, on whatever node. */
  isOpen(kind: string): Promise<boolean>;
  /** Looks for work now. */
  nudge(): void;
  /** Begins to do jobs. */
  start(): void;
  /** Takes no more jobs, asks those that run to stop, and resolves when they have. */
  settled(): Promise<void>;
  /** Forgets jobs that were finished long ago; to be called from time to time. */
  sweep(): Promise<void>;
  /** Forgets all jobs that are done. @returns how many */
  forgetDone(): Promise<number>;
  /** For administrators: how much there is of each kind in which state. */
  counts(): Promise<JobCount[]>;
  /** Jobs, the latest added first, and how much there is of everything. */
  page(query: JobsQuery): Promise<JobsPage>;
  /** Gives a job that was given up another round of attempts. @returns its kind; undefined where there is no such job */
  retry(id: string): Promise<string | undefined>;
  /**
   * Forgets a job that was given up.
   *
   * @param note writes that down, in the same transaction. @returns its kind; undefined where there is no such job
   */
  dismiss(id: string, note: (trx: Db, kind: string) => Promise<void>): Promise<string | undefined>;
  /** As `retry`, for all of a kind; of those with the same key one. @returns how many */
  retryAll(kind: string): Promise<number>;
}
