import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import type {
  Candidate,
  FindByPieces,
  Groups,
  IndexAnswer,
  IndexWish,
  Kind,
  Pieces,
} from './search.types.ts';

/** `%` and `_` mean themselves. */
const within = (piece: string): string => `%${piece.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
const contains = (piece: string): RawBuilder<SqlBool> => sql`search_key like ${within(piece)}`;
const allOf = (pieces: Pieces): RawBuilder<SqlBool> => sql`(${sql.join(pieces.map(contains), sql` and `)})`;
const oneOf = (alternatives: readonly Pieces[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(alternatives.map(allOf), sql` or `)})`;
const conditionOf = (groups: Groups): RawBuilder<SqlBool> => sql.join(groups.map(oneOf), sql` and `);

const findKind = async (
  db: Db,
  { ownerId, type }: { ownerId: string; type: Kind },
  { groups, accepts, want, reads = want + 1 }: IndexWish,
): Promise<IndexAnswer> => {
  const { rows } = await sql<Candidate>`
    select id, type, search_key from items
    where owner_id || type = ${ownerId + type} and ${conditionOf(groups)} limit ${reads}`.execute(db);
  return { candidates: rows.filter((row) => accepts(row.search_key)), complete: rows.length < reads };
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
