import { setImmediate } from 'node:timers/promises';
import type { ItemRef } from '@holdall/contract/selections';
import { expect, test } from 'vitest';
import type { ItemRow } from '#db/tables/files.ts';
import type { FilesEvent } from '#ports/events.ts';
import { shareOf } from '#testing/guest-client.ts';
import { purged } from '#testing/jobs-done.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer, signInAgain } = useTree();

const day = 24 * 60 * 60 * 1000;
const db = () => server.parts.db;
const rowOf = (id: string): Promise<ItemRow> =>
  db().selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const only = async (name: string, folder: ItemRef | null = null): Promise<ItemRef> => {
  const { folders, files } = await ada.browse(folder);
  const found = [...folders.data, ...files.data].find(({ data }) => data.attributes.name === name);
  return { id: found?.data.id ?? '', type: found?.data.type ?? 'file' };
};
const setCapacity = async (bytes: number): Promise<void> => {
  await saveSettings(server, { subscription_type: 'fixed' });
  await server.services.usage.setCapacity(ada.userId, bytes);
};
const soundUsage = async (): Promise<void> => {
  expect(await server.services.usage.verifyUsage()).toEqual([]);
};

test('a copy has the content, the look and the times of a file, and nothing of its life', async () => {
  const file = await ada.upload('photo.txt', 'bytes');
  const folder = await ada.folder('f');
  await ada.rename(folder, { name: 'f', emoji: '🎉', color: '#2563eb' });
  await ada.move([file], folder);
  await ada.call('POST', '/api/share', file);
  await ada.call('POST', '/api/folders/favourites', { folders: [{ id: folder.id }] });
  await db()
    .updateTable('items')
    .set({ modified_at: 1, preview_state: 'ready', preview_width: 3, preview_height: 2, damaged_at: 7 })
    .where('id', '=', file.id)
    .execute();
  server.clock.advance(1000);
  const to = await ada.folder('to');
  const told: FilesEvent[] = [];
  server.parts.events.subscribe((event) => {
    if (event.kind === 'files') told.push(event);
  });
  const answer = await ada.copy([folder], to);
  expect(answer).toMatchObject({ status: 200, meta: { count: 1, containers: [to.id] } });
  const copy = await only('f', to);
  const [before, after] = [await rowOf(file.id), await rowOf((await only('photo.txt', copy)).id)];
  expect(after).toMatchObject({
    name: 'photo.txt',
    blob_id: before.blob_id,
    size: 5,
    mimetype: before.mimetype,
    category: before.category,
    modified_at: 1,
    preview_state: 'ready',
    preview_width: 3,
    preview_height: 2,
    damaged_at: 7,
  });
  expect(after.created_at).toBeGreaterThan(before.created_at);
  expect(await rowOf(copy.id)).toMatchObject({
    emoji: '🎉',
    color: '#2563eb',
    files_count: 1,
    files_size: 5,
  });
  expect(told).toMatchObject([
    { containers: [to.id], itemIds: [copy.id], removedIds: [], trash: false, tree: true, storage: true },
  ]);
  expect(await db().selectFrom('shares').select('item_id').execute()).toEqual([{ item_id: file.id }]);
  expect(await db().selectFrom('favourites').select('folder_id').execute()).toEqual([
    { folder_id: folder.id },
  ]);
  await soundUsage();
});

test('folders are copied with all that is in them, but for the trash', async () => {
  const top = await ada.folder('top');
  const deep = await ada.folder('deep', await ada.folder('middle', top));
  await ada.folder('empty', deep);
  await ada.files(1_203, deep);
  await ada.folders(30, top);
  const [lost, folder] = [await ada.file('lost', deep), await ada.folder('lost folder', top)];
  await ada.file('lost with it', folder);
  await ada.remove([lost, folder]);
  expect(await ada.copy([top], null)).toMatchObject({ status: 200, meta: { count: 1, containers: [null] } });
  const copy = await only('top (1)');
  expect((await ada.browse(copy)).meta).toMatchObject({ total: 31 });
  const deepCopy = await only('deep', await only('middle', copy));
  expect((await ada.browse(deepCopy)).meta).toMatchObject({ total: 1_204 });
  expect((await rowOf(deepCopy.id)).files_size).toBe(2 * 1_203);
  const ids = (await db().selectFrom('items').select('id').execute()).map(({ id }) => id);
  expect(ids).toHaveLength(2 * (4 + 1_203 + 30) + 3);
  await soundUsage();
}, 60_000);

