import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { DiskSpace } from '#lib/disk-space.ts';
import { storeBytes } from '#ports/blob-store.ts';
import { createTestApp, testEmail } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { createTreeClient } from '#testing/tree-client.ts';

const total = 100_000_000_000;
/** Twice the size of the reserve. */
const enough = 4_000_000_000;

/** Starts a server whose disk gains 500 MB with each deleted blob; in the trash of the store it still takes room. */
const openServer = async (free: number) => {
  let blobsAtFirst: number | undefined;
  const countIn = async (folder: string): Promise<number> => {
    const path = join(server.dataDir, folder);
    // The trash is made when something is removed.
    if (!existsSync(path)) return 0;
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && /^[0-9a-f]{32}$/.test(entry.name)).length;
  };
  const countBlobs = () => countIn('blobs');
  const countTrashed = () => countIn('trash');
  const diskSpace = async (): Promise<DiskSpace> => {
    const count = (await countBlobs()) + (await countTrashed());
    blobsAtFirst ??= count;
    return { total, free: free + (blobsAtFirst - count) * 500_000_000 };
  };
  const server = await createTestApp({ diskSpace, smallContentLimit: -1 });
  onTestFinished(() => server.close());
  return { server, ada: await createTreeClient(server, testEmail), countBlobs, countTrashed };
};

test('emptying the trash of a nearly full disk frees just enough space at once', async () => {
  const { server, ada, countBlobs, countTrashed } = await openServer(enough - 30_000_000_000);
  await ada.upload('kept', 'bytes that stay');
  const items = [];
  for (let index = 0; index < 120; index += 1)
    items.push(await ada.upload(`file ${index}`, `bytes ${index}`));
  await ada.remove(items);
  expect(await countBlobs()).toBe(121);

  server.services.jobs.start();
  expect(await ada.call('DELETE', '/api/trash/dump')).toMatchObject({ status: 200 });
  // Sixty free enough, and they are collected in batches of fifty.
  await eventually(async () => expect([await countBlobs(), await countTrashed()]).toEqual([21, 40]));
  const left = await server.parts.db.selectFrom('blobs').select('id').execute();
  expect(left).toHaveLength(21);
});

test('bytes stay for a day after the trash was emptied while there is enough space', async () => {
  const { server, ada, countBlobs } = await openServer(enough);
  const file = await ada.upload('file', 'bytes');
  await ada.remove([file]);
  server.services.jobs.start();
  await ada.call('DELETE', '/api/trash/dump');
  await eventually(async () => expect(await server.services.jobs.isOpen('purge')).toBe(false));
  await server.services.trash.sweep();
  expect(await countBlobs()).toBe(1);
});

test('a sweep of a nearly full disk removes the longest unreferenced blobs first', async () => {
  const { server, ada, countBlobs } = await openServer(enough - 1_000_000_000);
  const names: string[] = [];
  for (let index = 0; index < 60; index += 1) {
    const { id } = await ada.upload(`file ${index}`, `bytes ${index}`);
    names.push(id);
    await server.parts.db
      .updateTable('blobs')
      .set({ unreferenced_at: server.clock.now() - 60 + index })
      .where('id', '=', (eb) => eb.selectFrom('items').select('blob_id').where('items.id', '=', id))
      .execute();
  }
  const order = await server.parts.db.selectFrom('blobs').select('key').orderBy('unreferenced_at').execute();
  await server.parts.db.deleteFrom('items').where('type', '=', 'file').execute();
  await server.services.trash.sweep();
  expect(await countBlobs()).toBe(10);
  const left = await server.parts.db.selectFrom('blobs').select('key').orderBy('unreferenced_at').execute();
  expect(left).toEqual(order.slice(50));
});

test('files in the trash of the store go before the grace period of others is cut short', async () => {
  const { server, ada, countBlobs, countTrashed } = await openServer(enough - 500_000_000);
  await server.blobs.trash(await storeBytes(server.blobs, Buffer.from('removed before')));
  await ada.upload('file', 'bytes');
  await server.parts.db.updateTable('blobs').set({ unreferenced_at: server.clock.now() }).execute();
  await server.parts.db.deleteFrom('items').where('type', '=', 'file').execute();
  await server.services.trash.sweep();
  expect([await countBlobs(), await countTrashed()]).toEqual([1, 0]);
});
