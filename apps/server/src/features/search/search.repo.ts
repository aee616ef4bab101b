import type { Ancestor } from '@holdall/contract/files';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { isOneOf } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';
import type { ItemRow } from '#db/tables/files.ts';
import { filtered, passes, type ItemFilter } from '#db/item-filter.ts';
import { type Candidate, maxScanned, type OneKind } from './search.types.ts';

const highest = '\u{10ffff}';
/** The most names with one beginning that are sorted naturally and filtered. */
const maxBeginning = 2_000;

/** Tests whether a name equals a text, without or with an extension; '/' is the character after '.'. */
const isWhole = (text: string): RawBuilder<SqlBool> => {
  const [space, dot, slash] = [' ', '.', '/'].map((character) => text + character);
  return sql<SqlBool>`(search_key < ${space} or (search_key >= ${dot} and search_key < ${slash}))`;
};

/**
 * Lists names that begin with a folded text: first the name itself, without or with an extension, then the
 * others in natural order. Of very many names, those that come first alphabetically are sorted.
 */
export const listByBeginning = (
  db: Db,
  { ownerId, type, filter }: OneKind,
  { text, limit }: { text: string; limit: number },
): Promise<Candidate[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('items')
        .select(['id', 'type', 'search_key', 'sort_key', 'category', 'size', 'created_at', 'modified_at'])
        .where('owner_id', '=', ownerId)
        .where('type', '=', type)
        .where('search_key', '>=', text)
        .where('search_key', '<', text + highest)
        .orderBy('search_key')
        .limit(maxBeginning)
        .as('beginning'),
    )
    .select(['id', 'type', 'search_key', 'sort_key'])
    .where(passes(filter))
    .orderBy(sql`case when ${isWhole(text)} then 0 else 1 end`)
    .orderBy('sort_key')
    .limit(limit)
    .execute();

const containing = (db: Db, words: readonly string[]) => {
  const place = sql.raw(isPostgres(db) ? 'strpos' : 'instr');
  return sql.join(
    words.map((word) => sql`${place}(search_key, ${word}) > 0`),
    sql` and `,
  );
};

/** A folder to search, and the number of its direct items. */
export interface SearchedFolder {
  readonly id: string;
  readonly items_count: number;
}
/** An item in a folder: each subfolder, and each file whose name contains the words. */
export type SubtreeItem = Candidate & SearchedFolder & { readonly passes: number };

const live = sql<SqlBool>`deleted_at is null and purged_at is null`;
/** The words and the filter of a search below a folder. */
export interface SubtreeFilter {
  readonly words: readonly string[];
  readonly filter: ItemFilter;
}

const selectSubtreeItems = async (
  db: Db,
  { words, filter }: SubtreeFilter,
  where: RawBuilder<SqlBool>,
): Promise<SubtreeItem[]> => {
  const { rows } = await sql<SubtreeItem>`select id, type, search_key, sort_key, items_count,
    case when ${passes(filter)} then 1 else 0 end as passes from items
    where ${where} and ${live} and (type = 'folder' or (${containing(db, words)}))`.execute(db);
  return rows;
};

/** Lists the live items of several folders that match. */
export const listInFolders = (
  db: Db,
  folders: readonly string[],
  subtreeFilter: SubtreeFilter,
): Promise<SubtreeItem[]> => selectSubtreeItems(db, subtreeFilter, isOneOf(db, 'container_id', folders));

/** Lists the items among some ids that match. */
export const listAmong = (
  db: Db,
  ids: readonly string[],
  subtreeFilter: SubtreeFilter,
): Promise<SubtreeItem[]> => selectSubtreeItems(db, subtreeFilter, isOneOf(db, 'id', ids));

/** Lists the items of one folder between two names that match. @param to undefined: all that follow */
export const listInFolder = (
  db: Db,
  folder: string,
  { subtreeFilter, after, to }: { subtreeFilter: SubtreeFilter; after: string; to: string | undefined },
): Promise<SubtreeItem[]> => {
  const end = to === undefined ? sql`` : sql` and name <= ${to}`;
  return selectSubtreeItems(db, subtreeFilter, sql`container_id = ${folder} and name > ${after}${end}`);
};

/** Finds the last of the next `count` names in a folder; undefined when there are fewer. */
export const findNameAfter = async (
  db: Db,
  folder: string,
  { after, count }: { after: string; count: number },
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('items')
    .select('name')
    .where('container_id', '=', folder)
    .where('deleted_at', 'is', null)
    .where('name', '>', after)
    .orderBy('name')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.name;
};

/** Tells whether a scan reads all of an account's names of a kind. */
export const isScannedWhole = async (
  db: Db,
  { ownerId, type }: Pick<OneKind, 'ownerId' | 'type'>,
): Promise<boolean> => {
  const totals = await db
    .selectFrom('item_totals')
    .select(['files', 'folders'])
    .where('user_id', '=', ownerId)
    .executeTakeFirst();
  return totals === undefined || (type === 'file' ? totals.files : totals.folders) <= maxScanned;
};

/** Finds names that contain all words among the first names of a scope. */
export const scanFor = async (
  db: Db,
  { ownerId, type, filter }: OneKind,
  { words, limit }: { words: readonly string[]; limit: number },
): Promise<Candidate[]> => {
  const holding = containing(db, words);
  // SQLite reads keys and row numbers from the index alone, and then the rows of the matches.
  const { rows } = await (
    isPostgres(db)
      ? sql<Candidate>`select id, type, search_key, sort_key from (
          select id, type, search_key, sort_key, ${filtered} from items where owner_id = ${ownerId} and type = ${type} limit ${maxScanned}
        ) as scanned where ${holding} and ${passes(filter)} limit ${limit}`
      : sql<Candidate>`select id, type, search_key, sort_key from items where rowid in (
          select number from (
            select rowid as number, search_key from items where owner_id = ${ownerId} and type = ${type}
            limit ${maxScanned}
          ) where ${holding}) and ${passes(filter)} limit ${limit}`
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

/** Far more than folders may nest: a cycle in damaged data must not make a query run forever. */
const maxPathLength = 1024;

/** Lists the paths of items, each from the item itself upwards. */
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
            .where('path.distance', '<', maxPathLength),
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
