import type { ExpressionBuilder, Insertable, Updateable } from 'kysely';
import type { Db, Tables, Trx } from '#db/database.ts';
import { isPostgres } from '#db/dialect.ts';
import type { FileRequestRow, FileRequestsTable, ReceivedFileRow } from '#db/tables/links.ts';
import type { OfVisit, ReceiptRow, MailScope } from './requests.types.ts';

export const insertRequest = (trx: Trx, request: Insertable<FileRequestsTable>): Promise<FileRequestRow> =>
  trx.insertInto('file_requests').values(request).returningAll().executeTakeFirstOrThrow();

/** Finds one of an owner's requests; inside a transaction its row is locked. */
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

/** Lists an owner's requests, the latest first, with the names of their folders. */
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

/** Rows that one statement deletes, so that others do not wait for long. */
const deletedAtOnce = 1_000;

/** Deletes some receipts of a request, or of all of an owner's requests. @returns whether there may be more */
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

/** Deletes some receipts before an id, in the order of time. @returns whether there may be more */
export const removeSomeReceivedBefore = async (db: Db, firstId: string): Promise<boolean> => {
  const some = db.selectFrom('received_files').select('id').where('id', '<', firstId).limit(deletedAtOnce);
  const { numDeletedRows } = await db.deleteFrom('received_files').where('id', 'in', some).executeTakeFirst();
  return numDeletedRows >= deletedAtOnce;
};

/** Deletes all requests of an account. */
export const removeRequestsOf = async (db: Db, ownerId: string): Promise<void> => {
  await db.deleteFrom('file_requests').where('owner_id', '=', ownerId).execute();
};

/** Lists files of one visit in the order in which they were received. */
export const listReceived = (db: Db, { requestId, visit }: OfVisit, limit: number): Promise<ReceiptRow[]> =>
  db
    .selectFrom('received_files')
    .select(['name', 'size', 'sha256', 'at'])
    .where('request_id', '=', requestId)
    .where('visit', '=', visit)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Returns the number and size of the files of one visit. */
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

/** Selects files that no mail has named yet. */
const unmailed = (eb: ExpressionBuilder<Tables, 'received_files'>, { requestId, visit }: MailScope) =>
  eb.and([
    eb('request_id', '=', requestId),
    eb('notified_at', 'is', null),
    ...(visit === undefined ? [] : [eb('visit', '=', visit)]),
  ]);

/** Returns when the last of these files was received. */
export const findLastUnmailed = async (db: Db, mailScope: MailScope): Promise<number | undefined> => {
  const row = await db
    .selectFrom('received_files')
    .select(({ fn }) => fn.max('at').as('at'))
    .where((eb) => unmailed(eb, mailScope))
    .executeTakeFirst();
  return row?.at ?? undefined;
};

/** Marks files as named in a mail. @returns those that were not marked before */
export const markMailed = (
  trx: Trx,
  mailScope: MailScope,
  now: number,
): Promise<Pick<ReceivedFileRow, 'id' | 'name' | 'size'>[]> =>
  trx
    .updateTable('received_files')
    .set({ notified_at: now })
    .where((eb) => unmailed(eb, mailScope))
    .returning(['id', 'name', 'size'])
    .execute();

/** Finds the address and language of the mail about received files. */
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

/** Returns the name of a folder, also in the trash. */
export const findFolderName = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('items').select('name').where('id', '=', id).executeTakeFirst())?.name;

/** Deletes requests that ended before a time and have no receipts left. */
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
