import { sql } from 'kysely';
import { memoizeFor } from '#lib/concurrency/memoize-for.ts';
import type { DiskSpace } from '#lib/disk-space.ts';
import type { Db } from './database.ts';

/** Milliseconds for which the space that was found is relied upon. */
const reliedOnFor = 1_000;

/** Returns the bytes of a SQLite file that deleted rows have left in it. */
const freeInFile = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`.execute(db);
  return rows[0]?.bytes ?? 0;
};

/**
 * The space for rows of a SQLite database, as it was within the last second: what is free on its disk, and in its file.
 *
 * @param disk reads the space of the file system that holds the file
 */
export const databaseSpaceOf = (db: Db, disk: () => Promise<DiskSpace>): (() => Promise<DiskSpace>) =>
  memoizeFor(async () => {
    const { free, total } = await disk();
    return { free: free + (await freeInFile(db)), total };
  }, reliedOnFor);
