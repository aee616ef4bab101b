import type { Db } from '#db/database.ts';

/** Prefix of the notes about heartbeats, beside the settings. */
const prefix = 'internal:in-use:';

/** Records a heartbeat before it is written to the place. */
export const insertHeartbeat = async (db: Db, key: string, now: number): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ name: prefix + key, value: '""', updated_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
};

/** Lists the heartbeats that this database's servers have written. */
export const listHeartbeats = async (db: Db): Promise<Set<string>> => {
  const rows = await db.selectFrom('settings').select('name').where('name', 'like', `${prefix}%`).execute();
  return new Set(rows.map(({ name }) => name.slice(prefix.length)));
};

export const removeHeartbeat = async (db: Db, key: string): Promise<void> => {
  await db
    .deleteFrom('settings')
    .where('name', '=', prefix + key)
    .execute();
};

/** Deletes the records of heartbeats before a time. */
export const removeHeartbeatsBefore = async (db: Db, before: number): Promise<void> => {
  await db
    .deleteFrom('settings')
    .where('name', 'like', `${prefix}%`)
    .where('updated_at', '<', before)
    .execute();
};
