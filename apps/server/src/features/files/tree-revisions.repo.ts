import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';

/** Tells whether anything of an owner has changed since the last fold. */
export const hasTouches = async (db: Db, ownerId: string): Promise<boolean> =>
  (await db
    .selectFrom('tree_touches')
    .select('owner_id')
    .where('owner_id', '=', ownerId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Finds the next owner with touches in the order of ids. @param after an owner's id; empty for the first one */
export const findTouchedOwner = async (db: Db, after: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('tree_touches')
      .select('owner_id')
      .where('owner_id', '>', after)
      .orderBy('owner_id')
      .limit(1)
      .executeTakeFirst()
  )?.owner_id;

/** Deletes touches of an owner. @returns the container of each: a folder, or the owner for the top of the account */
export const takeTouches = async (trx: Trx, ownerId: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ container_id: string }>`
    delete from tree_touches where (owner_id, container_id, id) in (
      select owner_id, container_id, id from tree_touches where owner_id = ${ownerId} limit ${limit}
    ) returning container_id`.execute(trx);
  return rows.map(({ container_id: containerId }) => containerId);
};

export interface Fold {
  readonly ownerId: string;
  /** A few thousand at most. */
  readonly containers: readonly string[];
  readonly revision: string;
}

/** Gives a revision to containers and all folders above them; what lies in the trash changes nothing above it. */
export const setRevisions = async (trx: Trx, { ownerId, containers, revision }: Fold): Promise<void> => {
  const { rows } = await sql<{ container_id: string; deleted_at: number | null }>`
    with recursive above (id) as (
      select id from items where ${isOneOf(trx, 'id', containers)}
      union
      select items.container_id from above cross join items
        where items.id = above.id and items.deleted_at is null
    )
    update items set tree_rev = ${revision} where id in (select id from above)
    returning container_id, deleted_at`.execute(trx);
  const isInTop = containers.includes(ownerId);
  if (!isInTop && !rows.some((row) => row.container_id === ownerId && row.deleted_at === null)) return;
  await trx.updateTable('users').set({ tree_rev: revision }).where('id', '=', ownerId).execute();
};
