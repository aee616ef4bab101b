import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ZipSelectionsTable } from '#db/tables/zip.ts';
import { isInScope, type PrincipalScope } from '#features/links/index.ts';

const newestFirst = sql`order by created_at desc, id desc`;

export const insertSelection = async (db: Db, row: Insertable<ZipSelectionsTable>): Promise<void> => {
  await db.insertInto('zip_selections').values(row).execute();
};

/**
 * Deletes all but the newest selections of a principal or link, up to a number and a sum of bytes; the newest
 * one always stays.
 */
export const trimSelections = async (
  db: Db,
  scope: PrincipalScope,
  { count, bytes }: { readonly count: number; readonly bytes: number },
): Promise<void> => {
  await db
    .deleteFrom('zip_selections')
    .where(isInScope(scope))
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom((inner) =>
          inner
            .selectFrom('zip_selections')
            .select([
              'id',
              sql<number>`row_number() over (${newestFirst})`.as('place'),
              sql<number>`sum(octet_length(payload)) over (${newestFirst})`.as('sum'),
            ])
            .where(isInScope(scope))
            .as('kept'),
        )
        .select('kept.id')
        .where('kept.place', '<=', count)
        .where((kept) => kept.or([kept('kept.place', '=', 1), kept('kept.sum', '<=', bytes)])),
    )
    .execute();
};

/** Finds a principal's selection that was prepared after `since`. */
export const findSelection = (
  db: Db,
  { id, principal, since }: { id: string; principal: string; since: number },
): Promise<Selectable<ZipSelectionsTable> | undefined> =>
  db
    .selectFrom('zip_selections')
    .selectAll()
    .where('id', '=', id)
    .where('principal', '=', principal)
    .where('created_at', '>', since)
    .executeTakeFirst();

/** Deletes the prepared selections of a principal or link. */
export const removeSelectionsOf = async (db: Db, scope: PrincipalScope): Promise<void> => {
  await db.deleteFrom('zip_selections').where(isInScope(scope)).execute();
};

export const removeSelectionsBefore = async (db: Db, time: number): Promise<void> => {
  await db.deleteFrom('zip_selections').where('created_at', '<=', time).execute();
};
