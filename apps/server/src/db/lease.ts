import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { databaseTime } from '#db/database-time.ts';

/** A lease on an upload: the holder, and the milliseconds for which it counts unless a heartbeat renews it. */
export interface Lease {
  readonly holder: string;
  readonly milliseconds: number;
}

/** The time at which a lease granted now expires, by the database's clock. */
export const leaseExpiry = (db: Db, { milliseconds }: Lease) =>
  sql<number>`${databaseTime(db)} + ${sql.lit(milliseconds)}`;

/** The columns of a row that is leased from its creation. */
export const leased = (db: Db, lease: Lease) => ({
  holder: lease.holder,
  lease_until: leaseExpiry(db, lease),
});

/** The columns of a row whose lease is taken. It counts takeovers from other holders, which may still write late. */
export const takenOver = (db: Db, lease: Lease) => ({
  ...leased(db, lease),
  takeovers: sql<number>`takeovers + case when holder is null or holder = ${lease.holder} then 0 else 1 end`,
});

/** The columns of a row without a lease. */
export const released = { holder: null, lease_until: 0 } as const;

/** Tests whether no live server holds the lease. */
export const isLeaseFree = (db: Db): RawBuilder<SqlBool> =>
  sql<SqlBool>`(holder is null or lease_until < ${databaseTime(db)})`;
