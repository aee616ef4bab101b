import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { keyMark } from '#lib/search-key.ts';
import {
  type Candidate,
  type FindByPieces,
  type Groups,
  type IndexAnswer,
  type IndexWish,
  type Kind,
  mostScanned,
  type Pieces,
} from './search.types.ts';

/** `%` and `_` mean themselves. */
const within = (piece: string): string => `%${piece.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
const contains = (piece: string): RawBuilder<SqlBool> => sql`search_key like ${within(piece)}`;
const allOf = (pieces: Pieces): RawBuilder<SqlBool> => sql`(${sql.join(pieces.map(contains), sql` and `)})`;
/** Marks make an alternative among others little sharper and much slower. */
const withoutMarks = (pieces: Pieces): Pieces => {
  const texts = pieces.filter((piece) => !piece.startsWith(keyMark));
  return texts.length === 0 ? pieces : texts;
};
/** Whether whatever contains the one pieces contains the others. */
const implies = (one: Pieces, other: Pieces): boolean =>
  other.every((part) => one.some((piece) => piece.includes(part)));
/** Those that find all that the alternatives find: `not` finds `note` and `notes`, each of which costs a look of its own. */
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

/** What pg_trgm makes trigrams of: three letters or digits, or fewer where a word begins or ends. */
const known = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
/** Whether the index leads to what is looked for: of signs and pictures alone it would name everything. */
const isIndexed = (groups: Groups): boolean =>
  groups.some((alternatives) => alternatives.every((pieces) => pieces.some((piece) => known.test(piece))));

interface OneKind {
  readonly ownerId: string;
  readonly type: Kind;
}

/** Newest files that are looked through before an index is asked. */
const newest = 2_000;

/**
 * What is in very many names is soon found among the newest files, while the index would first name them all.
 * An index in the order of time leads to them.
 */
const findAmongNewest = async (
  db: Db,
  ownerId: string,
  { groups, want }: IndexWish,
): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select id, type, search_key from (
      select id, type, search_key from items where owner_id = ${ownerId} and type = 'file' and deleted_at is null
      order by created_at desc, id desc limit ${sql.lit(newest)}
    ) as newest where ${conditionOf(groups)} limit ${want}`.execute(db);
  return rows;
};

/** The planner would read the whole table for what many names contain, other people's rows first. */
const findInIndex = (
  db: Db,
  { ownerId, type }: OneKind,
  { groups, limit }: { groups: Groups; limit: number },
): Promise<Candidate[]> =>
  db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<Candidate>`
      select id, type, search_key from items
      where owner_id || type = ${ownerId + type} and ${conditionOf(groups)} limit ${limit}`.execute(trx);
    return rows;
  });

/** Those among the first names, for what the index does not know. */
const scan = async (
  db: Db,
  { ownerId, type }: OneKind,
  { groups, want }: IndexWish,
): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select id, type, search_key from (
      select id, type, search_key from items where owner_id = ${ownerId} and type = ${type}
      limit ${sql.lit(mostScanned)}
    ) as scanned where ${conditionOf(groups)} limit ${want}`.execute(db);
  return rows;
};

const findKind = async (db: Db, kind: OneKind, wish: IndexWish): Promise<IndexAnswer> => {
  const { accepts, groups, want, reads } = wish;
  if (!isIndexed(groups)) {
    const rows = await scan(db, kind, wish);
    return { candidates: rows.filter((row) => accepts(row.search_key)), complete: false };
  }
  if (kind.type === 'file' && reads === undefined) {
    const rows = await findAmongNewest(db, kind.ownerId, wish);
    const candidates = rows.filter((row) => accepts(row.search_key));
    if (candidates.length >= want) return { candidates, complete: false };
  }
  const limit = reads ?? want + 1;
  const rows = await findInIndex(db, kind, { groups, limit });
  return { candidates: rows.filter((row) => accepts(row.search_key)), complete: rows.length < limit };
};

/** By the trigrams of pg_trgm (PostgreSQL). */
export const findWithTrigrams =
  (db: Db): FindByPieces =>
  async ({ ownerId, type }, wish) => {
    const kinds: readonly Kind[] = type === 'all' ? ['folder', 'file'] : [type];
    const answers = await Promise.all(kinds.map((kind) => findKind(db, { ownerId, type: kind }, wish)));
    return {
      candidates: answers.flatMap((answer) => answer.candidates),
      complete: answers.every((answer) => answer.complete),
    };
  };
