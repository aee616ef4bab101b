import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { installChosen } from '#compose/installing.ts';
import { loadConfig } from '#config/load.ts';
import { storeBytes } from '#ports/blob-store.ts';
import { createTestApp, testEmail } from '#testing/create-test-app.ts';
import { environmentOf } from '#testing/spawn-server.ts';
import { testDialect } from '#testing/test-database.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { answerOf, commandIn, examine, nothingWrong, useMaintenance } from '#testing/maintenance-commands.ts';

vi.setConfig({ testTimeout: 60_000 });

const { newPlace, pathOf } = useMaintenance();

/** A backup of an installation with some files. @returns its folder, and where the installation was */
const backedUp = async () => {
  const server = await createTestApp();
  const root = pathOf('backups');
  const place = await newPlace('place');
  try {
    const client = await createTreeClient(server, testEmail);
    for (const name of ['a', 'b', 'c']) await client.upload(name, `bytes of ${name}`);
    expect((await answerOf(server, 'backup', root, '--copy')).code).toBe(0);
  } finally {
    await server.close();
  }
  return { root, place };
};

test('nothing is installed among files of another installation', async () => {
  const { dataDir, database } = await newPlace('place');
  const config = loadConfig({ ...environmentOf(database, dataDir) }, '/');
  const install = () =>
    installChosen(config, { email: 'ada@example.com', password: 'correct horse battery' });
  await mkdir(dataDir, { mode: 0o700 });
  const store = await createDiskBlobStore(dataDir);
  const left = await storeBytes(store, Buffer.from('of a database that is lost'));
  await expect(install()).rejects.toMatchObject({ code: 'storage.taken' });
  await store.setOwner('another');
  await expect(install()).rejects.toMatchObject({ code: 'storage.taken' });
  expect(await store.owner()).toBe('another');
  // One that was tried out, and had no files.
  await store.remove(left);
  expect(await install()).toBe(true);
  expect(await store.owner()).toBeUndefined();
  await store.setOwner('its own by now');
  expect(await install()).toBe(false);
});

test('nothing is migrated while a restore has not ended', async () => {
  const place = await newPlace('place');
  await mkdir(place.dataDir, { mode: 0o700 });
  await writeFile(join(place.dataDir, 'restoring.json'), '{}');
  const told = await commandIn(place, 'migrate-blobs', '--to', 'disk');
  expect(told).toMatchObject({ code: 1 });
  expect(told.output).toContain('has not ended');
});

test('a backup is restored over its own files, and not over those of another installation', async () => {
  const { root, place } = await backedUp();
  await mkdir(place.dataDir, { mode: 0o700 });
  const store = await createDiskBlobStore(place.dataDir);
  const foreign = await storeBytes(store, Buffer.from('of another'));
  await store.setOwner('another');
  expect(await commandIn(place, 'restore', root)).toMatchObject({
    code: 1,
    output: expect.stringContaining('The data directory holds files of another installation') as string,
  });
  await store.remove(foreign);
  expect(await answerOf(place, 'restore', root)).toMatchObject({ code: 0, value: { damaged: [] } });
  const first = await store.owner();
  expect(first).not.toBe('another');
  expect(await examine(place)).toEqual(nothingWrong);

  // The database is lost, and its files are there still.
  const again = testDialect() === 'sqlite' ? place : { ...(await newPlace('again')), dataDir: place.dataDir };
  for (const suffix of ['', '-wal', '-shm'])
    await rm(join(place.dataDir, `holdall.sqlite${suffix}`), { force: true });
  expect(await answerOf(again, 'restore', root)).toMatchObject({ code: 0, value: { damaged: [] } });
  expect(await store.owner()).not.toBe(first);
  expect(await examine(again)).toEqual(nothingWrong);
});

test('small files move into the database once, and the option goes with no other', async () => {
  const server = await createTestApp({ smallContentLimit: -1 });
  try {
    const client = await createTreeClient(server, testEmail);
    for (const name of ['a', 'b']) await client.upload(name, `bytes of ${name}`);
    expect(await answerOf(server, 'migrate-blobs', '--small-files')).toMatchObject({
      code: 0,
      value: { moved: 2, bytes: 20, damaged: [] },
    });
    expect(await server.parts.db.selectFrom('blob_bytes').select('key').execute()).toHaveLength(2);
    const again = await commandIn(server, 'migrate-blobs', '--small-files');
    expect(again).toMatchObject({ code: 3 });
    expect(again.output).toContain('All small files are in the database already.');
    for (const other of [['--to', 'disk'], ['--remove-source'], ['--source-gone']])
      expect(await commandIn(server, 'migrate-blobs', '--small-files', ...other)).toMatchObject({ code: 2 });
  } finally {
    await server.close();
  }
});
