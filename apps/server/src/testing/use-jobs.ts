import { afterEach, beforeEach } from 'vitest';
import type { Db } from '#db/database.ts';
import {
  createJobsService,
  JobFailedError,
  type JobHandler,
  type JobsService,
} from '#features/jobs/index.ts';
import { createMigratedDatabase } from '#testing/migrated-database.ts';
import { createTestClock, type TestClock } from '#testing/test-clock.ts';
import type { TestDatabase } from '#testing/test-database.ts';

/** A job of the kind that the nodes of a test do. */
export const job = (payload: unknown, more: { dedupeKey?: string; lane?: string; runAt?: number } = {}) => ({
  kind: 'test',
  payload,
  ...more,
});

/** A handler that runs until it is ended. */
export const createSlowWork = () => {
  const started: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const run: JobHandler['run'] = async (payload, { signal }) => {
    started.push(payload);
    await Promise.race([
      promise,
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('told to stop')));
      }),
    ]);
  };
  return { started, run, end: resolve };
};

export interface TestQueue {
  readonly db: Db;
  readonly clock: TestClock;
  /** The nodes that were made, oldest first. */
  readonly nodes: readonly JobsService[];
  /** Errors that the queue has reported. */
  readonly failures: readonly unknown[];
  failed(this: void, error: unknown): void;
  /** Creates a node on the database, under a new name by default. */
  createNode(this: void, handler: JobHandler, node?: string): JobsService;
  /** State and attempts of all jobs, oldest first. */
  states(this: void): Promise<{ state: string; attempts: number }[]>;
}

/** A queue of its own for each test of a file; a test fails where the queue itself has failed. */
export const useJobs = (): TestQueue => {
  let database: TestDatabase;
  let clock: TestClock;
  let nodes: JobsService[];
  let failures: unknown[];
  const failed = (error: unknown): void => void failures.push(error);
  beforeEach(async () => {
    database = await createMigratedDatabase(':memory:');
    clock = createTestClock();
    nodes = [];
    failures = [];
  });
  afterEach(async () => {
    for (const jobs of nodes) await jobs.settled();
    await database.drop();
    if (failures.some((error) => !(error instanceof JobFailedError)))
      throw new AggregateError(failures, 'the queue itself failed');
  });
  return {
    get db() {
      return database.db;
    },
    get clock() {
      return clock;
    },
    get nodes() {
      return nodes;
    },
    get failures() {
      return failures;
    },
    failed,
    createNode: (handler, node = `node${nodes.length}`) => {
      const jobs = createJobsService({ db: database.db, clock, node, onError: failed });
      jobs.handle('test', handler);
      nodes.push(jobs);
      return jobs;
    },
    states: async () =>
      (await database.db.selectFrom('jobs').select(['state', 'attempts']).orderBy('id').execute()).map(
        (row) => ({ ...row }),
      ),
  };
};
