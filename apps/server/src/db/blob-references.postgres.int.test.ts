import { expect, test } from 'vitest';
import { inTransaction } from '#db/in-transaction.ts';
import { useTree } from '#testing/use-tree.ts';
import { markUnreferenced } from './blob-references.ts';

const { server, ada } = useTree();

test('bytes whose last two references, a version and a copy, go at the same moment are marked', async () => {
  const original = await ada.upload('a.txt', 'bytes');
  await ada.copy([original], null);
  await ada.overwrite('a.txt', 'newer');
  const { db } = server.parts;
  const version = await db.selectFrom('item_versions').select(['id', 'blob_id']).executeTakeFirstOrThrow();
  const copy = await db
    .selectFrom('items')
    .select('id')
    .where('blob_id', '=', version.blob_id)
    .executeTakeFirstOrThrow();
  // In the trash, where no totals count it.
  await ada.remove([{ id: copy.id, type: 'file' }]);
  const blobs = [version.blob_id];
  const { promise: isRemoved, resolve } = Promise.withResolvers<undefined>();
  let second: Promise<void> = Promise.resolve();
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('item_versions').where('id', '=', version.id).execute();
    second = inTransaction(db, async (later) => {
      await later.deleteFrom('items').where('id', '=', copy.id).execute();
      resolve(undefined);
      await markUnreferenced(later, blobs, 2);
    });
    await isRemoved;
    await markUnreferenced(trx, blobs, 1);
  });
  await second;
  const marked = await db.selectFrom('blobs').select('id').where('unreferenced_at', 'is not', null).execute();
  expect(marked.map(({ id }) => id)).toEqual(blobs);
});
