import type { ListingQuery, SortField } from '@holdall/contract/page';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';

const sortColumns = {
  created_at: 'created_at',
  name: 'sort_key',
  size: 'size',
  modified_at: 'modified_at',
} as const satisfies Record<SortField, keyof ItemRow>;

/** Finds an item in a container; undefined when the container does not list it. */
export const findInContainer = (db: Db, container: string, id: string): Promise<ItemRow | undefined> =>
  db
    .selectFrom('items')
    .selectAll()
    .where('id', '=', id)
    .where('container_id', '=', container)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Counts a container's folders, or its files, before an item of the same type by walking an index. */
export const countBefore = async (
  db: Db,
  item: ItemRow,
  { sort, direction }: Pick<ListingQuery, 'sort' | 'direction'>,
): Promise<number> => {
  const column = sortColumns[sort];
  const before = sql.raw(direction === 'ASC' ? '<' : '>');
  const row = await db
    .selectFrom('items')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('container_id', '=', item.container_id)
    .where('type', '=', item.type)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(${sql.ref(column)}, id) ${before} (${item[column]}, ${item.id})`)
    .executeTakeFirstOrThrow();
  return Number(row.count);
};