test('a copy in the folder of its original is numbered, whatever is chosen for other names', async () => {
  const [file, folder] = [await ada.file('a.txt'), await ada.folder('b')];
  await ada.file('a (1).txt');
  for (const on_conflict of ['refuse', 'replace', 'rename'])
    expect(await ada.copy([file, folder], null, { on_conflict })).toMatchObject({ status: 200 });
  expect(await ada.names()).toEqual([
    'b',
    'b (1)',
    'b (2)',
    'b (3)',
    'a (1).txt',
    'a (2).txt',
    'a (3).txt',
    'a (4).txt',
    'a.txt',
  ]);
  expect(await ada.copy([file], null, { on_conflict: 'skip' })).toMatchObject({
    meta: { operation: null, count: 0, containers: [] },
  });
  await soundUsage();
});

test('a taken name is refused, numbered, replaced or skipped, as by a move', async () => {
  const to = await ada.folder('to');
  const there = await ada.file('a.txt', to, 7);
  await ada.folder('b', to);
  const items = [await ada.file('a.txt', null, 3), await ada.folder('b'), await ada.file('free.txt')];
  expect(await ada.copy(items, to)).toMatchObject({
    status: 409,
    code: 'item.name_taken',
    conflicts: { total: 2, items: [{ name: 'a.txt', replaceable: true, existing: { id: there.id } }, {}] },
  });
  expect(await ada.names(to)).toEqual(['b', 'a.txt']);
  const skipped = await ada.copy(items, to, { on_conflict: 'skip' });
  expect(skipped).toMatchObject({ meta: { count: 1 } });
  const replaced = await ada.copy(items, to, { on_conflict: 'replace', or_else: 'rename' });
  expect(replaced).toMatchObject({ status: 200, meta: { count: 3 } });
  expect(await ada.names(to)).toEqual(['b', 'b (1)', 'a.txt', 'free.txt']);
  expect(await only('a.txt', to)).toEqual(there);
  expect(await rowOf(there.id)).toMatchObject({ size: 3, deleted_at: null });
  await soundUsage();
  expect(await ada.undo(replaced)).toMatchObject({ status: 200 });
  expect(await only('a.txt', to)).toEqual(there);
  expect((await rowOf(there.id)).size).toBe(7);
  expect(await ada.names(to)).toEqual(['b', 'a.txt', 'free.txt']);
  await soundUsage();
});

/** The blobs of a file's versions, oldest first. */
const versionsOf = async (item: ItemRef): Promise<string[]> => {
  const versions = db().selectFrom('item_versions').select('blob_id').where('item_id', '=', item.id);
  return (await versions.orderBy('id').execute()).map(({ blob_id: id }) => id);
};

test('a file that a copy replaces stays the same item with its life, and its content is a version', async () => {
  const to = await ada.folder('to');
  const names = ['a.txt', 'b.txt', 'empty.txt'];
  const [file, other] = [
    await ada.upload('a.txt', 'old', `parent_id=${to.id}`),
    await ada.upload('b.txt', 'another', `parent_id=${to.id}`),
  ];
  const empty = await ada.file('empty.txt', to, 0);
  const there = [file, other, empty];
  await db().updateTable('items').set({ emoji: '🎉' }).where('id', '=', file.id).execute();
  const token = await shareOf(ada, file);
  await ada.call('POST', '/api/folders/favourites', { folders: [{ id: file.id }] });
  const items = await Promise.all(names.map((name) => ada.upload(name, `the new ${name}`)));
  const [before, original] = [await rowOf(file.id), await rowOf(items[0]?.id ?? '')];
  const sizes = async (): Promise<number[]> =>
    (await Promise.all(there.map(({ id }) => rowOf(id)))).map((row) => row.size);
  server.clock.advance(2 * 60_000);
  const told: FilesEvent[] = [];
  server.parts.events.subscribe((event) => {
    if (event.kind === 'files') told.push(event);
  });
  const copied = await ada.copy(items, to, { on_conflict: 'replace' });
  expect(copied).toMatchObject({ status: 200, meta: { count: 3, containers: [to.id] } });
  const { blob_id, size, modified_at } = original;
  expect(await rowOf(file.id)).toEqual({ ...before, blob_id, size, modified_at });
  expect(await versionsOf(file)).toEqual([before.blob_id]);
  expect(told).toMatchObject([{ itemIds: there.map(({ id }) => id), removedIds: [], trash: false }]);
  expect((await server.app.inject(`/api/browse/share/${token}`)).statusCode).toBe(200);
  expect(await db().selectFrom('favourites').select('folder_id').execute()).toEqual([{ folder_id: file.id }]);
  await soundUsage();

  expect(await ada.undo(copied)).toMatchObject({ status: 200 });
  expect(await rowOf(file.id)).toEqual(before);
  expect(await sizes()).toEqual([3, 7, 0]);
  expect(await versionsOf(file)).toEqual([blob_id]);
  await soundUsage();

  // A copy over what is a copy of the same content changes nothing.
  await ada.copy(items, to, { on_conflict: 'replace' });
  const again = await ada.copy(items, to, { on_conflict: 'replace' });
  expect(again).toMatchObject({ status: 200, meta: { operation: null, count: 3 } });
  expect(await versionsOf(empty)).toHaveLength(2);
});

