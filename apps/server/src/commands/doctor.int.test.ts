import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lockFolder } from '#adapters/disk/folder-lock.ts';
import { leased } from '#db/lease.ts';
import { examineInChildProcess } from '#features/maintenance/index.ts';
import { createBlobKey, normaliseKey, storeBytes } from '#ports/blob-store.ts';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { leaveUnreachableBucket } from '#testing/unreachable-bucket.ts';
import { createTreeClient, type TreeClient } from '#testing/tree-client.ts';
import { answerOf, blobFiles, commandIn, examine, nothingWrong } from '#testing/maintenance-commands.ts';
import { sql } from 'kysely';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let place: TestApp;
let ada: TreeClient;
beforeEach(async () => {
  place = await createTestApp({ smallContentLimit: -1 });
  ada = await createTreeClient(place, testEmail);
  // As the server makes it.
  await chmod(place.dataDir, 0o700);
  for (const name of await readdir(place.dataDir)) await chmod(join(place.dataDir, name), 0o700);
});
afterEach(() => place.close());

const alter = async (...statements: string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(place.parts.db);
};
const longAgo = new Date(Date.now() - 3 * 86_400_000);

test('each kind of damage is found, and repaired where nothing is lost by that', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await ada.upload(name, `file ${name}`);
  expect(await examine(place, '--read-data-subset=100')).toEqual(nothingWrong);

  const [flipped = '', gone = '', short = ''] = await blobFiles(place.dataDir);
  await writeFile(flipped, 'eliF X');
  await rm(gone);
  await writeFile(short, 'f');
  const stray = join(place.dataDir, 'staging', randomBytes(16).toString('hex'));
  const orphan = join(place.dataDir, 'blobs', 'ab', 'ab', 'ab'.repeat(16));
  await mkdir(join(place.dataDir, 'blobs', 'ab', 'ab'), { recursive: true });
  for (const path of [stray, orphan]) {
    await writeFile(path, 'left');
    // Only old bytes count as orphans while other servers may run.
    await utimes(path, longAgo, longAgo);
  }
  await chmod(join(place.dataDir, 'blobs'), 0o755);
  await alter(
    'update users set items_count = items_count + 3',
    'update item_totals set files = 77',
    'update user_storage set images = images + 5, reserved = 9',
    `insert into upload_sessions (id, store_id, principal, name, path, file_name, on_conflict, staging_key, received, created_at, updated_at)
      select 'stuck', '${place.storeId}', 'user:' || id, 'n', '', 'lost.bin', 'rename', '${'ab'.repeat(16).replaceAll('b', 'c')}', 500, 1, 1 from users`,
  );

  const found = await examine(place, '--read-data-subset', '100%');
  expect(found.code).toBe(3);
  expect(found.summary).toEqual([
    'uploads 1',
    'totals 2',
    'storage 1',
    'blobs 2',
    'orphans 2',
    'content 2',
    'permissions 1',
  ]);
  expect(found.faults.every(({ repaired }) => repaired === 0)).toBe(true);
  // Asked again it says the same: nothing was changed.
  expect((await examine(place, '--read-data-subset', '100%')).summary).toEqual(found.summary);

  const mended = await examine(place, '--repair');
  expect(mended.code).toBe(3);
  expect(Object.fromEntries(mended.faults.map(({ check, repaired }) => [check, repaired]))).toEqual({
    uploads: 1,
    totals: 2,
    storage: 1,
    blobs: 0,
    // Known damage is reported also where nothing else is read.
    content: 0,
    orphans: 2,
    permissions: 1,
  });
  const left = await examine(place);
  expect(left.summary).toEqual(['blobs 2', 'content 2']);
  expect(left.faults[0]?.examples.join()).toMatch(/missing of “[abcd]” of ada@example\.com/);
});

test('twenty altered, five missing and five orphaned files are found as such, and none is touched without `--repair`', async () => {
  for (let index = 10; index < 40; index += 1) await ada.upload(`file ${index}`, `bytes ${index}`);
  const paths = await blobFiles(place.dataDir);
  // The length is unchanged: only reading them shows the difference.
  for (const path of paths.slice(0, 20)) await writeFile(path, 'x'.repeat('bytes 10'.length));
  for (const path of paths.slice(20, 25)) await rm(path);
  for (let index = 0; index < 5; index += 1) {
    const key = `cd${randomBytes(15).toString('hex')}`;
    const folder = join(place.dataDir, 'blobs', 'cd', key.slice(2, 4));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, key), 'left');
    await utimes(join(folder, key), longAgo, longAgo);
  }
  const files = await blobFiles(place.dataDir);
  const { summary } = await examine(place, '--read-data-subset', '100%');
  expect(summary).toContain('content 20');
  expect(summary).toContain('blobs 5');
  expect(summary).toContain('orphans 5');
  expect(await blobFiles(place.dataDir)).toEqual(files);
});

