import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInstalledStorage, openStorage, type StorageOptions } from '#compose-storage.ts';
import { databaseTime } from '#db/database-time.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { createUploadClient } from '#testing/upload-client.ts';
import { expectOnDisk } from './own-disk.service.ts';
import { StorageRecordError } from './storage.errors.ts';

const bucket: ObjectStorage = {
  endpoint: 'http://127.0.0.1:9',
  region: 'eu-1',
  bucket: 'files',
  accessKey: 'key',
  secretKey: 'secret',
  pathStyle: true,
  prefix: '',
  trusted: true,
};
const disk = { kind: 'disk' } as const;

let server: TestApp;
let folder: string;
beforeEach(async () => {
  server = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'holdall-disk-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The options of a server with a data directory of its own. */
const elsewhere = (): StorageOptions => ({
  db: server.database.db,
  sealer: server.parts.sealer,
  dataDir: folder,
  node: 'elsewhere',
  operator: undefined,
  allowedPrivateHosts: [],
});
const records = () => server.parts.storage.records;
const put = async (): Promise<void> => {
  const client = createUploadClient(await server.listen(), await server.signIn());
  await client.put('a.txt', Buffer.from('a file'));
};
const take = (node: string): Promise<void> =>
  server.database.db.transaction().execute((trx) => records().takeDisk(trx, node));
const begin = (to: typeof disk | { readonly kind: 's3'; readonly bucket: ObjectStorage }, node: string) =>
  records().begin({ to, node, automatic: false, keepKeys: true });

describe('files on a disk', () => {
  it('belong to one server: others do not confuse its disk with their own, however often they look', async () => {
    const there = { kind: 's3', bucket } as const;
    await begin(there, 'test');
    const { move } = await records().read();
    if (move !== undefined) await records().end(move);
    const other = await openInstalledStorage(elsewhere());
    await begin(disk, 'test');
    expect((await records().read()).diskOf).toBe('test');
    for (let time = 0; time < 2; time += 1)
      await expect(other.refresh()).rejects.toThrow(/on the disk of another server: its node-id is test/);
    await server.parts.storage.refresh();
  });

  it('prevent a server with another data directory from starting, and from moving them', async () => {
    await take('test');
    // Nothing is stored yet, so any server may start.
    await openStorage(elsewhere(), () => undefined);
    await put();
    await expect(openStorage(elsewhere(), () => undefined)).rejects.toThrow(/disk of another server/);
    await expect(openInstalledStorage(elsewhere())).rejects.toThrow(/disk of another server/);
    await expect(begin({ kind: 's3', bucket }, 'elsewhere')).rejects.toThrow(StorageRecordError);
    await expect(take('elsewhere')).rejects.toThrow(StorageRecordError);
    expect(await records().isMoving()).toBe(false);
    await begin({ kind: 's3', bucket }, 'test');
  });

  it('belong to the server that has them, if none is recorded', async () => {
    await put();
    const known = await records().read();
    expect(known.diskOf).toBeUndefined();
    const { db } = server.database;
    const open = () => server.parts.storage.openPlace(disk);
    await expectOnDisk({ db, node: 'test', open }, known);
    const other = await openInstalledStorage(elsewhere());
    const openOther = () => other.openPlace(disk);
    await expect(expectOnDisk({ db, node: 'elsewhere', open: openOther }, known)).rejects.toThrow(
      /none of them is in this data directory/,
    );
    await server.database.db.transaction().execute((trx) => server.parts.storage.takeDisk(trx));
    expect((await records().read()).diskOf).toBe('test');
  });

  it('cannot be chosen while another server is running', async () => {
    const cookie = await server.signIn();
    await begin({ kind: 's3', bucket }, 'test');
    const { db } = server.database;
    const now = databaseTime(db);
    const row = { run: 'a', folder_identity: 'b', version: '1', storage: '', key_check: '', clock_ahead: 0 };
    await db
      .insertInto('nodes')
      .values({ ...row, id: 'other', host: 'other.example.com', started_at: now, seen_at: now })
      .execute();
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/admin/settings/test/storage',
      headers: { cookie },
      payload: { storage_driver: 'disk' },
    });
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringContaining('Several servers are running') as string,
    ]);
  });
});
