import { type Insertable, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import type { JobRow, JobsTable } from '#db/tables/jobs.ts';
import type { JobCount } from './jobs.types.ts';

/** Inserts jobs. If a running one has the key, it is marked to run again, in the lane of the new one. */
export const insertJobs = async (db: Db, jobs: readonly Insertable<JobsTable>[]): Promise<void> => {
  await db
    .insertInto('jobs')
    .values(jobs)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'dedupe_key'])
        .where('finished_at', 'is', null)
        .doUpdateSet({ rerun: 1, lane: (eb) => eb.ref('excluded.lane') })
        .where('jobs.state', '=', 'running'),
    )
    .execute();
};

export interface LaneSearch {
  readonly kind: string;
  /** The lane that was served last; undefined if there is none. */
  readonly after: string | undefined;
  /** Lanes at most. */
  readonly limit: number;
  readonly now: number;
}

/** Lists the next lanes with a due job of this kind. It skips from lane to lane, however many jobs each has. */
export const listLanesDue = async (db: Db, { kind, after, limit, now }: LaneSearch): Promise<string[]> => {
  const waiting = sql`from jobs where kind = ${kind} and state = 'waiting'`;
  const first = after === undefined ? waiting : sql`${waiting} and lane > ${after}`;
  const { rows } = await sql<{ lane: string }>`
    with recursive lanes (lane) as (
      select (select min(lane) ${first})
      union all
      select (select min(jobs.lane) ${waiting} and jobs.lane > lanes.lane) from lanes where lanes.lane is not null
    )
    select lane from lanes where lane is not null
      and exists (select 1 ${waiting} and jobs.lane = lanes.lane and run_at <= ${now})
    limit ${limit}`.execute(db);
  return rows.map(({ lane }) => lane);
};

export interface Claim {
  readonly kind: string;
  readonly lane: string;
  readonly limit: number;
  readonly now: number;
  readonly leaseUntil: number;
  readonly claimedBy: string;
}

/** Claims waiting jobs of a lane, the longest due first; no two workers get the same one. */
export const claimJobs = (
  db: Db,
  { kind, lane, limit, now, leaseUntil, claimedBy }: Claim,
): Promise<JobRow[]> => {
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('lane', '=', lane)
    .where('state', '=', sql.lit('waiting'))
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit);
  return db
    .updateTable('jobs')
    .set({
      state: 'running',
      attempts: sql<number>`attempts + 1`,
      claimed_by: claimedBy,
      lease_until: leaseUntil,
    })
    .where('id', 'in', isPostgres(db) ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .execute();
};

/** Returns when the next waiting job of these kinds is due. */
export const findNextDue = async (db: Db, kinds: readonly string[]): Promise<number | undefined> => {
  const row = await db
    .selectFrom('jobs')
    .select('run_at')
    .where('kind', 'in', kinds)
    .where('state', '=', sql.lit('waiting'))
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst();
  return row?.run_at;
};

const held = (db: Db, { id, claimed_by }: Pick<JobRow, 'id' | 'claimed_by'>) =>
  db
    .updateTable('jobs')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('claimed_by', '=', claimed_by);

/** @returns false if another worker has the job by now */
export const renewLease = async (db: Db, job: JobRow, leaseUntil: number): Promise<boolean> =>
  (await held(db, job).set({ lease_until: leaseUntil }).executeTakeFirst()).numUpdatedRows > 0n;

/** Ends a job, or puts it back if it was enqueued again while it ran, behind all jobs due now. */
const ended = (state: 'done' | 'dead', now: number) => ({
  state: sql<'done' | 'dead'>`case when rerun = 1 then 'waiting' else ${sql.lit(state)} end`,
  finished_at: sql<number | null>`case when rerun = 1 then null else cast(${now} as bigint) end`,
  run_at: sql<number>`case when rerun = 1 then cast(${now + 1} as bigint) else run_at end`,
  attempts: sql<number>`case when rerun = 1 then 0 else attempts end`,
  kills: sql<number>`case when rerun = 1 then 0 else kills end`,
  rerun: 0 as const,
  claimed_by: null,
  lease_until: null,
});

/** Marks a job as done. @returns whether it is to run again */
export const finishJob = async (db: Db, job: JobRow, now: number): Promise<boolean> => {
  const row = await held(db, job)
    .set({ ...ended('done', now), last_error: null })
    .returning('state')
    .executeTakeFirst();
  return row?.state === 'waiting';
};

/** Puts a job back, to be retried at `runAt`. */
export const postponeJob = async (
  db: Db,
  job: JobRow,
  change: Pick<JobRow, 'run_at' | 'last_error' | 'attempts'> & Partial<Pick<JobRow, 'kills'>>,
): Promise<void> => {
  await held(db, job)
    .set({ ...change, state: 'waiting', rerun: 0, claimed_by: null, lease_until: null })
    .execute();
};

