import { setImmediate } from 'node:timers/promises';
import type { Item } from '@holdall/contract/files';
import type { ItemRef } from '@holdall/contract/selections';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { testDialect } from '#testing/test-database.ts';
import type { Answer, TreeClient } from '#testing/tree-client.ts';
import { treeStatesOf } from '#testing/tree-states.ts';
import { useTree } from '#testing/use-tree.ts';
import { planOf, queriesOf } from '#testing/watch-queries.ts';
import { createFilesService } from './files.service.ts';
import { createTreeLock } from './tree-lock.ts';
import { createTreeRevisions, type TreeRevisions } from './tree-revisions.ts';

const { server, ada, newcomer } = useTree();

/** Another process on the same database. */
const createNode = (): TreeRevisions =>
  createTreeRevisions({ ...server.parts, withTreeLock: createTreeLock(server.parts.db) });

const foldedStates = async (ownerId: string) => {
  await createNode().fold(ownerId);
  const states = await treeStatesOf(server.parts.db, ownerId);
  expect(states.touches).toBe(0);
  return states.folders;
};

const names = ['a', 'b', 'c', 'd'] as const;
const kinds = [
  'folder',
  'file',
  'replace',
  'again',
  'matching',
  'version',
  'rename',
  'look',
  'move',
  'copy',
  'remove',
  'restore',
  'purge',
  'undo',
  'guest',
  'upload',
  'revert',
  'favourite',
  'empty',
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  one: fc.nat(50),
  other: fc.nat(50),
  name: fc.constantFrom(...names),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does random changes in an account; those that the server refuses change nothing. */
const createWalker = (client: TreeClient, cookie: string) => {
  const guest = createGuestClient(server);
  const tokens: string[] = [];
  let last: Answer | undefined;
  const rowsOf = async () => {
    const { rows } = await sql<ItemRef & { deleted_at: number | null }>`
      select id, type, deleted_at from items where owner_id = ${client.userId} and purged_at is null order by id`.execute(
      server.parts.db,
    );
    return rows;
  };
  const pick = <T>(list: readonly T[], index: number): T | undefined =>
    list[index % Math.max(1, list.length)];
  const refOf = (row: ItemRef | undefined): ItemRef | undefined => row && { id: row.id, type: row.type };
  const changeAsGuest = async (
    folder: ItemRef,
    change: (token: string) => Promise<unknown>,
  ): Promise<void> => {
    const link: unknown = await client.call('POST', '/api/share', { ...folder, permission: 'editor' });
    const { data } = link as { data?: { attributes: { token: string } } };
    if (data === undefined) return;
    const { token } = data.attributes;
    tokens.push(token);
    await guest.get(`/api/browse/share/${token}`);
    await change(token);
  };
  const restoreVersion = async (index: number): Promise<void> => {
    const { rows } = await sql<{ id: string; item: string }>`
      select id, item_id as item from item_versions where owner_id = ${client.userId} order by id`.execute(
      server.parts.db,
    );
    const { id, item } = pick(rows, index) ?? {};
    await client.call('POST', `/api/items/${item}/versions/${id}/restore`, { as_copy: index % 3 === 0 });
  };
  const upload = (query: string, payload: string, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api/upload?${query}`,
      headers: { cookie, 'content-type': 'application/octet-stream', ...headers },
      payload,
    });
  return async ({ kind, one, other, name }: Step): Promise<void> => {
    const rows = await rowsOf();
    const item = refOf(pick(rows, one));
    const folders = rows.filter(({ type }) => type === 'folder');
    // One more than there are folders: the top.
    const into = refOf(folders[other % (folders.length + 1)]) ?? null;
    const trashed = refOf(
      pick(
        rows.filter((row) => row.deleted_at !== null),
        one,
      ),
    );
    const at = `name=${name}${into === null ? '' : `&parent_id=${into.id}`}`;
    const changes: Readonly<Record<Step['kind'], () => Promise<Answer | undefined | void>>> = {
      folder: () =>
        client.call('POST', '/api/create-folder', {
          name,
          parent_id: into?.id ?? null,
          on_conflict: 'rename',
        }),
      file: async () => void (await upload(`${at}&on_conflict=rename`, 'bytes')),
      replace: async () => void (await upload(`${at}&on_conflict=replace`, `others ${one}`)),
      // From the second time on it changes nothing.
      again: async () => void (await upload('name=again&on_conflict=replace&last_modified=1000', 'again')),
      matching: async () =>
        void (await upload(at, `matching ${one}`, { 'if-match': one % 3 === 0 ? '"other"' : '*' })),
      version: () => restoreVersion(one),
      rename: async () => item && client.rename(item, { name }),
      look: async () => item && client.rename(item, { emoji: one % 2 === 0 ? '🎉' : null, color: '#112233' }),
      move: async () => item && client.move([item], into, { on_conflict: 'rename' }),
      copy: async () =>
        item && client.copy([item], into, { on_conflict: other % 2 === 0 ? 'rename' : 'replace' }),
      remove: async () => item && client.remove([item]),
      restore: async () => trashed && client.restore([trashed]),
      purge: async () => item && client.remove([item], true),
      undo: async () => last && client.undo(last),
      guest: async () =>
        into === null
          ? undefined
          : changeAsGuest(into, (token) => guest.post(`/api/editor/create-folder/${token}`, { name })),
      upload: async () =>
        into === null
          ? undefined
          : changeAsGuest(into, (token) =>
              guest.upload(token, { name, query: 'on_conflict=replace' }, `guest ${one}`),
            ),
      revert: async () => void (await client.call('POST', `/api/share/${pick(tokens, one)}/revert`, {})),
      favourite: async () =>
        into === null
          ? undefined
          : client.call('POST', '/api/folders/favourites', { folders: [into.id], ids: [into.id] }),
      empty: () => client.call('DELETE', '/api/trash/dump'),
    };
    server.clock.advance(1_000);
    const answer = await changes[kind]();
    if (answer?.status === 200 && typeof answer.meta?.operation === 'string') last = answer;
  };
};

/** Calls take many times as long on PostgreSQL. */
const runs = testDialect() === 'postgres' ? 3 : 12;

test('after any changes every folder whose contents differ has a new revision, and no other', async () => {
  let run = 0;
  let differing = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40 }), async (steps) => {
      run += 1;
      const client = await newcomer(`walker${run}`);
      const change = createWalker(client, await server.signIn(`walker${run}@example.com`));
      const outer = await client.folder('a');
      for (const parent of [outer, await client.folder('b', outer), null]) await client.file('c', parent);
      let before = await foldedStates(client.userId);
      for (const one of steps) {
        await change(one);
        const after = await foldedStates(client.userId);
        for (const [id, { digest, revision }] of after) {
          const former = before.get(id);
          if (former === undefined) continue;
          if (former.digest !== digest) differing += 1;
          expect([one.kind, id, former.revision !== revision]).toEqual([
            one.kind,
            id,
            former.digest !== digest,
          ]);
        }
        before = after;
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  // Random steps are often refused; these many prove that the rest was compared.
  expect(differing).toBeGreaterThan(3 * runs);
}, 240_000);

const revisionOf = async (folder: ItemRef): Promise<string | undefined> => {
  const answer: unknown = await ada.call('GET', `/api/items/${folder.id}?tree_rev=true`);
  return (answer as Item).data.attributes.tree_rev;
};

test('details of a folder tell its revision on request', async () => {
  const [outer, beside] = [await ada.folder('outer'), await ada.folder('beside')];
  const inner = await ada.folder('inner', outer);
  const file = await ada.file('file', inner);
  const former = [await revisionOf(outer), await revisionOf(inner), await revisionOf(beside)];
  expect(former).toEqual([expect.any(String), expect.any(String), '0']);
  await ada.rename(file, { name: 'renamed' });
  const now = [await revisionOf(outer), await revisionOf(inner), await revisionOf(beside)];
  expect(now.map((revision, index) => revision === former[index])).toEqual([false, false, true]);
  expect(now).toEqual([await revisionOf(outer), await revisionOf(inner), '0']);
  expect(await revisionOf(file)).toBeUndefined();
  expect((await ada.details(outer)).data.attributes.tree_rev).toBeUndefined();
});

test('guests learn a revision where they may edit, and none of a collection', async () => {
  const folder = await ada.folder('folder');
  const guest = createGuestClient(server);
  const told = async (token: string, id = folder.id): Promise<unknown> => {
    await guest.get(`/api/browse/share/${token}`);
    const answer = await guest.get(`/api/items/${id}/${token}?tree_rev=true`);
    expect(answer.status).toBe(200);
    return answer.json<Item>().data.attributes.tree_rev;
  };
  const tokens: string[] = [];
  for (const permission of ['visitor', 'editor'])
    tokens.push(await shareOf(ada, folder, { permission, another: true }));
  const [visited = '', edited = ''] = tokens;
  const touched = async (): Promise<number> =>
    (await server.parts.db.selectFrom('tree_touches').select('id').execute()).length;
  expect([await told(visited), await touched()]).toEqual([undefined, 1]);
  expect([await told(edited), await touched()]).toEqual(['0', 0]);
  const items = [folder, await ada.folder('other')];
  const made: unknown = await ada.call('POST', '/api/share/collection', { name: 'Both', items });
  const { token } = (made as { data: { attributes: { token: string } } }).data.attributes;
  const opened = (await guest.get(`/api/browse/share/${token}`)).json<{
    data: { relationships: { item: Item } };
  }>();
  expect(await told(token, opened.data.relationships.item.data.id)).toBeUndefined();
});

test('a folder is read without its revision while the disk is full', async () => {
  const folder = await ada.folder('folder');
  const filesWith = (error: Error) =>
    createFilesService({
      ...server.parts,
      guests: server.services.guestAccess,
      foldTouches: async () => {
        throw error;
      },
    });
  const full = filesWith(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  const details = await full.getDetails(ada.actor, folder.id, { treeRev: true });
  expect(details).toMatchObject({ item: { id: folder.id }, isFolded: false });
  const broken = filesWith(new Error('broken'));
  await expect(broken.getDetails(ada.actor, folder.id, { treeRev: true })).rejects.toThrow('broken');
});

test('the content of a file counts, and what follows from it does not', async () => {
  const { db } = server.parts;
  const folder = await ada.folder('folder');
  const [file, other] = [await ada.file('file', folder), await ada.file('other', folder)];
  const isNewAfter = async (change: string): Promise<boolean> => {
    const former = (await foldedStates(ada.userId)).get(folder.id)?.revision;
    await sql`update items set ${sql.raw(change)} where id = ${file.id}`.execute(db);
    return (await foldedStates(ada.userId)).get(folder.id)?.revision !== former;
  };
  for (const change of [
    `blob_id = (select blob_id from items where id = '${other.id}')`,
    'size = size + 1',
    'size = size - 1',
    `modified_at = modified_at + 1`,
    `mimetype = 'image/png'`,
    `category = 'images'`,
    `name = 'x'`,
    `emoji = '🎉'`,
    `color = '#112233'`,
  ])
    expect([change, await isNewAfter(change)]).toEqual([change, true]);
  for (const change of [`preview_state = 'ready'`, 'preview_width = 1', 'damaged_at = 1', 'items_count = 0'])
    expect([change, await isNewAfter(change)]).toEqual([change, false]);
});

test('the same content with the same time, saved again, changes no revision', async () => {
  const folder = await ada.folder('folder');
  const revisionAfterSave = async () => {
    const query = `on_conflict=replace&last_modified=1000&parent_id=${folder.id}`;
    await ada.upload('file', 'bytes', query);
    return (await foldedStates(ada.userId)).get(folder.id)?.revision;
  };
  expect(await revisionAfterSave()).toBe(await revisionAfterSave());
});

test('what changes in the trash changes nothing above it', async () => {
  const outer = await ada.folder('outer');
  const trashed = [await ada.folder('top'), await ada.folder('below', outer)];
  for (const folder of trashed) await ada.file('file', folder);
  await ada.remove(trashed);
  const before = await foldedStates(ada.userId);
  await sql`update items set emoji = '🎉' where type = 'file'`.execute(server.parts.db);
  const after = await foldedStates(ada.userId);
  const isNew = (id: string): boolean => before.get(id)?.revision !== after.get(id)?.revision;
  expect([outer.id, ada.userId, ...trashed.map(({ id }) => id)].map(isNew)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test('thousands of changes are folded in pieces, into folders found by their ids', async () => {
  const outer = await ada.folder('outer');
  const folders = await ada.folders(2_100, outer);
  await ada.files(5, outer);
  await sql`insert into tree_touches (owner_id, container_id)
    select owner_id, id from items where parent_id = ${outer.id} and type = 'folder'`.execute(
    server.parts.db,
  );
  const node = createNode();
  const queries = await queriesOf(() => node.fold(ada.userId));
  const states = (await treeStatesOf(server.parts.db, ada.userId)).folders;
  const revisions = new Set(folders.map(({ id }) => states.get(id)?.revision));
  expect(revisions.size).toBe(2);
  expect(revisions).not.toContain(null);
  expect(states.get(outer.id)?.revision).toBe(states.get(ada.userId)?.revision);
  const update = queries.find((query) => query.sql.includes('with recursive'));
  expect(update && (await planOf(server.parts.db, update))).not.toMatch(/SCAN items|Seq Scan on items/);
  // Without changes nothing is written, and no lock is taken.
  expect(await queriesOf(() => node.fold(ada.userId))).toHaveLength(1);
});

test('a sweep folds for owners whose revisions nothing reads', async () => {
  const eve = await newcomer('eve');
  await ada.folder('folder');
  await eve.folder('folder');
  await server.services.sweep();
  for (const { userId } of [ada, eve]) {
    const { folders, touches } = await treeStatesOf(server.parts.db, userId);
    expect([touches, typeof folders.get(userId)?.revision]).toEqual([0, 'string']);
  }
});

test('readers never see a revision that misses a change, with two processes and many changes at once', async () => {
  const roots = [await ada.folder('one'), await ada.folder('two'), await ada.folder('three')];
  const movable = await Promise.all(roots.map((root, index) => ada.folder(`moves ${index}`, root)));
  const deep = await Promise.all(movable.map((folder) => ada.folder('deep', folder)));
  const seen = new Map<string, Map<string | null, string>>();
  const end = new AbortController();
  let compared = 0;
  const read = async (): Promise<void> => {
    const node = createNode();
    while (!end.signal.aborted) {
      // SQLite's statements are not awaited but done: writers would never come to their turn.
      await setImmediate();
      await node.fold(ada.userId);
      const { folders, touches } = await treeStatesOf(server.parts.db, ada.userId);
      if (touches > 0) continue;
      for (const [id, { digest, revision }] of folders) {
        const known = seen.get(id) ?? new Map<string | null, string>();
        seen.set(id, known);
        expect(known.get(revision) ?? digest).toBe(digest);
        known.set(revision, digest);
        compared += 1;
      }
    }
  };
  const nth = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  const changesOf = (index: number) =>
    Promise.all([
      ada.move([nth(movable, index)], nth(roots, index * 7 + 1)),
      ada.file(`file ${index}`, nth(deep, index)),
      ada.rename(nth(deep, index + 1), { emoji: index % 2 === 0 ? '🎉' : '🏖️' }),
      ada.folder(`folder ${index}`, nth(deep, index + 2)),
    ]);
  const write = async (): Promise<void> => {
    try {
      for (let index = 0; index < 40; index += 1) await changesOf(index);
    } finally {
      end.abort();
    }
  };
  await Promise.all([write(), read(), read()]);
  expect(compared).toBeGreaterThan(0);
  const last = await foldedStates(ada.userId);
  for (const [id, { digest, revision }] of last) expect(seen.get(id)?.get(revision) ?? digest).toBe(digest);
}, 120_000);
