import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { lockFolder } from '#adapters/disk/folder-lock.ts';
import { readLineFile } from '#lib/line-files.ts';
import { normaliseKey, storeBytes } from '#ports/blob-store.ts';
import { countOf, expectRefusal, nameOf, withFiles } from '#testing/backup-commands.ts';
import { type TestApp, testEmail } from '#testing/create-test-app.ts';
import {
  answerOf,
  blobFiles,
  commandIn,
  examine,
  nothingWrong,
  type Place,
  shaOf,
  type Site,
  useMaintenance,
} from '#testing/maintenance-commands.ts';
import { eventually } from '#testing/eventually.ts';

// Several processes start one after the other.
vi.setConfig({ testTimeout: 240_000 });

const { newPlace, pathOf, serve } = useMaintenance();

/** Uploads, moves, renames and deletes until it is aborted. @param known receives the SHA-256 of each file by its id */
const writeOn = async (site: Site, known: Map<string, string>, ending: AbortSignal): Promise<void> => {
  const folder = await site.post('/api/create-folder', { name: 'Moved', parent_id: null });
  const { data } = (await folder.json()) as { data: { id: string } };
  for (let index = 0; !ending.aborted || index < 12; index += 1) {
    const bytes = randomBytes(20_000);
    const id = await site.upload(`arriving ${index}`, bytes);
    known.set(id, shaOf(bytes));
    const items = [{ id, type: 'file' }];
    const change = [
      () => site.post('/api/move', { to_id: data.id, items }),
      () => site.post(`/api/rename/${id}`, { name: `renamed ${index}`, _method: 'patch' }),
      () => site.post('/api/remove', { items: [{ ...items[0], force_delete: false }] }),
      () => site.post('/api/remove', { items: [{ ...items[0], force_delete: true }] }),
    ][index % 4];
    const answer = await change?.();
    expect(answer?.ok).toBe(true);
  }
};

test('a backup that is made during work restores completely elsewhere, and the doctor finds nothing', async () => {
  const first = await newPlace('first');
  const site = await serve(first);
  const before = new Map<string, string>();
  for (let index = 0; index < 10; index += 1) {
    const bytes = randomBytes(1_000 + index * 50_000);
    before.set(await site.upload(`before ${index}`, bytes), shaOf(bytes));
  }
  const root = pathOf('backups');
  const ending = new AbortController();
  const arriving = new Map<string, string>();
  const writing = writeOn(site, arriving, ending.signal);
  const made = await answerOf(first, 'backup', root, '--copy');
  await eventually(async () => expect(arriving.size).toBeGreaterThan(0));
  const second = await answerOf(first, 'backup', root, '--copy');
  ending.abort();
  await writing;
  expect(made).toMatchObject({ code: 0, value: { damaged: 0 } });
  expect(second).toMatchObject({ code: 0, value: { damaged: 0 } });
  // Only what has come since is copied.
  expect(countOf(second.value, 'added')).toBeLessThan(countOf(second.value, 'blobs'));

  const copies: Place[] = [];
  for (const [index, backup] of [made, second].entries()) {
    const copy = await newPlace(`copy ${index}`);
    copies.push(copy);
    expect(await answerOf(copy, 'restore', root, '--backup', nameOf(backup))).toMatchObject({
      code: 0,
      value: { damaged: [] },
    });
    expect(await examine(copy, '--read-data-subset', '100%')).toEqual(nothingWrong);
  }
  const other = await serve(copies[1] ?? first);
  for (const [id, sha256] of before) {
    const bytes = await other.download(id);
    expect(bytes === undefined ? undefined : shaOf(bytes)).toBe(sha256);
  }
  let there = 0;
  for (const [id, sha256] of arriving) {
    const bytes = await other.download(id);
    // Later changes are missing; everything else is complete.
    expect([undefined, sha256]).toContain(bytes === undefined ? undefined : shaOf(bytes));
    if (bytes !== undefined) there += 1;
  }
  expect(there).toBeGreaterThan(0);
  await other.upload('life goes on', Buffer.from('x'));
});

test('blobs on the same disk are hard-linked, and survive the original', () =>
  withFiles(['a'], async (place) => {
    const root = pathOf('backups');
    expect((await answerOf(place, 'backup', root)).code).toBe(0);
    for (const path of await blobFiles(place.dataDir)) await rm(path);
    const other = await newPlace('other');
    expect((await answerOf(other, 'restore', root)).code).toBe(0);
    expect(await examine(other, '--read-data-subset', '100%')).toEqual(nothingWrong);
    expect(await readFile((await blobFiles(other.dataDir))[0] ?? '', 'utf8')).toBe('bytes of a');
  }));

