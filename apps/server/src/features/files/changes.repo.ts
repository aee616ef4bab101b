import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';
import { forPieces, isOneOf, rowsOf, type RowValue } from '#db/item-set.ts';
import { isPostgres } from '#db/dialect.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { Aspect, CountChange, ItemState } from './changes.types.ts';

/** Columns that are written together. */
const aspects = {
  place: ['parent_id'],
  name: ['name', 'sort_key', 'search_key'],
  look: ['color', 'emoji'],
  trash: ['deleted_at', 'trashed_by', 'purged_at'],
} as const satisfies Record<Aspect, readonly (keyof ItemRow)[]>;
type Column = (typeof aspects)[Aspect][number];

export interface ItemUpdate extends ItemState {
  readonly id: string;
  readonly sort_key: string;
  readonly search_key: string;
}

const typeOf = (column: Column): 'text' | 'bigint' =>
  column === 'deleted_at' || column === 'purged_at' ? 'bigint' : 'text';

/**
 * Writes the given aspects of up to a few thousand items. A value that all of them share is sent once, and
 * mostly every value is shared.
 */
export const updateItems = async (
  trx: Trx,
  updates: readonly ItemUpdate[],
  changed: readonly Aspect[],
): Promise<void> => {
  const columns = changed.flatMap((aspect): readonly Column[] => aspects[aspect]);
  const [first] = updates;
  if (first === undefined) return;
  const own = columns.filter((column) => updates.some((update) => update[column] !== first[column]));
  const set = columns.map((column) =>
    own.includes(column)
      ? sql`${sql.ref(column)} = ${sql.ref(`d.${column}`)}`
      : sql`${sql.ref(column)} = ${first[column]}`,
  );
  if (own.length === 0) {
    const ids = updates.map(({ id }) => id);
    await sql`update items set ${sql.join(set)} where ${isOneOf(trx, 'id', ids)}`.execute(trx);
    return;
  }
  const types = { id: 'text', ...Object.fromEntries(own.map((column) => [column, typeOf(column)])) } as const;
  const rows = updates.map((update): Record<string, RowValue> => ({ ...update }));
  await sql`update items set ${sql.join(set)} from ${rowsOf<string>(trx, types, rows)}
    where items.id = d.id`.execute(trx);
};

const countedIn = (
  trx: Trx,
  table: 'items' | 'users',
  changes: readonly CountChange[],
): RawBuilder<unknown> =>
  sql`update ${sql.table(table)} set
    items_count = items_count + d.items, files_count = files_count + d.files, files_size = files_size + d.size
    from ${rowsOf(
      trx,
      { id: 'text', items: 'bigint', files: 'bigint', size: 'bigint' },
      changes.map((change) => ({ ...change })),
    )}
    where ${sql.ref(`${table}.id`)} = d.id`;

/** Updates the counts of folders, then those of the owner. */
export const updateCounts = async (
  trx: Trx,
  ownerId: string,
  changes: readonly CountChange[],
): Promise<void> => {
  await forPieces(
    changes.filter(({ id }) => id !== ownerId),
    async (piece) => {
      await countedIn(trx, 'items', piece).execute(trx);
    },
  );
  const top = changes.filter(({ id }) => id === ownerId);
  if (top.length > 0) await countedIn(trx, 'users', top).execute(trx);
};

/** A name in a folder or at the top of an account. */
export interface NameInFolder {
  readonly container: string;
  readonly name: string;
}

export interface TakenName extends NameInFolder {
  readonly id: string;
  readonly type: ItemRow['type'];
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified_at: number;
}

/** Returns the names that live items in these folders have already. */
export const listTaken = async (db: Db, places: readonly NameInFolder[]): Promise<TakenName[]> => {
  const taken: TakenName[] = [];
  // Without this join order SQLite might read every item for each name.
  const joined = sql.raw(isPostgres(db) ? 'join' : 'cross join');
  await forPieces(places, async (piece) => {
    const rows = piece.map(({ container, name }) => ({ container, name }));
    const found = await sql<TakenName>`
      select items.id, items.type, items.size, items.modified_at, items.container_id as container, items.name
      from ${rowsOf(db, { container: 'text', name: 'text' }, rows)} ${joined} items
      on items.container_id = d.container and items.name = d.name and items.deleted_at is null`.execute(db);
    taken.push(...found.rows);
  });
  return taken;
};
