import type { ExpressionBuilder, Insertable, Updateable } from 'kysely';
import type { Db, Tables, Trx } from '#db/database.ts';
import { isPostgres } from '#db/item-set.ts';
import type { FileRequestRow, FileRequestsTable, ReceivedFileRow } from '#db/tables/links.ts';
import type { OfVisit, ReceiptRow, Told } from './requests.types.ts';

export const insertRequest = (trx: Trx, request: Insertable<FileRequestsTable>): Promise<FileRequestRow> =>
  trx.insertInto('file_requests').values(request).returningAll().executeTakeFirstOrThrow();

/** One of an owner's requests; inside a transaction it is kept as it is until that ends. */
export const findOwnRequest = (
  db: Db,
  {
    ownerId,
    token,
    lock = false,
  }: { readonly ownerId: string; readonly token: string; readonly lock?: boolean },
): Promise<FileRequestRow | undefined> => {
  const query = db
    .selectFrom('file_requests')
    .selectAll()
    .where('token', '=', token)
    .where('owner_id', '=', ownerId);
  return (lock && isPostgres(db) ? query.forUpdate() : query).executeTakeFirst();
};

/** An owner's requests, the latest first, each with the name of its folder, wherever that is. */
export const listOwnRequests = (
  db: Db,
  { ownerId, before, limit }: { ownerId: string; before?: string | undefined; limit: number },
): Promise<(FileRequestRow & { readonly folder: string | null })[]> => {
  const query = db
    .selectFrom('file_requests')
    .leftJoin('items', 'items.id', 'file_requests.folder_id')
    .selectAll('file_requests')
    .select('items.name as folder')
    .where('file_requests.owner_id', '=', ownerId)
    .orderBy('file_requests.id', 'desc')
    .limit(limit);
  return (before === undefined ? query : query.where('file_requests.id', '<', before)).execute();
};

export const updateRequest = (
  trx: Trx,
  id: string,
  changes: Updateable<FileRequestsTable>,
): Promise<FileRequestRow> =>
  trx.updateTable('file_requests').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const removeRequest = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('file_requests').where('id', '=', id).execute();
};

/** Rows that one statement deletes: others wait no longer than that takes. */
const deletedAtOnce = 1_000;

/** Removes some of what came by a request, or by all of an owner's. @returns whether there may be more */
export const removeSomeReceivedOf = async (
  db: Db,
  of: { readonly ownerId: string } | { readonly requestId: string },
): Promise<boolean> => {
  const all = db
    .selectFrom('received_files')
    .innerJoin('file_requests', 'file_requests.id', 'received_files.request_id')
    .select('received_files.id')
    .limit(deletedAtOnce);
  const some =
    'ownerId' in of
      ? all.where('file_requests.owner_id', '=', of.ownerId)
      : all.where('file_requests.id', '=', of.requestId);
  const { numDeletedRows } = await db.deleteFrom('received_files').where('id', 'in', some).executeTakeFirst();
  return numDeletedRows >= deletedAtOnce;
};

/** Removes what came by any request before an id: ids are in the order of time. @returns whether there may be more */
export const removeSomeReceivedBefore = async (db: Db, firstId: string): Promise<boolean> => {
  const some = db.selectFrom('received_files').select('id').where('id', '<', firstId).limit(deletedAtOnce);
  const { numDeletedRows } = await db.deleteFrom('received_files').where('id', 'in', some).executeTakeFirst();
  return numDeletedRows >= deletedAtOnce;
};

/** Removes all requests of an account. */
export const removeRequestsOf = async (db: Db, ownerId: string): Promise<void> => {
  await db.deleteFrom('file_requests').where('owner_id', '=', ownerId).execute();
};

/** Files of one visit in the order in which they came. */
export const listReceived = (db: Db, { requestId, visit }: OfVisit, limit: number): Promise<ReceiptRow[]> =>
  db
    .selectFrom('received_files')
    .select(['name', 'size', 'sha256', 'at'])
    .where('request_id', '=', requestId)
    .where('visit', '=', visit)
    .orderBy('id')
    .limit(limit)
    .execute();

/** How many files came in one visit, and how many bytes. */
export const sumReceived = async (
  db: Db,
  { requestId, visit }: OfVisit,
): Promise<{ count: number; size: number }> => {
  const { count, size } = await db
    .selectFrom('received_files')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn.sum<number | string | null>('size').as('size'),
    ])
    .where('request_id', '=', requestId)
    .where('visit', '=', visit)
    .executeTakeFirstOrThrow();
  return { count: Number(count), size: Number(size ?? 0) };
};

/** Files that the owner was not told of. */
const untold = (eb: ExpressionBuilder<Tables, 'received_files'>, { requestId, visit }: Told) =>
  eb.and([
    eb('request_id', '=', requestId),
    eb('told_at', 'is', null),
    ...(visit === undefined ? [] : [eb('visit', '=', visit)]),
  ]);

/** When the last of those files came that the owner was not told of. */
export const findLastUntold = async (db: Db, told: Told): Promise<number | undefined> => {
  const row = await db
    .selectFrom('received_files')
    .select(({ fn }) => fn.max('at').as('at'))
    .where((eb) => untold(eb, told))
    .executeTakeFirst();
  return row?.at ?? undefined;
};

/** Says of files that the owner is told of them. @returns those of which that was not said before */
export const markTold = (
  trx: Trx,
  told: Told,
  now: number,
): Promise<Pick<ReceivedFileRow, 'id' | 'name' | 'size'>[]> =>
  trx
    .updateTable('received_files')
    .set({ told_at: now })
    .where((eb) => untold(eb, told))
    .returning(['id', 'name', 'size'])
    .execute();

/** Whom the mail about what came goes to, and in which language. */
export const findRecipient = (
  db: Db,
  ownerId: string,
): Promise<{ readonly email: string; readonly locale: string | null } | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['email', 'locale'])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();

/** What a folder is called, wherever it is. */
export const findFolderName = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('items').select('name').where('id', '=', id).executeTakeFirst())?.name;

/** Forgets requests that took nothing any more before a time, and of which nothing is left that came. */
export const removeOldRequests = async (
  db: Db,
  { before, firstId }: { readonly before: number; readonly firstId: string },
): Promise<void> => {
  await db
    .deleteFrom('file_requests')
    .where('id', '<', firstId)
    .where((eb) =>
      eb.or([
        eb('closed_at', '<', before),
        eb('deadline', '<', before),
        eb('files', '>=', eb.ref('max_files')),
        eb('size', '>=', eb.ref('max_size')),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('received_files')
            .select('received_files.id')
            .whereRef('received_files.request_id', '=', 'file_requests.id'),
        ),
      ),
    )
    .execute();
};
