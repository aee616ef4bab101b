/** The processors’ time that a server uses, with that of the database server behind it. */
import { sql } from 'kysely';
import { openPlace, type Place } from '../lib/holdall.ts';
import { parentOf, readCpuSeconds, readTree } from '../lib/process-figures.ts';

export interface Meter {
  /** Seconds so far. Between two readings of one `begin` no process may be started that is to be counted. */
  read(this: void): number;
  /** Lists the processes again. */
  begin(this: void): void;
}

/** The process of the PostgreSQL server that all of its others descend from; undefined: the database is no server. */
export const findDatabaseServer = async (place: Place): Promise<number | undefined> => {
  if (place.postgresUrl === undefined) return undefined;
  const db = openPlace(place);
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return parentOf(rows[0]?.pid ?? 0);
  } finally {
    await db.destroy();
  }
};

/** @param roots processes that count together with all that descend from them */
export const createMeter = (roots: readonly number[]): Meter => {
  let pids: readonly number[] = [];
  const begin = () => {
    pids = roots.flatMap(readTree);
  };
  begin();
  return { begin, read: () => readCpuSeconds(pids) };
};