test('only the requested number of backups is kept, with their files', () =>
  withFiles(['a'], async (place, upload) => {
    const root = pathOf('backups');
    const names: string[] = [];
    for (const name of ['b', 'c']) {
      names.push(nameOf(await answerOf(place, 'backup', root, '--copy')));
      await upload(name);
    }
    const stray = join(root, 'blobs', '00', '00', '0'.repeat(32));
    await mkdir(join(root, 'blobs', '00', '00'), { recursive: true });
    await writeFile(stray, 'of a backup that came to nothing');
    const staged = join(root, 'staging', '1'.repeat(32));
    await writeFile(staged, 'cut off');
    // Unreferenced blobs are removed also by a run that links nothing.
    const made = await answerOf(place, 'backup', root, '--copy', '--keep', '3');
    expect(made.value['pruned']).toEqual([]);
    for (const path of [stray, staged]) await expect(readFile(path)).rejects.toThrow('ENOENT');
    names.push(nameOf(made));
    const last = await answerOf(place, 'backup', root, '--copy', '--keep', '3');
    expect(last.value['pruned']).toEqual([names[0]]);
    expect((await answerOf(place, 'backup', '--list', root)).value).toHaveLength(3);
    const other = await newPlace('other');
    expect((await answerOf(other, 'restore', root, '--backup', names[1] ?? '')).code).toBe(0);
    expect(await examine(other, '--read-data-subset', '100%')).toEqual(nothingWrong);
  }));

test('a verified backup is sound until something of it is altered', () =>
  withFiles(['a', 'b'], async (place) => {
    const root = pathOf('backups');
    const name = nameOf(await answerOf(place, 'backup', root, '--copy'));
    const verify = (wished: string) => answerOf(place, 'backup', '--verify', wished, root);
    expect(await verify(name)).toMatchObject({ code: 0, value: { sound: true, faults: 0 } });
    const [altered = '', gone = ''] = await blobFiles(root);
    await writeFile(altered, 'eno');
    await rm(gone);
    expect(await verify('latest')).toMatchObject({ code: 3, value: { name, sound: false, faults: 2 } });
    const list = await answerOf(place, 'backup', '--list', root);
    expect(list.value).toMatchObject([{ name, verified: { sound: false, faults: 2 } }]);
    expectRefusal(
      await commandIn(place, 'backup', '--verify', 'nonsense', root),
      /There is no backup nonsense/,
    );
  }));

test('a blob that was found altered in a backup is copied again by the next one', () =>
  withFiles(['a', 'b'], async (place) => {
    const root = pathOf('backups');
    const verify = () => answerOf(place, 'backup', '--verify', 'latest', root);
    await answerOf(place, 'backup', root, '--copy');
    const [altered = '', gone = ''] = await blobFiles(root);
    await writeFile(altered, 'BYTES OF A');
    await rm(gone);
    expect(await verify()).toMatchObject({ code: 3, value: { faults: 2 } });
    // Not by second names: what is altered might be one file with the original.
    expect(await answerOf(place, 'backup', root)).toMatchObject({ code: 0, value: { added: { count: 2 } } });
    expect(await verify()).toMatchObject({ code: 0, value: { sound: true } });
    expect(await answerOf(place, 'backup', root)).toMatchObject({ value: { added: { count: 0 } } });
  }));

/** An avatar of the administrator, and its name in the blob store. */
const withAvatar = async (server: TestApp): Promise<string> => {
  const { blobs } = server;
  const { db } = server.parts;
  const key = await storeBytes(blobs, Buffer.from('a picture'));
  const picture = {
    id: 'ab'.repeat(16),
    store_id: server.storeId,
    key,
    spans: '{}',
    created_at: 1,
    removed_at: null,
  };
  await db.insertInto('images').values(picture).execute();
  await db.updateTable('users').set({ avatar_id: picture.id }).execute();
  return key;
};

