import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isFiltering, passes, type ItemFilter } from '#db/item-filter.ts';
import type { Candidate, FindByPieces, Groups, Kind, Pieces, Scope } from './search.types.ts';

/** Row numbers of one owner: folders take the lower half, files the upper one. */
const ownerSize = 2 ** 32;
const firstBlock = 200;
const block = 1_500;
/** Keys to read when trigrams are scattered over names that do not match. */
const maxReads = 5_000;
/** Keys to read when a filter may exclude most matches: a tenth of a second in all. */
const maxFilteredReads = 50_000;

/** Trigrams that a query asks for: more cost more where many names have them, and tell little more. */
const mostTrigrams = 32;
/** The fewest of one piece of it. */
const fewestTrigrams = 4;

/** Some of a list, spread over all of it: the first and the last are among them. */
const spread = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : list.filter((_, at) => {
        const place = (at * (most - 1)) / (list.length - 1);
        return at === 0 || Math.floor(place) > Math.floor(((at - 1) * (most - 1)) / (list.length - 1));
      });

/**
 * Returns trigrams that cover a piece: all of a short one and of a word, every other one of a longer piece.
 * Trigrams of dates and numbers occur in very many names; half of them are faster and nearly as selective.
 */
const trigramsOf = (piece: string, most: number): string[] => {
  const characters = Array.from(piece);
  const last = characters.length - 3;
  const step = characters.length <= 5 || /^\p{L}{6,16}$/u.test(piece) ? 1 : 2;
  const starts = Array.from({ length: Math.ceil(last / step) }, (_, index) => index * step);
  return spread([...starts, last], most).map((start) => characters.slice(start, start + 3).join(''));
};

const quote = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;
const allOf = (pieces: Pieces, most: number): string =>
  `(${[...new Set(pieces.flatMap((piece) => trigramsOf(piece, most)))].map(quote).join(' AND ')})`;

/** An FTS5 expression of quoted trigrams: nothing of a query is read as an operator. */
const expressionOf = (groups: Groups): string => {
  const most = Math.max(fewestTrigrams, Math.floor(mostTrigrams / groups.length));
  return groups
    .map((alternatives) => `(${alternatives.map((pieces) => allOf(pieces, most)).join(' OR ')})`)
    .join(' AND ');
};

interface Range {
  readonly from: number;
  readonly to: number;
}

const findRange = async (db: Db, { ownerId, type }: Scope): Promise<Range | undefined> => {
  const { rows } = await sql<{ slot: number; folder: number; file: number }>`
    select slot, last_folder as folder, last_file as file from search_owners where owner_id = ${ownerId}`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined) return undefined;
  const base = found.slot * ownerSize;
  return {
    from: base + (type === 'file' ? ownerSize / 2 : 0),
    to: base + (type === 'folder' ? found.folder : found.file),
  };
};

type Row = Candidate & { readonly number: number; readonly passes: number };

// FTS5 seeks to a row number only if it is an integer, but Node binds numbers as floating-point values.
const listBlock = async (
  db: Db,
  {
    expression,
    range,
    limit,
    filter,
  }: { expression: string; range: Range; limit: number; filter: ItemFilter },
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select search_index.rowid as number, items.id, items.type, items.search_key, items.sort_key, ${passes(filter)} as passes
    from search_index cross join items on items.search_number = search_index.rowid
    where search_index match ${expression}
      and search_index.rowid between ${BigInt(range.from)} and ${BigInt(range.to)}
    order by search_index.rowid desc limit ${limit}`.execute(db);
  return rows;
};

/**
 * Creates a search by the trigrams of FTS5 (SQLite), newest files first, then folders. Queries block this
 * process, so names are read in blocks and other requests run in between.
 *
 * @param filteredReads the most names read with a filter
 */
export const findWithFts =
  (db: Db, filteredReads = maxFilteredReads): FindByPieces =>
  async (scope, { groups, accepts, want, reads }) => {
    const { filter } = scope;
    const candidates: Candidate[] = [];
    const whole = await findRange(db, scope);
    const kinds: readonly Kind[] = scope.type === 'all' ? ['folder', 'file'] : [scope.type];
    if (whole === undefined) return { candidates, complete: kinds };
    const expression = expressionOf(groups);
    let range = whole;
    const most = reads ?? (isFiltering(filter) ? filteredReads : maxReads);
    let limit = Math.min(firstBlock, most);
    for (let left = most; left > 0; limit = Math.min(block, left)) {
      const rows = await listBlock(db, { expression, range, limit, filter });
      candidates.push(...rows.filter((row) => row.passes === 1 && accepts(row.search_key)));
      const end = rows.at(-1);
      if (rows.length < limit || end === undefined) return { candidates, complete: kinds };
      if (candidates.length >= want) break;
      left -= rows.length;
      range = { from: whole.from, to: end.number - 1 };
      await setImmediate();
    }
    return { candidates, complete: [] };
  };
