import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { databaseTime } from '#db/database-time.ts';

/** Who holds an upload, and for how many milliseconds from now on unless it gives another sign of life. */
export interface Lease {
  readonly holder: string;
  readonly milliseconds: number;
}

/** Until when that is. */
export const leaseExpiry = (db: Db, { milliseconds }: Lease) =>
  sql<number>`${databaseTime(db)} + ${sql.lit(milliseconds)}`;

/** What a row says that is held from its beginning. */
export const leased = (db: Db, lease: Lease) => ({
  holder: lease.holder,
  held_until: leaseExpiry(db, lease),
});

/** What a row says that is taken: it counts how often that was from somebody else, who may write late. */
export const takenOver = (db: Db, lease: Lease) => ({
  ...leased(db, lease),
  takeovers: sql<number>`takeovers + case when holder is null or holder = ${lease.holder} then 0 else 1 end`,
});

/** What a row says that nobody holds. */
export const released = { holder: null, held_until: 0 } as const;

/** Whether no server that is alive holds an upload. */
export const isLeaseFree = (db: Db): RawBuilder<SqlBool> =>
  sql<SqlBool>`(holder is null or held_until < ${databaseTime(db)})`;
