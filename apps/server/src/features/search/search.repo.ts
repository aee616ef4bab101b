import type { Ancestor } from '@holdall/contract/files';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf, isPostgres } from '#db/item-set.ts';
import type { ItemRow } from '#db/tables/files.ts';
import { type Candidate, type Kind, mostScanned } from './search.types.ts';

const highest = '\u{10ffff}';

/** Names that begin with a folded text, in their order: the name itself comes first. */
export const listByBeginning = (
  db: Db,
  { ownerId, type }: { ownerId: string; type: Kind },
  { text, limit }: { text: string; limit: number },
): Promise<Candidate[]> =>
  db
    .selectFrom('items')
    .select(['id', 'type', 'search_key'])
    .where('owner_id', '=', ownerId)
    .where('type', '=', type)
    .where('search_key', '>=', text)
    .where('search_key', '<', text + highest)
    .orderBy('search_key')
    .limit(limit)
    .execute();

const containing = (db: Db, words: readonly string[]) => {
  const place = sql.raw(isPostgres(db) ? 'strpos' : 'instr');
  return sql.join(
    words.map((word) => sql`${place}(search_key, ${word}) > 0`),
    sql` and `,
  );
};

/** Items below a folder that one search walks through at the most. */
const mostWalked = 100_000;

/**
 * Items below a folder whose names contain all the texts, the trash left out, so many of each kind. No index knows what
 * lies below a folder: it is walked through, once for all kinds, nearer items first.
 */
export const listBelow = async (
  db: Db,
  folderId: string,
  { words, limit, kinds }: { words: readonly string[]; limit: number; kinds: readonly Kind[] },
): Promise<Candidate[]> => {
  const live = sql`deleted_at is null and purged_at is null`;
  const { rows } = await sql<Candidate>`
    with recursive below (id, type, search_key) as (
      select id, type, search_key from items where container_id = ${folderId} and ${live}
      union all
      select items.id, items.type, items.search_key from below
        join items on items.container_id = below.id where below.type = 'folder' and ${live}
    )
    select id, type, search_key from (
      select id, type, search_key, row_number() over (partition by type) as place
      from (select id, type, search_key from below limit ${mostWalked}) as walked
      where type in (${sql.join(kinds)}) and ${containing(db, words)}
    ) as found where place <= ${limit}`.execute(db);
  return rows;
};

/** Those among the first names of a scope that contain all the texts. */
export const scanFor = async (
  db: Db,
  { ownerId, type }: { ownerId: string; type: Kind },
  { words, limit }: { words: readonly string[]; limit: number },
): Promise<Candidate[]> => {
  const holding = containing(db, words);
  // SQLite reads keys and row numbers from the index alone; the rows follow for what was found.
  const { rows } = await (
    isPostgres(db)
      ? sql<Candidate>`select id, type, search_key from (
          select id, type, search_key from items where owner_id = ${ownerId} and type = ${type} limit ${mostScanned}
        ) as scanned where ${holding} limit ${limit}`
      : sql<Candidate>`select id, type, search_key from items where rowid in (
          select number from (
            select rowid as number, search_key from items where owner_id = ${ownerId} and type = ${type}
            limit ${mostScanned}
          ) where ${holding} limit ${limit})`
  ).execute(db);
  return rows;
};

export const listItems = async (db: Db, ids: readonly string[]): Promise<ItemRow[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('items')
        .selectAll()
        .where(isOneOf(db, 'id', ids))
        .execute();

/** An item or a folder above it. */
export interface Step extends Ancestor {
  /** The item whose path this is a step of. */
  readonly origin: string;
  readonly deleted_at: number | null;
  readonly purged_at: number | null;
}

/** Far more than folders may nest: damaged data must not send a query round in circles. */
const farthest = 1024;

/** The paths of items, each from the item itself upwards. */
export const listPaths = async (db: Db, ids: readonly string[]): Promise<Map<string, Step[]>> => {
  const paths = new Map<string, Step[]>();
  if (ids.length === 0) return paths;
  const steps = await db
    .withRecursive('path', (cte) =>
      cte
        .selectFrom('items')
        .select(['id as origin', 'id', 'parent_id', 'name', 'emoji', 'color', 'deleted_at', 'purged_at'])
        .select(sql<number>`0`.as('distance'))
        .where(isOneOf(db, 'id', ids))
        .unionAll((eb) =>
          eb
            .selectFrom('items as parent')
            .innerJoin('path', 'path.parent_id', 'parent.id')
            .select([
              'path.origin',
              'parent.id',
              'parent.parent_id',
              'parent.name',
              'parent.emoji',
              'parent.color',
              'parent.deleted_at',
              'parent.purged_at',
            ])
            .select(sql<number>`path.distance + 1`.as('distance'))
            .where('path.distance', '<', farthest),
        ),
    )
    .selectFrom('path')
    .select(['origin', 'id', 'name', 'emoji', 'color', 'deleted_at', 'purged_at'])
    .orderBy('distance')
    .execute();
  for (const step of steps) {
    const path = paths.get(step.origin);
    if (path === undefined) paths.set(step.origin, [step]);
    else path.push(step);
  }
  return paths;
};
