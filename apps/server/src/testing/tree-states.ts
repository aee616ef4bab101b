import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

interface Row {
  readonly id: string;
  readonly type: 'folder' | 'file';
  readonly container_id: string;
  readonly deleted_at: number | null;
  readonly tree_rev: string | null;
  /** What the revisions above it are about. */
  readonly content: string;
}

export interface FolderState {
  readonly digest: string;
  readonly revision: string | null;
}

export interface TreeStates {
  /** By folder, in the trash or not, and by owner for the top of the account. */
  readonly folders: ReadonlyMap<string, FolderState>;
  /** Number of changes that are not in the revisions yet. */
  readonly touches: number;
}

const digestsOf = (rows: readonly Row[]) => {
  const contents = new Map<string, Row[]>();
  for (const row of rows)
    if (row.deleted_at === null)
      contents.set(row.container_id, [...(contents.get(row.container_id) ?? []), row]);
  const digestOf = (container: string): string => {
    const hash = createHash('sha256');
    for (const { id, content } of contents.get(container) ?? [])
      hash.update(`${id} ${content} ${digestOf(id)}\n`);
    return hash.digest('hex');
  };
  return digestOf;
};

/** Reads the revision of each folder of an owner, with a digest of what is below it, as of one moment. */
export const treeStatesOf = (db: Db, ownerId: string): Promise<TreeStates> => {
  const transaction = db.transaction();
  return (isPostgres(db) ? transaction.setIsolationLevel('repeatable read') : transaction).execute(
    async (trx) => {
      const { rows } = await sql<Row>`
        select id, type, container_id, deleted_at, tree_rev, concat_ws(' ', name, color, emoji, blob_id, size, modified_at) as content
        from items where owner_id = ${ownerId} and purged_at is null order by id`.execute(trx);
      const digestOf = digestsOf(rows);
      const folders = new Map<string, FolderState>();
      for (const { id, type, tree_rev: revision } of rows)
        if (type === 'folder') folders.set(id, { digest: digestOf(id), revision });
      const user = await trx
        .selectFrom('users')
        .select('tree_rev')
        .where('id', '=', ownerId)
        .executeTakeFirst();
      folders.set(ownerId, { digest: digestOf(ownerId), revision: user?.tree_rev ?? null });
      const touches = await trx
        .selectFrom('tree_touches')
        .select('id')
        .where('owner_id', '=', ownerId)
        .execute();
      return { folders, touches: touches.length };
    },
  );
};
