import { type Insertable, sql } from 'kysely';
import type { Trx } from '#db/database.ts';
import type { ReceivedFilesTable } from '#db/tables/links.ts';

/** Counts a file that is received by a request. @returns false if it exceeds a limit of the request */
export const countReceived = async (
  trx: Trx,
  { requestId, size }: { readonly requestId: string; readonly size: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('file_requests')
    .set({
      files: sql<number>`files + 1`,
      size: sql<number>`size + ${size}`,
      unseen: sql<number>`unseen + 1`,
    })
    .where('id', '=', requestId)
    .where((eb) => eb.or([eb('max_files', 'is', null), eb('files', '<', eb.ref('max_files'))]))
    .where((eb) => eb.or([eb('max_size', 'is', null), eb(eb('size', '+', size), '<=', eb.ref('max_size'))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const insertReceived = async (trx: Trx, file: Insertable<ReceivedFilesTable>): Promise<void> => {
  await trx.insertInto('received_files').values(file).execute();
};