test('files in a former bucket that cannot be opened are counted, and everything else is checked', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await ada.upload(name, `file ${name}`);
  // The command has another secret key.
  const former = await leaveUnreachableBucket(place.parts.db, place.parts.sealer);
  // A bucket that no row names is no fault.
  expect(await examine(place, '--read-data-subset', '100%')).toEqual(nothingWrong);
  const [unread = '', copied = '', lost = '', altered = ''] = await blobFiles(place.dataDir);
  const keyOf = (path: string): string => path.slice(-32);
  const { db } = place.parts;
  const moved = [unread, copied].map(keyOf);
  await db.updateTable('blobs').set({ store_id: former }).where('key', 'in', moved).execute();
  await rm(unread);
  await rm(lost);
  await writeFile(altered, 'elif a');
  await alter(
    `insert into upload_sessions (id, store_id, principal, name, path, file_name, on_conflict, staging_key, received, created_at, updated_at)
      select 'open', '${former}', 'user:' || id, 'n', '', 'open.bin', 'rename', '${'c'.repeat(32)}', 500, 1, 1 from users`,
  );
  const { code, faults } = await examine(place, '--read-data-subset', '100%', '--repair');
  expect(code).toBe(3);
  const away = 'cannot be reached\\. Files are kept in the bucket files, whose secret key cannot be opened';
  expect(Object.fromEntries(faults.map(({ check, examples }) => [check, examples]))).toEqual({
    uploads: [expect.stringMatching(`^1 unfinished upload ${away}`)],
    blobs: [
      expect.stringMatching(/^The bytes are missing of “[abcd]”/),
      expect.stringMatching(`^1 file ${away}`),
    ],
    content: [expect.stringMatching(/^The bytes are not what was stored of “[abcd]”/)],
  });
  // Bytes that may come back are neither marked as damaged nor forgotten.
  const damaged = await db.selectFrom('blobs').select('key').where('damaged_at', 'is not', null).execute();
  expect(damaged).toEqual([{ key: keyOf(altered) }]);
  expect(await db.selectFrom('upload_sessions').select('id').execute()).toEqual([{ id: 'open' }]);
});

/** Bytes that no row names, as a crash leaves them. */
const leaveOrphans = async (count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    const key = await storeBytes(place.blobs, Buffer.from(`orphan ${index}`));
    await utimes(join(place.dataDir, 'blobs', key.slice(0, 2), key.slice(2, 4), key), longAgo, longAgo);
  }
};

test('the exit code distinguishes leftovers of a crash from damage', async () => {
  await ada.upload('kept', 'bytes');
  await leaveOrphans(2);
  const { code, output } = await commandIn(place, 'doctor');
  expect(code).toBe(4);
  expect(output).toMatch(/^look {2}orphans .*2 of [23] wrong/m);
  expect(output).toContain('the server removes them within a day');
  // The server that starts the check takes that for a report, too.
  const examined = await examineInChildProcess((words) =>
    commandIn(place, ...words).then((said) => ({ code: said.code, output: said.output, complaints: '' })),
  )({ repair: false, readPercent: 0 }, new AbortController().signal);
  expect(examined).toMatchObject({ sound: true });
  expect(await examine(place, '--repair')).toMatchObject({ code: 0 });
  expect(await examine(place)).toEqual(nothingWrong);
});

test('orphans beyond the share that the server would remove are damage', async () => {
  await ada.upload('kept', 'bytes');
  await leaveOrphans(25);
  expect((await examine(place)).code).toBe(3);
});

test('folders that contain each other are recovered with their content', async () => {
  const outer = await ada.folder('outer');
  const inner = await ada.folder('inner', outer);
  await ada.file('kept', inner, 5);
  await ada.folder('free');
  await place.parts.db.updateTable('items').set({ parent_id: inner.id }).where('id', '=', outer.id).execute();
  await place.parts.db.updateTable('items').set({ size: 7 }).where('name', '=', 'kept').execute();
  expect(await ada.names()).toEqual(['free']);
  const found = await examine(place);
  // Three that cannot be reached, and one that says another size.
  expect(found.summary).toContain('items 4');
  await examine(place, '--repair');
  expect((await examine(place)).summary.filter((line) => !line.startsWith('blobs'))).toEqual([]);
  expect(await ada.names()).toHaveLength(2);
  const home = (await ada.browse()).folders.data.find(({ data }) => data.attributes.name !== 'free');
  expect(home?.data.attributes.items).toBe(1);
});

test('a version that says another size than its bytes have is found and corrected', async () => {
  await ada.upload('kept.txt', 'before');
  await ada.overwrite('kept.txt', 'after');
  await place.parts.db.updateTable('item_versions').set({ size: 99 }).execute();
  expect((await examine(place)).summary).toContain('items 1');
  await examine(place, '--repair');
  expect(await place.parts.db.selectFrom('item_versions').select('size').execute()).toEqual([{ size: 6 }]);
  expect(await examine(place)).toEqual(nothingWrong);
});

