import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Returns sums over the whole installation, from one row per account. */
export const findSums = async (
  db: Db,
): Promise<{ users: number; files: number; folders: number; used: number; open_uploads: number }> => {
  const { rows } = await sql<{
    users: number;
    files: number;
    folders: number;
    used: number;
    open_uploads: number;
  }>`select
    (select count(*) from users where deleting_at is null) as users,
    (select coalesce(sum(files), 0) from item_totals) as files,
    (select coalesce(sum(folders), 0) from item_totals) as folders,
    (select coalesce(sum(used), 0) from user_storage) as used,
    (select count(*) from upload_sessions where state = 'open') as open_uploads`.execute(db);
  const [row] = rows;
  return {
    users: Number(row?.users),
    files: Number(row?.files),
    folders: Number(row?.folders),
    used: Number(row?.used),
    open_uploads: Number(row?.open_uploads),
  };
};
