import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { databaseTime } from '#db/database-time.ts';
import { isPostgres } from '#db/dialect.ts';
import type { NodeRow, NodesTable } from '#db/tables/nodes.ts';

/** Milliseconds after its last heartbeat for which a server counts as running, and is remembered. */
const aliveFor = 30_000;
const rememberedFor = 24 * 60 * 60_000;

/** Prevents other servers from joining until the transaction ends. */
export const lockNodes = async (trx: Trx): Promise<void> => {
  await sql`lock table nodes in share row exclusive mode`.execute(trx);
};

export interface SeenNode extends NodeRow {
  readonly alive: boolean;
}

/** Lists the servers of the last day, running ones first. */
export const listNodes = async (db: Db): Promise<SeenNode[]> => {
  const isAlive = sql<boolean>`seen_at > ${databaseTime(db)} - ${sql.lit(aliveFor)}`;
  const rows = await db
    .selectFrom('nodes')
    .selectAll()
    .select(sql<0 | 1>`case when ${isAlive} then 1 else 0 end`.as('alive'))
    .orderBy('alive', 'desc')
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  return rows.map(({ alive, ...row }) => ({ ...row, alive: alive === 1 }));
};

/** Lists the machines of running servers except one. */
export const listOtherHosts = async (db: Db, id: string): Promise<string[]> => {
  if (!isPostgres(db)) return [];
  const others = (await listNodes(db)).filter((node) => node.alive && node.id !== id);
  return [...new Set(others.map(({ host }) => host))];
};

/** Tells whether a server runs. @param id its name */
export const isNodeRunning = async (db: Db, id: string): Promise<boolean> =>
  (await listNodes(db)).some((node) => node.alive && node.id === id);

/** Returns the database's time. */
export const readDatabaseTime = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ now: number }>`select ${databaseTime(db)} as now`.execute(db);
  return rows[0]?.now ?? 0;
};

export type OwnNode = Omit<Insertable<NodesTable>, 'started_at' | 'seen_at'>;

/** Records the start of a server, and replaces the row of its name. */
export const insertNode = async (trx: Trx, node: OwnNode): Promise<void> => {
  const now = databaseTime(trx);
  await trx
    .deleteFrom('nodes')
    .where((where) =>
      where.or([
        where('id', '=', node.id),
        where('seen_at', '<', sql<number>`${now} - ${sql.lit(rememberedFor)}`),
      ]),
    )
    .execute();
  await trx
    .insertInto('nodes')
    .values({ ...node, started_at: now, seen_at: now })
    .execute();
};

/** Records a heartbeat. @returns false if the row belongs to another run */
export const updateNode = async (
  db: Db,
  { id, run, ...changes }: Pick<OwnNode, 'id' | 'run'> & Partial<Pick<OwnNode, 'storage' | 'clock_ahead'>>,
): Promise<boolean> => {
  const result = await db
    .updateTable('nodes')
    .set({ seen_at: databaseTime(db), ...changes })
    .where('id', '=', id)
    .where('run', '=', run)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

export const removeNode = async (db: Db, { id, run }: Pick<OwnNode, 'id' | 'run'>): Promise<void> => {
  await db.deleteFrom('nodes').where('id', '=', id).where('run', '=', run).execute();
};
