import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#db/database.ts';
import { databaseTime } from '#db/database-time.ts';

/** Who holds an upload, and for how many milliseconds from now on unless it gives another sign of life. */
export interface Tenure {
  readonly holder: string;
  readonly milliseconds: number;
}

/** Until when that is. */
export const heldUntil = (db: Db, { milliseconds }: Tenure) =>
  sql<number>`${databaseTime(db)} + ${sql.lit(milliseconds)}`;

/** What a row says that is held from its beginning. */
export const heldFrom = (db: Db, tenure: Tenure) => ({
  holder: tenure.holder,
  held_until: heldUntil(db, tenure),
});

/** What a row says that is taken: it counts how often that was from somebody else, who may write late. */
export const takenFrom = (db: Db, tenure: Tenure) => ({
  ...heldFrom(db, tenure),
  takeovers: sql<number>`takeovers + case when holder is null or holder = ${tenure.holder} then 0 else 1 end`,
});

/** What a row says that nobody holds. */
export const released = { holder: null, held_until: 0 } as const;

/** Whether no server that is alive holds an upload. */
export const isUnheld = (db: Db): RawBuilder<SqlBool> =>
  sql<SqlBool>`(holder is null or held_until < ${databaseTime(db)})`;
