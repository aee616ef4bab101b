import type { Db } from '#db/database.ts';

/** Uploads that are not on record as files yet, and where their bytes are. */
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
