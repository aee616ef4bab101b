import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { keyMark } from '#lib/search-key.ts';
import { filtered, passes, type ItemFilter } from '#db/item-filter.ts';
import {
  type Candidate,
  type Groups,
  type IndexQuery,
  maxScanned,
  type OneKind,
  type Pieces,
} from './search.types.ts';

/** Returns a LIKE pattern in which `%` and `_` are literal. */
const within = (piece: string): string => `%${piece.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
const contains = (piece: string): RawBuilder<SqlBool> => sql`search_key like ${within(piece)}`;
const allOf = (pieces: Pieces): RawBuilder<SqlBool> => sql`(${sql.join(pieces.map(contains), sql` and `)})`;
/** Markers make an alternative hardly more selective, and much slower. */
const withoutMarks = (pieces: Pieces): Pieces => {
  const texts = pieces.filter((piece) => !piece.startsWith(keyMark));
  return texts.length === 0 ? pieces : texts;
};
/** Tells whether any text that contains the one pieces contains the others. */
const implies = (one: Pieces, other: Pieces): boolean =>
  other.every((part) => one.some((piece) => piece.includes(part)));
/**
 * Returns the alternatives that cover all: `not` finds `note` and `notes`, each of which would cost a scan of
 * its own.
 */
const widest = (alternatives: readonly Pieces[]): readonly Pieces[] =>
  alternatives.filter((one, at) =>
    alternatives.every(
      (other, place) => place === at || !implies(one, other) || (at < place && implies(other, one)),
    ),
  );
const oneOf = (alternatives: readonly Pieces[]): RawBuilder<SqlBool> =>
  alternatives.length === 1
    ? sql.join(alternatives.map(allOf))
    : sql`(${sql.join(widest(alternatives.map(withoutMarks)).map(allOf), sql` or `)})`;
const conditionOf = (groups: Groups): RawBuilder<SqlBool> => sql.join(groups.map(oneOf), sql` and `);

/** The query of one statement: names with one alternative of each group, and the most rows. */
type StatementQuery = Pick<IndexQuery, 'groups' | 'want'>;

const columns = sql.raw('id, type, search_key, sort_key');
const isLiveFile = (ownerId: string): RawBuilder<SqlBool> =>
  sql`owner_id = ${ownerId} and type = 'file' and deleted_at is null`;

/** Newest files that are searched first. */
const newest = 2_000;

/** Finds matches among the newest files by an index ordered by time. */
export const findAmongNewest = async (
  db: Db,
  { ownerId, filter }: OneKind,
  { groups, want }: StatementQuery,
): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select ${columns} from (
      select ${columns}, ${filtered} from items where ${isLiveFile(ownerId)}
      order by created_at desc, id desc limit ${sql.lit(newest)}
    ) as newest where ${conditionOf(groups)} and ${passes(filter)} limit ${want}`.execute(db);
  return rows;
};

/** Lists times, newest first, that divide the items into equal parts, and times that very many items share. */
export const listTimes = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ spread: number[] | null; shared: number[] | null }>`
    select histogram_bounds::text::float8[] as spread, most_common_vals::text::float8[] as shared from pg_stats
    where schemaname = current_schema() and tablename = 'items' and attname = 'created_at'`.execute(db);
  const times = rows.flatMap(({ spread, shared }) => [...(spread ?? []), ...(shared ?? [])]);
  return [...new Set(times)].toSorted((one, other) => other - one);
};

/** A range of time. */
export interface TimeRange {
  readonly after: number;
  readonly upTo: number;
}

/** Finds matches among the newest files of each time range, one range after the other. */
export const findInTimeRanges = async (
  db: Db,
  {
    ownerId,
    filter,
    ranges,
    perRange,
  }: { ownerId: string; filter: ItemFilter; ranges: readonly TimeRange[]; perRange: number },
  { groups, want }: StatementQuery,
): Promise<Candidate[]> => {
  const ends = ranges.map(({ upTo }) => upTo);
  const starts = ranges.map(({ after }) => after);
  const { rows } = await sql<Candidate>`
    select ${columns} from unnest(${ends}::bigint[], ${starts}::bigint[]) as stretch (up_to, after) cross join lateral (
      select ${columns}, ${filtered} from items
      where ${isLiveFile(ownerId)} and created_at <= stretch.up_to and created_at > stretch.after
      order by created_at desc, id desc limit ${sql.lit(perRange)}
    ) as held where ${conditionOf(groups)} and ${passes(filter)} limit ${want}`.execute(db);
  return rows;
};

const isIndexMatch = ({ ownerId, type, filter }: OneKind, groups: Groups): RawBuilder<SqlBool> =>
  sql`owner_id || type = ${ownerId + type} and ${conditionOf(groups)} and ${passes(filter)}`;

/** Estimates how many items the index would return, from the planner's statistics. */
export const estimate = async (db: Db, kind: OneKind, groups: Groups): Promise<number> => {
  const { rows } = await sql<{ 'QUERY PLAN': readonly { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select 1 from items where ${isIndexMatch(kind, groups)}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
};

/** For frequent text the planner would scan the whole table, other owners' rows first. */
export const findInIndex = (db: Db, kind: OneKind, { groups, want }: StatementQuery): Promise<Candidate[]> =>
  db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<Candidate>`
      select ${columns} from items where ${isIndexMatch(kind, groups)} limit ${want}`.execute(trx);
    return rows;
  });

/** Finds matches among the first names, for text that the index does not cover. */
export const scan = async (
  db: Db,
  { ownerId, type, filter }: OneKind,
  { groups, want }: StatementQuery,
): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select ${columns} from (
      select ${columns}, ${filtered} from items where owner_id = ${ownerId} and type = ${type} limit ${sql.lit(maxScanned)}
    ) as scanned where ${conditionOf(groups)} and ${passes(filter)} limit ${want}`.execute(db);
  return rows;
};