test('an item that was recovered gets another name where its own is taken', async () => {
  const outer = await ada.folder('same');
  const inner = await ada.folder('inner', outer);
  await place.parts.db.updateTable('items').set({ parent_id: inner.id }).where('id', '=', outer.id).execute();
  await ada.folder('same');
  await ada.folder('inner');
  expect((await examine(place, '--repair')).code).toBe(0);
  expect((await ada.names()).filter((name) => name.startsWith('Recovered'))).toHaveLength(1);
  expect(await examine(place)).toEqual(nothingWrong);
});

test('an upload whose bytes are published, and one in progress on a server, are not ended', async () => {
  const { blobs } = place;
  const { db } = place.parts;
  const key = await storeBytes(blobs, Buffer.from('all of it'));
  const { id: user } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const session = {
    principal: `user:${user}`,
    path: '',
    on_conflict: 'rename',
    state: 'open',
    store_id: place.storeId,
    created_at: 1,
    updated_at: 1,
  } as const;
  for (const [id, stagingKey] of [
    ['published', key],
    ['held', createBlobKey()],
  ] as const)
    await db
      .insertInto('upload_sessions')
      .values({ ...session, id, name: id, file_name: id, staging_key: stagingKey, received: 5 })
      .execute();
  await db
    .updateTable('upload_sessions')
    .set(leased(db, { holder: 'a server', milliseconds: 600_000 }))
    .where('id', '=', 'held')
    .execute();
  expect(await examine(place, '--repair')).toEqual(nothingWrong);
  expect(await db.selectFrom('upload_sessions').select('id').orderBy('id').execute()).toEqual([
    { id: 'held' },
    { id: 'published' },
  ]);
});

test('beside a server the doctor does not take recent bytes for orphans', async () => {
  await ada.upload('a', 'a');
  const release = lockFolder(join(place.dataDir, 'serve.lock'));
  await chmod(join(place.dataDir, 'serve.lock'), 0o600);
  await rm(join(place.dataDir, 'serve.lock-journal'), { force: true });
  await writeFile(join(place.dataDir, 'staging', randomBytes(16).toString('hex')), 'under way');
  expect(await examine(place, '--repair')).toEqual(nothingWrong);
  expect(await readdir(join(place.dataDir, 'staging'))).toHaveLength(1);
  release?.();
});

test('a schema of another version ends the examination', async () => {
  await alter("insert into kysely_migration (name, timestamp) values ('9999-future', '2099')");
  const { code, value } = await answerOf(place, 'doctor');
  // Another test may be given the same tables.
  await alter("delete from kysely_migration where name = '9999-future'");
  expect(code).toBe(3);
  expect(value['checks']).toHaveLength(1);
  expect(JSON.stringify(value)).toContain('written by a newer Holdall');
});

test('people get the findings line by line', async () => {
  await ada.upload('a', 'a');
  await rm((await blobFiles(place.dataDir))[0] ?? '');
  const { code, output } = await commandIn(place, 'doctor');
  expect(code).toBe(3);
  expect(output).toMatch(/^ok {4}schema/m);
  expect(output).toMatch(/^WRONG {1}blobs .*1 of 1 wrong, 0 mended\n {6}The bytes are missing of “a”/m);
  expect(output).toContain('Something is wrong. Repair it, or restore a backup.');
  // The degree depends on the machine.
  expect(output).toMatch(/^(ok|look) +decoders +they /m);
  // A check that was not requested is not reported as sound.
  expect(output).toMatch(/^- {5}content {5}not read; --read-data-subset 5% reads/m);
  const read = await commandIn(place, 'doctor', '--read-data-subset', '100%');
  expect(read.output).toMatch(/^(ok|WRONG) +content .*(looked at|wrong)/m);
});

test('an examination is recorded even if the temporary folder cannot be written', async () => {
  vi.stubEnv('TMPDIR', join(place.dataDir, 'nowhere'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, output } = await commandIn(place, 'doctor');
  expect(output).toMatch(/^- {5}decoders +not tried/m);
  expect(code).toBe(0);
  expect(await answerOf(place, 'doctor')).toMatchObject({ code: 0, value: { decoders: null } });
});

test('bytes that a server with a copy of the database removed are put back from the trash', async () => {
  await ada.upload('a', 'a file');
  const { blobs } = place;
  const { db } = place.parts;
  const { key } = await db.selectFrom('blobs').select('key').executeTakeFirstOrThrow();
  await blobs.trash(normaliseKey(key));
  expect((await examine(place)).faults).toMatchObject([{ check: 'blobs', found: 1, repaired: 0 }]);
  expect((await examine(place, '--repair')).faults).toMatchObject([
    { check: 'blobs', found: 1, repaired: 1 },
  ]);
  expect(await examine(place)).toEqual(nothingWrong);
  expect(await blobs.size(normaliseKey(key))).toBeDefined();
});