test('thumbnails are copied first, and those that a backup lacks are forgotten by the restore', () =>
  withFiles(['a'], async (server) => {
    const root = pathOf('backups');
    const key = await withAvatar(server);
    const name = nameOf(await answerOf(server, 'backup', root, '--copy'));
    const lines: string[] = [];
    for await (const some of readLineFile(join(root, 'snapshots', name, 'blobs.ndjson.gz')))
      lines.push(...some);
    expect(lines.map((line) => (JSON.parse(line) as { images: boolean }).images)).toEqual([true, false]);
    await rm((await blobFiles(root)).find((path) => path.endsWith(key)) ?? '');
    const other = await newPlace('other');
    expect(await answerOf(other, 'restore', root)).toMatchObject({ code: 3, value: { damaged: [{ key }] } });
    expect(await examine(other, '--read-data-subset', '100%')).toEqual(nothingWrong);
  }));

test('a thumbnail of an interrupted backup is kept, and not copied again', () =>
  withFiles([], async (server) => {
    const root = pathOf('backups');
    const key = await withAvatar(server);
    const first = nameOf(await answerOf(server, 'backup', root, '--copy'));
    await rm(join(root, 'snapshots', first), { recursive: true });
    await server.blobs.remove(normaliseKey(key));
    expect(await answerOf(server, 'backup', root, '--copy')).toMatchObject({
      code: 0,
      value: { damaged: 0, blobs: { count: 1 }, added: { count: 0 } },
    });
  }));

test('the backup that was just made is the latest, even if the clock was ahead before', () =>
  withFiles(['a'], async (place) => {
    const root = pathOf('backups');
    const snapshots = join(root, 'snapshots');
    const early = nameOf(await answerOf(place, 'backup', root, '--copy'));
    const ahead = '20990101t000000000z-abcdef';
    await rename(join(snapshots, early), join(snapshots, ahead));
    await mkdir(join(snapshots, 'lost+found'));
    const made = await answerOf(place, 'backup', root, '--copy', '--keep', '1');
    expect(made.value).toMatchObject({ clockBehind: true, pruned: [ahead] });
    expect((await answerOf(place, 'backup', '--list', root)).value).toMatchObject([{ name: nameOf(made) }]);
    expect(nameOf(made) > ahead).toBe(true);
    expect(await answerOf(await newPlace('other'), 'restore', root)).toMatchObject({ code: 0 });
  }));

test('no backup is made among live files, nor beside those of another installation', () =>
  withFiles(['a'], async (place) => {
    const linked = pathOf('linked');
    await symlink(place.dataDir, linked);
    for (const folder of [place.dataDir, join(place.dataDir, 'blobs', 'here'), linked])
      expectRefusal(await commandIn(place, 'backup', folder, '--keep', '1'), /where Holdall keeps its files/);
    const root = pathOf('backups');
    expect((await commandIn(place, 'backup', root, '--keep', '1')).code).toBe(0);
    const env = { HOLDALL_SECRET_KEY: randomBytes(32).toString('hex') };
    expectRefusal(await commandIn({ ...place, env }, 'backup', root, '--keep', '1'), /another installation/);
    expect((await answerOf(place, 'backup', '--list', root)).value).toHaveLength(1);
  }));

test('a backup whose files were altered reports it, and is refused where its own parts were', () =>
  withFiles(['a', 'b'], async (place) => {
    const root = pathOf('backups');
    const name = nameOf(await answerOf(place, 'backup', root, '--copy'));
    await writeFile((await blobFiles(root))[0] ?? '', 'eno');
    const lacking = await newPlace('lacking');
    expect(await answerOf(lacking, 'restore', root)).toMatchObject({
      code: 3,
      value: { damaged: [{ reason: 'altered' }] },
    });
    expect((await examine(lacking)).summary).toEqual(['blobs 1']);
    const list = join(root, 'snapshots', name, 'blobs.ndjson.gz');
    await writeFile(list, Buffer.concat([await readFile(list), Buffer.from('x')]));
    expectRefusal(await commandIn(await newPlace('refused'), 'restore', root), /is damaged/);
  }));

test('missing files are not in a backup, which reports them', () =>
  withFiles(['a', 'b'], async (place) => {
    await rm((await blobFiles(place.dataDir))[0] ?? '');
    const made = await answerOf(place, 'backup', pathOf('backups'));
    expect(made).toMatchObject({ code: 3, value: { damaged: 1, blobs: { count: 1 } } });
  }));

test('a database of a newer version is neither backed up nor opened, and both report its schema', () =>
  withFiles(['a'], async (place) => {
    const { db } = place.parts;
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01')`.execute(
      db,
    );
    const newer =
      /made by a newer Holdall: its schema is 9999-future, and this version, [^,]+, knows schemas up to/;
    const root = pathOf('backups');
    expectRefusal(await commandIn(place, 'backup', root), newer);
    expect((await commandIn(place, 'backup', '--list', root)).code).toBe(1);
    expectRefusal(await commandIn(place, 'user', 'promote', testEmail), newer);
    await sql`delete from kysely_migration where name = '9999-future'`.execute(db);
    expect((await commandIn(place, 'backup', root)).code).toBe(0);
  }));