/** Gives a job up. */
export const markJobDead = async (
  db: Db,
  job: JobRow,
  { now, reason }: { now: number; reason: string },
): Promise<void> => {
  await held(db, job)
    .set({ ...ended('dead', now), last_error: reason })
    .execute();
};

/** Lists running jobs of these kinds whose leases have expired. */
export const listAbandoned = (db: Db, kinds: readonly string[], now: number): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('state', '=', sql.lit('running'))
    .where('lease_until', '<', now)
    .where('kind', 'in', kinds)
    .orderBy('lease_until')
    .limit(500)
    .execute();

/** Lists running jobs of these kinds that earlier runs of a node had. @param run the present one */
export const listLeft = (
  db: Db,
  kinds: readonly string[],
  { node, run }: { readonly node: string; readonly run: string },
): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('state', '=', sql.lit('running'))
    .where('kind', 'in', kinds)
    .where('claimed_by', '>=', `${node}:`)
    .where('claimed_by', '<', `${node};`)
    .where('claimed_by', '<>', run)
    .execute();

/** Deletes finished jobs. @returns how many */
export const removeFinished = async (
  db: Db,
  { state, before, limit }: { state: 'done' | 'dead'; before: number; limit: number },
): Promise<number> => {
  const old = db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', state)
    .where('finished_at', 'is not', null)
    .where('finished_at', '<', before)
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('jobs').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
};

/** Tells whether a job of a kind waits or runs. */
export const hasOpen = async (db: Db, kind: string): Promise<boolean> => {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export const countJobs = (db: Db): Promise<JobCount[]> =>
  db
    .selectFrom('jobs')
    .select(['kind', 'state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy(['kind', 'state'])
    .orderBy('kind')
    .orderBy('state')
    .execute();

/** A selection of jobs, the latest added first. */
export interface JobsPart {
  readonly limit: number;
  readonly offset: number;
}

const latest = (db: Db, limit: number) =>
  db.selectFrom('jobs').selectAll().orderBy('id', 'desc').limit(limit);

export const listLatest = (db: Db, { limit, offset }: JobsPart): Promise<JobRow[]> =>
  latest(db, limit).offset(offset).execute();

/** Lists the jobs of some kinds and states. Each pair has its part of an index; the parts are merged. */
export const listJobsOf = (
  db: Db,
  [first, ...more]: readonly [Pick<JobCount, 'kind' | 'state'>, ...Pick<JobCount, 'kind' | 'state'>[]],
  { limit, offset }: JobsPart,
): Promise<JobRow[]> => {
  const partOf = ({ kind, state }: Pick<JobCount, 'kind' | 'state'>) =>
    db
      .selectFrom(
        latest(db, offset + limit)
          .where('kind', '=', kind)
          .where('state', '=', state)
          .as('part'),
      )
      .selectAll();
  const merged = more.reduce((all, pair) => all.unionAll(partOf(pair)), partOf(first));
  return db
    .selectFrom(merged.as('merged'))
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
};

const revival = (now: number) =>
  ({ state: 'waiting', attempts: 0, kills: 0, run_at: now, finished_at: null }) as const;

/**
 * Gives a given-up job another round of attempts.
 *
 * @returns its kind; undefined if there is no such given-up job
 * @throws a unique violation if its key has a waiting one already
 */
export const requeueJob = async (db: Db, id: string, now: number): Promise<string | undefined> => {
  const row = await db
    .updateTable('jobs')
    .set(revival(now))
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .returning('kind')
    .executeTakeFirst();
  return row?.kind;
};

/** As `requeueJob`, for all of a kind: of each key the latest, unless one is open. @returns how many */
export const requeueJobs = async (db: Db, kind: string, now: number): Promise<number> => {
  const result = await db
    .updateTable('jobs')
    .set(revival(now))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('jobs as dead')
        .select(sql<string>`max(dead.id)`.as('id'))
        .where('dead.kind', '=', kind)
        .where('dead.state', '=', 'dead')
        .where(
          sql<SqlBool>`not exists (select 1 from jobs as open where open.kind = dead.kind
            and open.dedupe_key = dead.dedupe_key and open.finished_at is null)`,
        )
        .groupBy(sql`coalesce(dead.dedupe_key, dead.id)`),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
};

/** Deletes given-up jobs whose key has a waiting or running one. */
export const removeReplaced = async (db: Db, kind: string): Promise<void> => {
  await db
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('state', '=', 'dead')
    .where('dedupe_key', 'in', (eb) =>
      eb
        .selectFrom('jobs as open')
        .select('open.dedupe_key')
        .where('open.kind', '=', kind)
        .where('open.finished_at', 'is', null)
        .where('open.dedupe_key', 'is not', null),
    )
    .execute();
};

/** Deletes a given-up job. @returns its kind; undefined if there is no such given-up job */
export const removeDead = async (db: Db, id: string): Promise<string | undefined> => {
  const row = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .returning('kind')
    .executeTakeFirst();
  return row?.kind;
};

export const findKind = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('jobs').select('kind').where('id', '=', id).executeTakeFirst())?.kind;
