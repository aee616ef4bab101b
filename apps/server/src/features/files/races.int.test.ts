import type { ItemRef } from '@holdall/contract/selections';
import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { purged } from '#testing/jobs-done.ts';
import { plantVersions } from '#testing/plant-versions.ts';
import { useTree } from '#testing/use-tree.ts';
import { createFileActions, type FileActions } from './actions.service.ts';
import { createTreeLock } from './tree-lock.ts';

const { server, ada } = useTree();

const times = async <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work(index));
  return results;
};

/** Creates another process on the same database. */
const createNode = (): FileActions =>
  createFileActions({
    ...server.parts,
    guests: server.services.guestAccess,
    withTreeLock: createTreeLock(server.parts.db),
    addUsage: () => Promise.resolve(),
    openCopyQuota: (ownerId, options) => server.services.usage.openCopyQuota(ownerId, options),
    purgeSoon: (ownerId) => server.services.trash.purgeSoon(ownerId),
  });

/** Returns the outcome of a change: `done`, or its error code. */
const outcomeOf = async (change: Promise<unknown>): Promise<string> => {
  try {
    await change;
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};
const inOrder = (outcomes: readonly string[]): string =>
  outcomes.toSorted((one, other) => one.localeCompare(other)).join();

test('A into B and B into A at once on two nodes, 500 times, never create a cycle', async () => {
  // Each node queues an owner's changes in memory; between the two only the database decides.
  const [one, other] = [createNode(), createNode()];
  const rounds = await times(500, async (index) => {
    const [a, b] = [await ada.folder(`a${index}`), await ada.folder(`b${index}`)];
    const move = (node: FileActions, item: ItemRef, to: ItemRef): Promise<string> =>
      outcomeOf(node.move(ada.actor, { to_id: to.id, items: [item], on_conflict: 'refuse' }));
    return inOrder(await Promise.all([move(one, a, b), move(other, b, a)]));
  });
  expect(new Set(rounds)).toEqual(new Set(['done,folder.into_itself']));
  expect((await ada.browse()).meta.total).toBe(500);
}, 120_000);

test('of two renames to one name on two nodes one is refused', async () => {
  const [one, other] = [createNode(), createNode()];
  const rounds = await times(50, async (index) => {
    const [a, b] = [await ada.file(`a${index}`), await ada.file(`b${index}`)];
    const rename = (node: FileActions, { id }: ItemRef): Promise<string> =>
      outcomeOf(node.rename(ada.actor, { id, name: `c${index}` }));
    return inOrder(await Promise.all([rename(one, a), rename(other, b)]));
  });
  expect(new Set(rounds)).toEqual(new Set(['done,item.name_taken']));
}, 60_000);

test('concurrent cycles of three moves and their undos leave no cycle', async () => {
  await times(20, async (index) => {
    const folders = await Promise.all(['a', 'b', 'c'].map((name) => ada.folder(`${name}${index}`)));
    const next = (at: number): ItemRef => folders[(at + 1) % 3] ?? { id: '', type: 'folder' };
    const moved = await Promise.all(folders.map((folder, at) => ada.move([folder], next(at))));
    expect(moved.filter(({ status }) => status === 200).length).toBeLessThan(3);
    const done = moved.filter(({ status }) => status === 200);
    await Promise.all([...done.map((answer) => ada.undo(answer)), ada.move([next(0)], next(1))]);
  });
}, 60_000);

test('a name that an upload and a rename request at once goes to one of them', async () => {
  await times(30, async (index) => {
    const file = await ada.file(`a${index}`);
    const [renamed, uploaded] = await Promise.all([
      ada.rename(file, { name: `b${index}` }),
      outcomeOf(ada.file(`b${index}`)),
    ]);
    expect([renamed.status, uploaded].join()).toMatch(/^(200,item.name_taken|409,done)$/);
  });
}, 60_000);

test('two concurrent changes to one item are each complete', async () => {
  await times(30, async (index) => {
    const [from, to] = [await ada.folder(`from${index}`), await ada.folder(`to${index}`)];
    const items = await ada.files(5, from);
    const statuses = (
      await Promise.all([ada.move(items, to), ada.remove(items), ada.rename(items[0] ?? from, { name: 'x' })])
    ).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    // The items end up in the trash.
    expect([...(await ada.names(from)), ...(await ada.names(to))]).toEqual([]);
  });
}, 60_000);

test('a folder that moves to the trash takes along an item that is being added to it', async () => {
  await times(30, async (index) => {
    const [folder, file] = [await ada.folder(`folder${index}`), await ada.file(`file${index}`)];
    const [moved, removed, made] = await Promise.all([
      ada.move([file], folder),
      ada.remove([folder]),
      ada.call('POST', '/api/create-folder', { name: 'inner', parent_id: folder.id }),
    ]);
    expect([200, 404]).toContain(moved.status);
    expect([201, 404]).toContain(made.status);
    expect(removed.status).toBe(200);
  });
}, 60_000);

test('of several restorations of one item one succeeds', async () => {
  await times(20, async (index) => {
    const file = await ada.file(`x${index}`);
    const removed = await ada.remove([file]);
    const answers = await Promise.all([
      ada.restore([file]),
      ada.restore([file], { to_home: true }),
      ada.undo(removed),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
  expect((await ada.browse()).meta.total).toBe(20);
}, 60_000);

test('several items of one name are restored at once under distinct names', async () => {
  const files: ItemRef[] = [];
  await times(8, async () => {
    const file = await ada.file('x');
    files.push(file);
    await ada.remove([file]);
  });
  const answers = await Promise.all(files.map((file) => ada.restore([file])));
  expect(answers.map(({ status }) => status)).toEqual(files.map(() => 200));
  expect(new Set(await ada.names()).size).toBe(8);
});

test('uploads into a folder that is being permanently deleted leave nothing inconsistent', async () => {
  await times(20, async (index) => {
    const folder = await ada.folder(`folder${index}`);
    const inner = await ada.folder('inner', folder);
    const put = async (name: string): Promise<unknown> => {
      try {
        return await ada.file(name, inner);
      } catch (error) {
        return error;
      }
    };
    const [removed, ...made] = await Promise.all([
      ada.remove([folder], true),
      ...Array.from({ length: 5 }, (_, number) => put(`x${number}`)),
    ]);
    expect(removed).toMatchObject({ status: 200 });
    const failures = made.filter((outcome) => outcome instanceof Error);
    for (const failure of failures) expect(failure).toMatchObject({ code: 'item.not_found' });
  });
  await purged(server);
  expect(await server.parts.db.selectFrom('items').select('id').execute()).toEqual([]);
}, 60_000);

test('of copies to one name at once on two nodes each gets its own', async () => {
  const [one, other] = [createNode(), createNode()];
  const to = await ada.folder('to');
  await times(20, async (index) => {
    const items = [await ada.file(`x${index}`), await ada.folder(`y${index}`)];
    const copy = (node: FileActions): Promise<string> =>
      outcomeOf(node.copy(ada.actor, { to_id: to.id, items, on_conflict: 'rename' }));
    expect(await Promise.all([copy(one), copy(other), copy(one)])).toEqual(['done', 'done', 'done']);
  });
  const names = await ada.names(to);
  expect(names).toHaveLength(120);
  expect(names).toEqual(expect.arrayContaining(['x7', 'x7 (1)', 'x7 (2)', 'y7', 'y7 (1)', 'y7 (2)']));
  expect(await server.services.usage.verifyUsage()).toEqual([]);
}, 60_000);

test('a copy is whole, whatever happens to its original at the same time', async () => {
  const node = createNode();
  await times(20, async (index) => {
    const [folder, to] = [await ada.folder(`folder${index}`), await ada.folder(`to${index}`)];
    const inner = await ada.folder('inner', folder);
    const files = await ada.files(20, inner);
    const items = [folder];
    const [copied] = await Promise.all([
      outcomeOf(node.copy(ada.actor, { to_id: to.id, items, on_conflict: 'refuse' })),
      ada.move(files.slice(0, 5), null, { on_conflict: 'rename' }),
      ada.remove(files.slice(5, 7)),
      // Its folder may be gone before.
      outcomeOf(ada.file('new', inner)),
      index % 2 === 0 ? ada.remove([folder], index % 4 === 0) : ada.move([folder], to),
    ]);
    expect(['done', 'item.not_found', 'item.name_taken']).toContain(copied);
  });
  await purged(server);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
}, 60_000);

interface Contested {
  readonly file: ItemRef;
  readonly folder: ItemRef;
  /** The version with the file’s first content. */
  readonly version: string;
}
const versionsOf = async (file: ItemRef): Promise<string[]> => {
  const { db } = server.parts;
  const rows = await db.selectFrom('item_versions').select('id').where('item_id', '=', file.id).execute();
  return rows.map(({ id }) => id);
};
/** Makes a file with versions, which its owner and a guest overwrite while something else happens to it. */
const contest = async (what: string, meanwhile: (contested: Contested) => Promise<unknown>) => {
  const folder = await ada.folder(what);
  const token = await shareOf(ada, folder, { permission: 'editor' });
  const guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
  const query = 'on_conflict=replace';
  const save = (text: string) => ada.upload('a.txt', text, `${query}&parent_id=${folder.id}`);
  const [first, second] = [`${what}: first`, `${what}: second`];
  await save(first);
  const file = await save(second);
  const [version = ''] = await versionsOf(file);
  const [expired = ''] = await plantVersions(server, file, [{ storedAt: 1, replacedAt: 2 }]);
  // A later save of the owner is no quick one.
  server.clock.advance(60_000);
  const [own, guests] = [`${what}: by its owner`, `${what}: by a guest`];
  const [saved, , uploaded] = await Promise.all([
    save(own).catch(() => undefined),
    meanwhile({ file, folder, version }),
    guest.upload(token, { name: 'a.txt', query }, guests),
  ]);
  // By the file that each was stored as.
  const acknowledged = [first, second].map((text) => ({ text, id: file.id }));
  if (saved !== undefined) acknowledged.push({ text: own, id: saved.id });
  if (uploaded.status === 201)
    acknowledged.push({ text: guests, id: uploaded.json<{ data: { id: string } }>().data.id });
  return { file, expired, acknowledged };
};
/** The contents that the owner can read once nothing is in the trash: of each file, and of its versions. */
const readable = async (): Promise<Set<string>> => {
  const headers = { cookie: await server.signIn() };
  const items = server.parts.db.selectFrom('items').select(['id', 'type']).where('purged_at', 'is', null);
  await ada.restore(await items.where('deleted_at', 'is not', null).execute());
  const texts = new Set<string>();
  for (const file of await items.where('type', '=', 'file').execute()) {
    const paths = (await versionsOf(file)).map((id) => `/api/items/${file.id}/versions/${id}/content`);
    for (const url of [`/api/files/${file.id}/content`, ...paths])
      texts.add((await server.app.inject({ url, headers })).body);
  }
  return texts;
};

test('a file that is overwritten while it is moved, deleted, thinned or restored loses no content', async () => {
  const thin = () => server.services.versions.thin(new AbortController().signal);
  const changes: Readonly<Record<string, (contested: Contested) => Promise<unknown>>> = {
    move: ({ file }) => ada.move([file], null, { on_conflict: 'rename' }),
    rename: ({ file }) => ada.rename(file, { name: 'b.txt' }),
    trash: ({ file }) => ada.remove([file]),
    'trash of its folder': ({ file, folder }) => ada.remove([file, folder]),
    thinning: thin,
    restore: ({ file, version }) => ada.call('POST', `/api/items/${file.id}/versions/${version}/restore`, {}),
  };
  for (const [what, change] of Object.entries(changes)) {
    const { file, expired, acknowledged } = await contest(what, change);
    expect(acknowledged.length).toBeGreaterThanOrEqual(what === 'trash of its folder' ? 2 : 4);
    const texts = await readable();
    expect(acknowledged.filter(({ text }) => !texts.has(text))).toEqual([]);
    expect((await versionsOf(file)).includes(expired)).toBe(what !== 'thinning');
  }
  expect(await server.services.usage.verifyUsage()).toEqual([]);
}, 60_000);

test('a file that is overwritten while it is deleted for good takes only its own contents with it', async () => {
  const { file, acknowledged } = await contest('purge', (contested) => ada.remove([contested.file], true));
  expect(acknowledged).toHaveLength(4);
  await purged(server);
  const texts = await readable();
  for (const { text, id } of acknowledged) expect([text, texts.has(text)]).toEqual([text, id !== file.id]);
  await contest('purge of its folder', ({ folder }) => ada.remove([folder], true));
  await purged(server);
  expect(await readable()).toEqual(texts);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
}, 60_000);
