import { sql } from 'kysely';
import type { Db, Trx } from '#db/database.ts';

/** A download, identified by its visit and subject. */
export interface Grant {
  readonly shareId: string;
  readonly visit: string;
  /** The file, or the selection of the archive. */
  readonly subject: string;
}

/** Tells whether a visit has begun to download a subject since a time. */
export const findGrant = async (
  db: Db,
  { shareId, visit, subject }: Grant,
  since: number,
): Promise<boolean> => {
  const row = await db
    .selectFrom('share_downloads')
    .select('created_at')
    .where('share_id', '=', shareId)
    .where('visit', '=', visit)
    .where('subject', '=', subject)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Begins a download.
 *
 * @param most downloads that are stored for the link; undefined means any number
 * @returns false if that many are stored, or if the visit has begun it since that time, perhaps by a concurrent
 *   request
 */
export const insertGrant = async (
  trx: Trx,
  { shareId, visit, subject }: Grant,
  { now, since, most }: { readonly now: number; readonly since: number; readonly most: number | undefined },
): Promise<boolean> => {
  const kept = trx
    .selectFrom('share_downloads')
    .select('created_at')
    .where('share_id', '=', shareId)
    .limit(most ?? 0)
    .as('kept');
  const row = trx
    .selectNoFrom([
      sql<string>`${shareId}`.as('share_id'),
      sql<string>`${visit}`.as('visit'),
      sql<string>`${subject}`.as('subject'),
      sql<number>`${now}`.as('created_at'),
    ])
    .where((eb) =>
      most === undefined
        ? sql<boolean>`true`
        : eb(
            eb.selectFrom(kept).select((of) => of.fn.countAll<number>().as('count')),
            '<',
            most,
          ),
    );
  const begun = await trx
    .insertInto('share_downloads')
    .columns(['share_id', 'visit', 'subject', 'created_at'])
    .expression(row)
    .onConflict((conflict) =>
      conflict
        .columns(['share_id', 'visit', 'subject'])
        .doUpdateSet({ created_at: now })
        .where('share_downloads.created_at', '<', since),
    )
    .returning('visit')
    .executeTakeFirst();
  return begun !== undefined;
};

/** Counts a download. @returns false if the link's limit is reached */
export const countDownload = async (trx: Trx, shareId: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('shares')
    .set({ downloads: sql<number>`downloads + 1` })
    .where('id', '=', shareId)
    .where((eb) => eb.or([eb('download_limit', 'is', null), eb('downloads', '<', eb.ref('download_limit'))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Rows that one statement deletes, so that others do not wait for long. */
const deletedAtOnce = 1_000;

/** Deletes some downloads that began before a time. @returns whether there may be more */
export const removeSomeGrantsBefore = async (db: Db, before: number): Promise<boolean> => {
  const some = db
    .selectFrom('share_downloads')
    .select(['share_id', 'visit', 'subject'])
    .where('created_at', '<', before)
    .limit(deletedAtOnce);
  const { numDeletedRows } = await db
    .deleteFrom('share_downloads')
    .where((eb) =>
      eb(eb.refTuple('share_id', 'visit', 'subject'), 'in', some.$asTuple('share_id', 'visit', 'subject')),
    )
    .executeTakeFirst();
  return numDeletedRows >= deletedAtOnce;
};