test('a database of an older version is left alone until a server has brought it up to date', () =>
  withFiles(['a'], async (place) => {
    const { db } = place.parts;
    const last = await sql<{ name: string; timestamp: string }>`
      select name, timestamp from kysely_migration order by name desc limit 1`.execute(db);
    const { name = '', timestamp = '' } = last.rows[0] ?? {};
    await sql`delete from kysely_migration where name = ${name}`.execute(db);
    const root = pathOf('backups');
    const older = /is of an older Holdall\. Start the server of this version once/;
    expectRefusal(await commandIn(place, 'backup', root), older);
    expectRefusal(await commandIn(place, 'doctor'), older);
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db);
    expect((await commandIn(place, 'backup', root)).code).toBe(0);
  }));

test('one backup is made at a time in a folder', () =>
  withFiles([], async (place) => {
    const root = pathOf('backups');
    await mkdir(root);
    const release = lockFolder(join(root, 'backup.lock'));
    expectRefusal(await commandIn(place, 'backup', root), /Another backup is being made/);
    release?.();
    expect((await commandIn(place, 'backup', root)).code).toBe(0);
  }));

test('without an installation the commands report that and create nothing', async () => {
  const place = await newPlace('nothing');
  for (const command of ['doctor', 'backup'])
    expectRefusal(await commandIn(place, command), /Nothing is installed/);
  await expect(readFile(place.dataDir)).rejects.toThrow('ENOENT');
});

test('a machine with only the folder lists and verifies backups, damaged ones too', () =>
  withFiles(['a', 'b'], async (place, upload) => {
    const root = pathOf('backups');
    const first = nameOf(await answerOf(place, 'backup', root, '--copy'));
    await upload('c');
    const second = nameOf(await answerOf(place, 'backup', root));
    const elsewhere = await newPlace('elsewhere');
    expect(await answerOf(elsewhere, 'backup', '--list', root)).toMatchObject({
      code: 0,
      value: [{ name: second }, { name: first }],
    });
    const verify = (wished: string) => answerOf(elsewhere, 'backup', '--verify', wished, root);
    expect(await verify('latest')).toMatchObject({ code: 0, value: { name: second, sound: true } });
    const missing = await answerOf(elsewhere, 'backup', '--list', pathOf('nowhere'));
    expect(missing).toMatchObject({ code: 1, value: { error: { code: 'not_found' } } });

    const manifest = join(root, 'snapshots', second, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.slice(0, 100));
    expect(await answerOf(elsewhere, 'backup', '--list', root)).toMatchObject({
      code: 3,
      value: [{ name: first }, { name: second, unreadable: true }],
    });
    expect(await verify('latest')).toMatchObject({
      code: 3,
      value: { name: second, sound: false, examples: ['manifest.json is missing or not what was saved.'] },
    });
  }));

test('a backup builds on nothing damaged, and removes nothing while it does not know what is needed', () =>
  withFiles(['a'], async (place, upload) => {
    const root = pathOf('backups');
    await withAvatar(place);
    const first = nameOf(await answerOf(place, 'backup', root, '--copy'));
    const list = join(root, 'snapshots', first, 'blobs.ndjson.gz');
    await writeFile(list, (await readFile(list)).subarray(0, 30));
    await writeFile(join(root, 'snapshots', first, 'verified.json'), '{');
    await upload('b');
    const next = await answerOf(place, 'backup', root, '--copy', '--keep', '2');
    expect(next).toMatchObject({ code: 3, value: { pruned: [], unsure: [first], blobs: { count: 3 } } });
    expect(await answerOf(place, 'backup', '--verify', 'latest', root)).toMatchObject({ code: 0 });
    expect(await answerOf(place, 'backup', '--verify', first, root)).toMatchObject({
      code: 3,
      value: { examples: ['blobs.ndjson.gz is not what was saved.'] },
    });
    // It is removed once it is not among those that are kept.
    expect(await answerOf(place, 'backup', root, '--keep', '1')).toMatchObject({
      code: 0,
      value: { unsure: [] },
    });
    expect((await answerOf(place, 'backup', '--list', root)).value).toHaveLength(1);
  }));