test('the contents that copies replace do not make room for them', async () => {
  const to = await ada.folder('to');
  const there = await ada.upload('a.txt', '12345678', `parent_id=${to.id}`);
  const item = await ada.upload('a.txt', 'abcd');
  await setCapacity(12);
  const options = { on_conflict: 'replace' };
  expect(await ada.copy([item], to, options)).toMatchObject({ status: 423, code: 'storage.exceeded' });
  await setCapacity(16);
  expect(await ada.copy([item], to, options)).toMatchObject({ status: 200 });
  expect(await versionsOf(there)).toHaveLength(1);
  await soundUsage();
  // They make room for what is stored later, because undo is a convenience.
  await ada.upload('b.txt', 'more');
  expect(await versionsOf(there)).toEqual([]);
  await soundUsage();
});

test('everything in a folder is copied but for some', async () => {
  const [from, to] = [await ada.folder('from'), await ada.folder('to')];
  const [left] = await ada.files(2_100, from);
  const all_of = { id: from.id, except: [left?.id] };
  const answer = await ada.call('POST', '/api/copy', { to_id: to.id, all_of });
  expect(answer).toMatchObject({ status: 200, meta: { count: 2_099 } });
  expect((await ada.browse(to)).meta).toMatchObject({ total: 2_099 });
  expect((await ada.browse(from)).meta).toMatchObject({ total: 2_100 });
  expect(await ada.undo(answer)).toMatchObject({ status: 200 });
  expect((await ada.browse(to)).meta).toMatchObject({ total: 0 });
}, 60_000);

test('a folder goes neither into itself nor below, nor too deep; trash is not copied', async () => {
  const outer = await ada.folder('outer');
  const inner = await ada.folder('inner', outer);
  const refused = { status: 422, code: 'folder.into_itself' };
  expect(await ada.copy([outer], outer)).toMatchObject(refused);
  expect(await ada.copy([outer], inner)).toMatchObject(refused);
  let deep = inner;
  for (let level = 2; level < 255; level += 1) deep = await ada.folder('d', deep);
  expect(await ada.copy([outer], null)).toMatchObject({ status: 200 });
  expect(await ada.copy([await ada.folder('x')], deep)).toMatchObject({ status: 200 });
  const pair = await ada.folder('y');
  await ada.folder('z', pair);
  expect(await ada.copy([pair], deep)).toMatchObject({ status: 422, code: 'folder.too_deep' });
  await ada.remove([pair]);
  expect(await ada.copy([pair], null)).toMatchObject({ status: 404 });
  expect(await ada.copy([outer], await ada.file('file'))).toMatchObject({ status: 422 });
}, 60_000);

test('copies of others are refused', async () => {
  const eve = await newcomer('eve');
  const [hers, folder] = [await eve.file('hers'), await eve.folder('her folder')];
  expect(await ada.copy([hers], null)).toMatchObject({ status: 404 });
  expect(await ada.copy([await ada.file('mine'), hers], null)).toMatchObject({ status: 404 });
  expect(await ada.copy([await ada.file('own')], folder)).toMatchObject({ status: 404 });
  expect(await ada.names()).toEqual(['mine', 'own']);
});

test('copying needs the rights to upload and to create folders', async () => {
  const [file, folder] = [await ada.file('a'), await ada.folder('b')];
  const full = await ada.folder('c');
  await ada.file('d', full);
  const allow = (fields: object) =>
    db().updateTable('users').set(fields).where('id', '=', ada.userId).execute();
  await allow({ can_upload: 0 });
  expect(await ada.copy([folder], null)).toMatchObject({ status: 200 });
  for (const item of [file, full])
    expect(await ada.copy([item], null)).toMatchObject({ status: 403, code: 'upload.disabled' });
  await allow({ can_upload: 1, can_create_folder: 0 });
  expect(await ada.copy([file], null)).toMatchObject({ status: 200 });
  expect(await ada.copy([folder], null)).toMatchObject({ status: 403, code: 'folder.disabled' });
});

