import type { Db } from '#db/database.ts';

/** Time of the latest statement that PostgreSQL refused because its disk is full, in milliseconds since 1970. */
const refusedAt = new WeakMap<Db, number>();

/** Notes that the database has refused a statement for lack of room. */
export const recordOutOfSpace = (db: Db): void => {
  refusedAt.set(db, Date.now());
};

/**
 * Tells whether the database has refused a statement for lack of space since a moment; it does not report when
 * there is space again.
 */
export const wasOutOfSpaceSince = (db: Db, since: number): boolean => (refusedAt.get(db) ?? 0) > since;
