import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Tells whether a job has been due since before a time, while none has ended and none is running. */
export const isStalled = async (
  db: Db,
  { now, since }: { readonly now: number; readonly since: number },
): Promise<boolean> => {
  const { rows } = await sql<{ stalled: number }>`
    select case when exists (select 1 from jobs where state = 'waiting' and run_at < ${since})
      and not exists (select 1 from jobs where state = 'running' and lease_until >= ${now})
      and not exists (select 1 from jobs where state = 'done' and finished_at is not null and finished_at >= ${since})
      and not exists (select 1 from jobs where state = 'dead' and finished_at is not null and finished_at >= ${since})
    then 1 else 0 end as stalled`.execute(db);
  return rows[0]?.stalled === 1;
};