test('copies count against the capacity: what does not fit is not begun', async () => {
  const folder = await ada.folder('f');
  await ada.file('a', folder, 40);
  await ada.file('b', folder, 20);
  await setCapacity(119);
  expect(await ada.copy([folder], null)).toMatchObject({ status: 423, code: 'storage.exceeded' });
  expect(await ada.names()).toEqual(['f']);
  await setCapacity(120);
  expect(await ada.copy([folder], null)).toMatchObject({ status: 200 });
  await soundUsage();
  expect(await ada.copy([await ada.folder('empty')], null)).toMatchObject({ status: 200 });
  // A reservation that has expired takes no room.
  await setCapacity(200);
  await db()
    .insertInto('quota_reservations')
    .values({ id: 'r', user_id: ada.userId, bytes: 80, expires_at: 1 })
    .execute();
  await db().updateTable('user_storage').set({ reserved: 80 }).where('user_id', '=', ada.userId).execute();
  expect(await ada.copy([folder], null)).toMatchObject({ status: 200 });
  await soundUsage();
});

test('of two copies at once with room for one, one is refused', async () => {
  const file = await ada.file('a', null, 40);
  await setCapacity(80);
  const answers = await Promise.all([ada.copy([file], null), ada.copy([file], null)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 423]);
  await soundUsage();
});

test('undo puts copies into the trash, unless they have changed or were added to', async () => {
  const folder = await ada.folder('f');
  await ada.file('a', folder);
  await ada.folder('g', folder);
  const to = await ada.folder('to');
  const copied = await ada.copy([folder, await ada.file('b')], to);
  expect(await ada.undo(copied)).toMatchObject({ status: 200, meta: { count: 2 } });
  expect(await ada.names(to)).toEqual([]);
  expect((await ada.browse(folder)).meta).toMatchObject({ total: 2 });
  expect(await ada.undo(copied)).toMatchObject({ status: 404 });
  const stale = { status: 409, code: 'operation.stale' };

  const renamed = await ada.copy([folder], to);
  await ada.rename(await only('f', to), { name: 'other' });
  expect(await ada.undo(renamed)).toMatchObject(stale);

  const filled = await ada.copy([folder], to);
  server.clock.advance(1);
  await ada.file('of somebody', await only('g', await only('f', to)));
  expect(await ada.undo(filled)).toMatchObject(stale);
  expect(await ada.names(to)).toEqual(['f', 'other']);
});

test('undo leaves copies whose content was saved since, also inside a copied folder', async () => {
  const folder = await ada.folder('f');
  const file = await ada.file('a', folder);
  const to = await ada.folder('to');
  const save = (name: string, { id }: ItemRef) =>
    ada.upload(name, 'newer', `parent_id=${id}&on_conflict=replace`);
  const stale = { status: 409, code: 'operation.stale' };

  const single = await ada.copy([file], to);
  server.clock.advance(1);
  await save('a', to);
  expect(await ada.undo(single)).toMatchObject(stale);

  const whole = await ada.copy([folder], to);
  server.clock.advance(1);
  await save('a', await only('f', to));
  expect(await ada.undo(whole)).toMatchObject(stale);

  // An older content, copied onto the copy.
  const older = await ada.upload('a', 'older');
  server.clock.advance(1);
  const again = await ada.copy([folder], await ada.folder('other'));
  const inside = await only('f', await only('other'));
  await ada.copy([older], inside, { on_conflict: 'replace' });
  expect(await ada.undo(again)).toMatchObject(stale);
  expect(await ada.names(to)).toEqual(['f', 'a']);
});

test('the bytes of a copy stay when the original is deleted forever', async () => {
  const file = await ada.upload('a.txt', 'shared bytes');
  await ada.copy([file], await ada.folder('to'));
  const copy = await only('a.txt', await only('to'));
  await ada.remove([file], true);
  await purged(server);
  await server.services.sweep();
  server.clock.advance(2 * day);
  await signInAgain();
  await server.services.trash.sweep();
  const download = async (): Promise<string> => {
    const headers = { cookie: await server.signIn() };
    return (await server.app.inject({ url: `/api/files/${copy.id}/content`, headers })).body;
  };
  expect(await download()).toBe('shared bytes');
  await soundUsage();
  await ada.remove([copy], true);
  await purged(server);
  await server.services.sweep();
  server.clock.advance(2 * day);
  await server.services.trash.sweep();
  expect(await db().selectFrom('blobs').select('id').execute()).toEqual([]);
});

test('others are answered while a large folder is copied', async () => {
  const eve = await newcomer('eve');
  await eve.folder('hers');
  const folder = await ada.folder('large');
  await ada.files(5_000, folder);
  const end = new AbortController();
  const copying = ada.copy([folder], null).finally(() => end.abort());
  let answered = 0;
  while (!end.signal.aborted) {
    expect(await eve.names()).toEqual(['hers']);
    answered += 1;
    // SQLite's statements are not awaited but done: the copy would never come to its turn.
    await setImmediate();
  }
  expect((await copying).status).toBe(200);
  // A statement inserts 500, and after each the process sees to others.
  expect(answered).toBeGreaterThanOrEqual(10);
}, 60_000);
