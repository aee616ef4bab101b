import type { Db } from '#db/database.ts';

/** Lists uploads that are not recorded as files yet, and the locations of their bytes. */
export const listComing = (
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ id: string; key: string }[]> =>
  db
    .selectFrom('upload_sessions')
    .select(['id', 'staging_key as key'])
    .where('id', '>', after)
    .where('state', '=', 'open')
    .orderBy('id')
    .limit(limit)
    .execute();
