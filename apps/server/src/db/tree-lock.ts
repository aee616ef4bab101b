import { sql } from 'kysely';
import type { Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';

/**
 * Lets one transaction at a time change where an owner's items are, until it ends: what one has looked up
 * about the tree cannot be made untrue by another. Uploads and new folders do not wait for it.
 * SQLite has one writer at a time anyway.
 */
export const lockTree = async (trx: Trx, ownerId: string): Promise<void> => {
  if (!isPostgres(trx)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tree:${ownerId}`}, 0))`.execute(trx);
};
