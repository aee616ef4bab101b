import type { Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import { expect, test } from 'vitest';
import { purged } from '#testing/jobs-done.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada } = useTree();

const times = async (count: number, work: (index: number) => Promise<void>): Promise<void> => {
  for (let index = 0; index < count; index += 1) await work(index);
};
const dump = () => ada.call('DELETE', '/api/trash/dump');
const idsLeft = async (): Promise<Set<string>> => {
  const rows = await server.parts.db.selectFrom('items').select('id').execute();
  return new Set(rows.map(({ id }) => id));
};
const sorted = (statuses: readonly number[]): number[] => statuses.toSorted((one, other) => one - other);

test('a trash emptied several times at once is emptied once, and its space is free', async () => {
  await times(10, async () => {
    const folder = await ada.folder('folder');
    await ada.files(20, folder);
    await ada.remove([folder, await ada.file('x'), await ada.file('y')]);
    const answers = await Promise.all([dump(), dump(), dump()]);
    expect(sorted(answers.map(({ meta }) => meta.count))).toEqual([0, 0, 3]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await purged(server);
    expect(await idsLeft()).toEqual(new Set());
  });
  const used = await server.parts.db.selectFrom('user_storage').select('documents').executeTakeFirstOrThrow();
  expect(used.documents).toBe(0);
}, 60_000);

test('an item restored while the trash is emptied is either back or gone, with all its contents', async () => {
  await times(25, async (index) => {
    const folder = await ada.folder(`folder${index}`);
    const inner = await ada.folder('inner', folder);
    const file = await ada.file('x', inner);
    await ada.remove([folder]);
    const [restored, alone, emptied] = await Promise.all([
      ada.restore([folder]),
      ada.restore([inner], { to_home: true }),
      dump(),
    ]);
    expect(emptied.status).toBe(200);
    await purged(server);
    const left = await idsLeft();
    expect([200, 404]).toContain(restored.status);
    expect([200, 404]).toContain(alone.status);
    expect(left.has(folder.id)).toBe(restored.status === 200);
    const isInnerBack = restored.status === 200 || alone.status === 200;
    expect([left.has(inner.id), left.has(file.id)]).toEqual([isInnerBack, isInnerBack]);
    const back = (await ada.browse()).folders.data;
    await ada.remove(back.map(({ data }) => ({ id: data.id, type: data.type })));
  });
}, 60_000);

test('a move from or to a permanently deleted folder cannot be undone, and the tree stays sound', async () => {
  await times(20, async (index) => {
    const [from, to] = [await ada.folder(`from${index}`), await ada.folder(`to${index}`)];
    const [gone, file] = [await ada.file('gone', from), await ada.file('file', from)];
    const [intoGone, intoTo] = [await ada.move([gone], to), await ada.move([file], null)];
    expect([intoGone.status, intoTo.status]).toEqual([200, 200]);
    const [, , undone, undoneToo] = await Promise.all([
      ada.remove([to], true),
      ada.remove([from], true),
      ada.undo(intoGone),
      ada.undo(intoTo),
    ]);
    expect([200, 409]).toContain(undone.status);
    expect([200, 409]).toContain(undoneToo.status);
    await purged(server);
    expect([404, 409]).toContain((await ada.undo(intoGone)).status);
    const names = await ada.names();
    expect(names).toEqual(undoneToo.status === 200 ? [] : ['file']);
    if (names.length > 0) await ada.remove([file], true);
    await purged(server);
  });
}, 60_000);

test('a file renamed while an upload replaces it stays, and so does what was uploaded', async () => {
  const cookie = await server.signIn();
  const replace = (name: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/upload?name=${name}&on_conflict=replace`,
      headers: { cookie, 'content-type': 'text/plain', 'content-length': '3' },
      payload: 'new',
    });
  await times(25, async (index) => {
    const old = await ada.file(`x${index}`);
    const [renamed, uploaded, uploadedToo] = await Promise.all([
      ada.rename(old, { name: `y${index}` }),
      replace(`x${index}`),
      replace(`y${index}`),
    ]);
    expect([uploaded.statusCode, uploadedToo.statusCode]).toEqual([201, 201]);
    expect([200, 404, 409]).toContain(renamed.status);
    const { files } = await ada.browse();
    const named = (name: string) => files.data.filter(({ data }) => data.attributes.name === name);
    // The renamed file may be the one that the upload has replaced before, which then has the other name.
    expect(named(`x${index}`).length).toBeLessThanOrEqual(1);
    expect(named(`y${index}`)).toHaveLength(1);
    const live = files.data.map(({ data }) => data.id);
    for (const answer of [uploaded, uploadedToo]) expect(live).toContain(answer.json<Item>().data.id);
    expect(live).toContain(old.id);
  });
}, 60_000);

test('favourites change while folders among them are permanently deleted', async () => {
  const favour = (folders: readonly ItemRef[]) =>
    ada.call('POST', '/api/folders/favourites', { folders: folders.map(({ id }) => ({ id })) });
  await times(25, async (index) => {
    const folders = await Promise.all(
      Array.from({ length: 4 }, (_, number) => ada.folder(`f${index} ${number}`)),
    );
    const [first, second, third, fourth] = folders as [ItemRef, ItemRef, ItemRef, ItemRef];
    expect((await favour([first, second])).status).toBe(200);
    const [removed, added, addedToo, ordered] = await Promise.all([
      ada.remove([first, third], true),
      favour([third]),
      favour([fourth]),
      ada.call('PATCH', '/api/folders/favourites', { folders: [{ id: second.id }] }),
      purged(server),
    ]);
    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(added.status);
    expect([addedToo.status, ordered.status]).toEqual([200, 200]);
    await purged(server);
    const kept = await server.parts.db.selectFrom('favourites').select('folder_id').execute();
    const ids = new Set(kept.map(({ folder_id: id }) => id));
    expect(folders.map(({ id }) => ids.has(id))).toEqual([false, true, false, true]);
    await ada.remove([second, fourth], true);
  });
}, 60_000);
