import { randomBytes } from 'node:crypto';
import type { Storage } from '@holdall/contract/storage';
import { trafficDays } from '@holdall/contract/storage';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { up as addUsage } from '#db/migrations/0004-usage.ts';
import { eventually } from '#testing/eventually.ts';
import { storageRecordOf } from '#testing/storage-record.ts';
import { chunkName } from '#testing/upload-client.ts';
import { createUploadHarness, itemOf } from '#testing/use-uploads.ts';
import { createTrafficMeter } from './traffic-meter.ts';

const { server, client, start, clientOf, nobody, signInAgain } = createUploadHarness();
const { account, setCapacity, settledAt } = storageRecordOf(server);

const day = 24 * 60 * 60 * 1000;
const storage = async (): Promise<Storage['data']> =>
  ((await (await client.get('/api/user/storage')).json()) as Storage).data;
const daysOf = () => server.parts.db.selectFrom('usage_days').selectAll().orderBy('day').execute();
const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');

describe('the usage of an account', () => {
  it('is reported by category, with percentages that add up, the trash included', async () => {
    await start({ settings: { subscription_type: 'fixed', default_capacity: 300 } });
    const empty = await storage();
    expect(empty.attributes).toEqual({ used: 0, capacity: 300, percentage: 0 });
    await itemOf(await client.binary({ name: 'a.png' }, png));
    await itemOf(await client.binary({ name: 'b.txt' }, Buffer.from('text')));
    const gone = await itemOf(await client.binary({ name: 'c.bin' }, Buffer.alloc(80)));
    await server.parts.db
      .updateTable('items')
      .set({ deleted_at: 1 })
      .where('id', '=', gone.data.id)
      .execute();
    const { attributes, meta } = await storage();
    expect(attributes).toEqual({ used: 100, capacity: 300, percentage: 33.33 });
    expect(meta).toMatchObject({
      images: { used: 16, percentage: 5.33 },
      documents: { used: 4, percentage: 1.33 },
      videos: { used: 0, percentage: 0 },
      audios: { used: 0, percentage: 0 },
      others: { used: 80, percentage: 26.67 },
    });
    await setCapacity(null);
    expect((await storage()).attributes).toEqual({ used: 100, capacity: null, percentage: 100 });
    await settledAt(100);
  });

  it('is private, and requires a session', async () => {
    await start();
    await itemOf(await client.binary({ name: 'a.png' }, png));
    const eve = await clientOf('eve@example.com');
    const hers = (await (await eve.get('/api/user/storage')).json()) as Storage;
    expect(hers.data.attributes).toEqual({ used: 0, capacity: null, percentage: 0 });
    expect(hers.data.meta.traffic.upload).toBe(0);
    expect((await nobody().get('/api/user/storage')).status).toBe(401);
  });

  it('falls when files are permanently deleted, and a wrong record is detected', async () => {
    await start();
    await itemOf(await client.binary({ name: 'a.png' }, png));
    await itemOf(await client.binary({ name: 'b.bin' }, Buffer.alloc(84)));
    const { usage } = server.services;
    const { user_id: ownerId } = await account();
    await server.parts.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('items').where('category', '=', 'images').execute();
      await usage.releaseUsage(trx, ownerId, { images: png.length, videos: 0 });
    });
    await settledAt(84);
    // A rolled-back deletion releases nothing.
    await expect(
      server.parts.db.transaction().execute(async (trx) => {
        await usage.releaseUsage(trx, ownerId, { others: 84 });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await settledAt(84);
    await server.parts.db.updateTable('user_storage').set({ others: 80, reserved: 5 }).execute();
    expect(await usage.verifyUsage()).toMatchObject([
      { ownerId, recorded: { others: 80, reserved: 5 }, actual: { others: 84, reserved: 0 } },
    ]);
  });

  it('is computed from the items of an older version', async () => {
    await start();
    const { db } = server.parts;
    await itemOf(await client.binary({ name: 'a.png' }, png));
    await itemOf(await client.binary({ name: 'b.bin' }, Buffer.alloc(84)));
    await itemOf(await client.binary({ name: 'c.txt', path: 'folder/' }, Buffer.alloc(3, 'x')));
    await clientOf('eve@example.com');
    const before = await db.selectFrom('user_storage').selectAll().orderBy('user_id').execute();
    expect(before).toHaveLength(2);
    for (const table of ['user_storage', 'usage_days'] as const) await db.schema.dropTable(table).execute();
    await sql`drop index upload_sessions_open`.execute(db);
    await addUsage(db as never);
    expect(await db.selectFrom('user_storage').selectAll().orderBy('user_id').execute()).toEqual(before);
    await settledAt(103);
  });
});

describe('the traffic of an account', () => {
  const bytes = randomBytes(300_000);
  beforeEach(() => start());

  it('counts every byte once that is received or sent', async () => {
    const file = await itemOf(await client.binary({ name: 'a.bin' }, bytes));
    const name = chunkName('b.bin');
    await client.chunk({ name, offset: 0, is_last: false }, bytes.subarray(0, 1_000));
    // Bytes sent twice were transferred twice.
    await client.chunk({ name, offset: 0, is_last: true }, bytes.subarray(0, 2_000));
    const path = `/api/files/${file.data.id}/content`;
    expect(await client.downloadedSha256(file)).toHaveLength(64);
    expect((await (await client.get(path, { range: 'bytes=10-19' })).arrayBuffer()).byteLength).toBe(10);
    const etag = (await client.get(path, { range: 'bytes=0-0' })).headers.get('etag') ?? '';
    expect((await client.get(path, { 'if-none-match': etag })).status).toBe(304);
    const zip = await client.get(`/api/zip?items=${file.data.id}|file`);
    const archive = (await zip.arrayBuffer()).byteLength;
    expect(archive).toBeGreaterThan(bytes.length);
    await eventually(async () => {
      const { traffic } = (await storage()).meta;
      expect(traffic.upload).toBe(bytes.length + 3_000);
      expect(traffic.download).toBe(bytes.length + 10 + 1 + archive);
      expect(traffic.chart.at(-1)).toMatchObject({ upload: traffic.upload, download: traffic.download });
    });
  });

  it('counts the sent bytes of an aborted download', async () => {
    const large = await itemOf(await client.binary({ name: 'large.bin' }, Buffer.alloc(40_000_000)));
    const socket = client.open(`GET /api/files/${large.data.id}/content HTTP/1.1`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await eventually(async () => {
      const { download } = (await storage()).meta.traffic;
      expect(download).toBeGreaterThan(0);
      expect(download).toBeLessThan(40_000_000);
    });
  });

  it('is added up in one row a day, and reads the same before and after it is written', async () => {
    await itemOf(await client.binary({ name: 'a.bin' }, bytes));
    expect(await daysOf()).toEqual([]);
    const before = await storage();
    expect(before.meta.traffic.upload).toBe(bytes.length);
    await server.services.settled();
    expect(await storage()).toEqual(before);
    expect(await daysOf()).toMatchObject([{ upload: bytes.length, download: 0, stored: bytes.length }]);
    await itemOf(await client.binary({ name: 'b.bin' }, bytes));
    await Promise.all([server.services.usage.settled(), server.services.usage.settled()]);
    expect(await daysOf()).toMatchObject([{ upload: 2 * bytes.length, stored: 2 * bytes.length }]);
    await server.services.usage.settled();
    expect(await daysOf()).toHaveLength(1);
  });

  it('is reported right while it is being written', async () => {
    const { db, clock } = server.parts;
    const { user_id: ownerId } = await account();
    const meter = createTrafficMeter({ db, clock });
    const told = async (read: () => ReturnType<typeof daysOf>): Promise<number> =>
      (await meter.daysOf(ownerId, read)).reduce((sum, { upload }) => sum + upload, 0);
    meter.countTraffic(ownerId, { upload: 7 });
    // The counts are written after the days were read, and are no longer pending when they are added up.
    const overtaken = told(async () => {
      const days = await daysOf();
      await meter.flush();
      return days;
    });
    expect(await overtaken).toBe(7);
    meter.countTraffic(ownerId, { upload: 5 });
    const [, underWay] = await Promise.all([meter.flush(), told(daysOf)]);
    expect(underWay).toBe(12);
  });

  it('has each of the last 45 days, separately', async () => {
    await itemOf(await client.binary({ name: 'a.bin' }, bytes));
    for (const days of [1, 43]) {
      server.clock.advance(days * day);
      await server.services.usage.sweep();
      await signInAgain();
      await itemOf(await client.binary({ name: 'b.bin' }, bytes.subarray(0, 10)));
    }
    const { chart, upload } = (await storage()).meta.traffic;
    expect(chart).toHaveLength(trafficDays);
    const known = chart.flatMap((entry, index) => (entry.upload > 0 ? [[index, entry.upload]] : []));
    expect(known).toEqual([
      [0, bytes.length],
      [1, 10],
      [44, 10],
    ]);
    expect(upload).toBe(bytes.length + 20);
    expect(new Set(chart.map(({ date }) => date)).size).toBe(trafficDays);
    server.clock.advance(day);
    await signInAgain();
    expect((await storage()).meta.traffic.upload).toBe(20);
  });

  it('survives a database that cannot be written, and a deleted account', async () => {
    await itemOf(await client.binary({ name: 'a.bin' }, bytes));
    const { usage } = server.services;
    usage.countTraffic('nobody', { upload: 5 });
    const { db } = server.parts;
    await db.schema.alterTable('usage_days').renameTo('usage_days_away').execute();
    await usage.settled();
    await db.schema.alterTable('usage_days_away').renameTo('usage_days').execute();
    usage.countTraffic((await account()).user_id, { upload: 1 });
    await usage.settled();
    expect(await daysOf()).toMatchObject([{ upload: bytes.length + 1 }]);
  });
});
