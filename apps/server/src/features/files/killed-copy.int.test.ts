import type { Item } from '@holdall/contract/files';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { isPostgres } from '#db/dialect.ts';
import { eventually } from '#testing/eventually.ts';
import { examine, nothingWrong } from '#testing/maintenance-commands.ts';
import { plantItems } from '#testing/plant-items.ts';
import { useServerProcess } from '#testing/use-server-process.ts';

const server = useServerProcess();
const count = 20_000;

const folder = async (name: string): Promise<string> =>
  ((await (await server.client.post('/api/create-folder', { name })).json()) as Item).data.id;
const rows = async (): Promise<number> => {
  const { rows: counted } = await sql<{
    count: number | string;
  }>`select count(*) as count from items`.execute(server.database.db);
  return Number(counted[0]?.count);
};
/** Waits until a copy has inserted rows: on SQLite they can be counted, on PostgreSQL its statement is seen. */
const expectUnderWay = (before: number): Promise<void> =>
  eventually(async () => {
    const { db } = server.database;
    if (!isPostgres(db)) return expect(await rows()).toBeGreaterThan(before + 3_000);
    const { rows: active } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and state <> 'idle'
      and query like 'insert into items (id, parent_id%'`.execute(db);
    expect(active).not.toEqual([]);
  });

it('of a long copy whose server is killed nothing is seen, counted or left, and it can be made again', async () => {
  const { db } = server.database;
  const file = (await (await server.client.binary({ name: 'a.bin' }, Buffer.from('ab'))).json()) as Item;
  const { blob_id: blobId, owner_id: ownerId } = await db
    .selectFrom('items')
    .select(['blob_id', 'owner_id'])
    .where('id', '=', file.data.id)
    .executeTakeFirstOrThrow();
  const [from, to] = [await folder('from'), await folder('to')];
  const parent = { id: from, type: 'folder' } as const;
  await plantItems(db, { ownerId, parent, type: 'file', count, now: Date.now() });
  // The planted rows have the bytes of a real file.
  await db.updateTable('items').set({ blob_id: blobId }).where('parent_id', '=', from).execute();
  await db
    .deleteFrom('blobs')
    .where('id', '<>', blobId ?? '')
    .execute();
  const used = sql<number>`documents + ${2 * count}`;
  await db.updateTable('user_storage').set({ documents: used }).execute();

  const before = await rows();
  const copy = () => server.client.post('/api/copy', { to_id: to, items: [parent] });
  const broken = copy().catch(() => undefined);
  await expectUnderWay(before);
  await server.process.kill();
  expect(await broken).toBeUndefined();
  expect(await examine(server)).toEqual(nothingWrong);
  expect(await db.selectFrom('items').select('id').where('parent_id', '=', to).execute()).toEqual([]);
  expect(await db.selectFrom('operations').select('id').execute()).toEqual([]);

  await server.start();
  await eventually(async () => expect(await rows()).toBe(before));
  expect((await copy()).status).toBe(200);
  expect(await rows()).toBe(before + count + 1);
  await server.process.kill();
  expect(await examine(server)).toEqual(nothingWrong);
}, 240_000);
