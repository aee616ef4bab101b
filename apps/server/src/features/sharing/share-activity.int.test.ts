import type { ItemRef } from '@holdall/contract/selections';
import type { ShareActivityPage, EndedShare, Share, ShareSummary } from '@holdall/contract/shares';
import { beforeEach, expect, test } from 'vitest';
import { type AppEvent, filesEvent } from '#ports/events.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, signInAgain } = useTree();

let root: ItemRef;
let kept: ItemRef;
let token: string;
beforeEach(async () => {
  root = await ada.folder('root');
  kept = await ada.file('kept.txt', root);
  const answer = await ada.call('POST', '/api/share', { ...root, permission: 'editor' });
  token = (answer as unknown as { data: { attributes: { token: string } } }).data.attributes.token;
});

type Method = 'GET' | 'POST' | 'PATCH';
const guest = (method: Method, url: string, payload?: object) =>
  server.app.inject({ method, url, ...(payload === undefined ? {} : { payload }) });
const upload = async (name: string, text: string, query = ''): Promise<string> => {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/editor/upload/${token}?name=${encodeURIComponent(name)}${query}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: text,
  });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ data: { id: string } }>().data.id;
};
const listEntries = async (): Promise<ShareActivityPage> =>
  (await ada.call('GET', `/api/share/${token}/activity`)) as unknown as ShareActivityPage;
const told = async (): Promise<string[]> =>
  (await listEntries()).data.map(
    ({ attributes: { kind, name, to } }) => `${kind} ${name}${to === null ? '' : ` → ${to}`}`,
  );

test('guests’ changes are listed, and can be reverted, also after the link has ended', async () => {
  const before = await ada.names(root);
  await guest('POST', `/api/editor/create-folder/${token}`, { name: 'from guest' });
  const [made] = (await ada.browse(root)).folders.data;
  const folder = { id: made?.data.id ?? '', type: 'folder' as const };
  await guest('PATCH', `/api/editor/rename/${kept.id}/${token}`, { name: 'renamed.txt' });
  await guest('POST', `/api/editor/move/${token}`, { to_id: folder.id, items: [kept] });
  await upload('new.txt', 'new', `&parent_id=${folder.id}&path=deep/new.txt`);
  await upload('gone.txt', 'x');
  const gone = (await ada.browse(root)).files.data[0]?.data.id ?? '';
  await guest('POST', `/api/editor/remove/${token}`, { items: [{ id: gone, type: 'file' }] });
  expect(await told()).toEqual([
    'removed gone.txt',
    'uploaded gone.txt',
    'uploaded new.txt',
    'created deep',
    'moved renamed.txt → from guest',
    'renamed kept.txt → renamed.txt',
    'created from guest',
  ]);
  await ada.call('POST', '/api/share/revoke', { tokens: [token], _method: 'delete' });
  const answer = await ada.call('POST', `/api/share/${token}/revert`, {});
  expect(answer).toMatchObject({ status: 200, meta: { reverted: 7, kept: 0 } });
  expect(await ada.names(root)).toEqual(before);
  expect((await listEntries()).meta).toMatchObject({ revertible: 0 });
  expect(await ada.call('GET', '/api/share-history')).toMatchObject({
    data: [{ attributes: { token, name: 'root', entries: 7, unseen: 7 } }],
  });
});

test('a file that a guest replaced gets its content back, and the owner’s later changes stay', async () => {
  const old = await ada.file('doc.txt', root);
  expect(await upload('doc.txt', 'newer', '&on_conflict=replace')).toBe(old.id);
  await guest('PATCH', `/api/editor/rename/${kept.id}/${token}`, { name: 'by guest.txt' });
  await ada.rename(kept, { name: 'by owner.txt' });
  const answer = await ada.call('POST', `/api/share/${token}/revert`, {});
  expect(answer).toMatchObject({ meta: { reverted: 1, kept: 1 } });
  const files = (await ada.browse(root)).files.data.map(({ data }) => [data.id, data.attributes.name]);
  expect(new Map(files as [string, string][])).toEqual(
    new Map([
      [old.id, 'doc.txt'],
      [kept.id, 'by owner.txt'],
    ]),
  );
});

test('a single entry can be reverted', async () => {
  await upload('a.txt', 'a');
  await upload('b.txt', 'b');
  const { data } = await listEntries();
  await ada.call('POST', `/api/share/${token}/revert`, { entry: data[0]?.id });
  expect(await ada.names(root)).toEqual(['a.txt', 'kept.txt']);
});

test('Publicly shared lists items with a live link, folders first', async () => {
  const file = await ada.file('alone.txt');
  await ada.call('POST', '/api/share', { ...file, expiration: 1 });
  const names = async (): Promise<string[]> => {
    const { folders, files } = (await ada.call('GET', '/api/browse/share')) as unknown as Awaited<
      ReturnType<typeof ada.browse>
    >;
    return [...folders.data, ...files.data].map(({ data }) => data.attributes.name);
  };
  expect(await names()).toEqual(['root', 'alone.txt']);
  await ada.remove([root]);
  expect(await names()).toEqual(['alone.txt']);
  server.clock.advance(61 * 60_000);
  await ada.restore([root]);
  expect(await names()).toEqual(['root']);
});

const history = async () =>
  (await ada.call('GET', '/api/share-history')) as unknown as { data: EndedShare[]; meta: { more: boolean } };

test('activity of a link that leads into the trash is listed with ended links', async () => {
  const outer = await ada.folder('outer');
  await ada.move([root], outer);
  const quiet = await ada.folder('quiet');
  await ada.call('POST', '/api/share', { ...quiet, permission: 'editor' });
  await upload('new.txt', 'new');
  expect(await history()).toMatchObject({ data: [], meta: { more: false } });
  await ada.remove([outer, quiet]);
  const { data } = await history();
  expect(data.map(({ attributes }) => attributes)).toEqual([
    { token, item_id: root.id, name: 'root', ended_at: null, entries: 1, unseen: 1 },
  ]);
  expect(await told()).toEqual(['uploaded new.txt']);
});

test('an expired link ends at its expiry, though another one was created for its item since', async () => {
  const timed = await ada.call('PATCH', `/api/share/${token}`, { expiration: 1 });
  const { expires_at: end } = (timed as unknown as Share).data.attributes;
  await upload('new.txt', 'new');
  server.clock.advance(2 * 60 * 60_000);
  await ada.call('POST', '/api/share', { ...root, permission: 'editor' });
  expect((await history()).data.map(({ attributes }) => attributes.ended_at)).toEqual([end]);
});

test('only entries that were shown are marked as seen', async () => {
  await upload('a.txt', 'a');
  await upload('b.txt', 'b');
  const shown = (await listEntries()).data[0]?.id;
  await upload('c.txt', 'c');
  await ada.call('POST', `/api/share/${token}/seen`, { until: shown });
  expect(await summary()).toMatchObject({ unseen: 1 });
  // A page that has read the list earlier marks it late.
  await ada.call('POST', `/api/share/${token}/seen`, { until: (await listEntries()).data[0]?.id });
  await ada.call('POST', `/api/share/${token}/seen`, { until: shown });
  expect(await summary()).toMatchObject({ unseen: 0 });
});

test('other pages are told once that entries were seen', async () => {
  await upload('a.txt', 'a');
  const heard: AppEvent[] = [];
  server.parts.events.subscribe((event) => heard.push(event));
  for (const _time of ['first', 'again']) await ada.call('POST', `/api/share/${token}/seen`, {});
  expect(heard).toEqual([filesEvent({ ownerId: ada.userId, origin: undefined, itemIds: [root.id] })]);
});

test('activity older than 90 days is deleted, of active links as well', async () => {
  await upload('old.txt', 'old');
  server.clock.advance(89 * 24 * 60 * 60_000);
  await server.services.sweep();
  await upload('new.txt', 'new');
  await signInAgain();
  expect((await listEntries()).meta).toMatchObject({ revertible: 2 });
  expect(await summary()).toMatchObject({ unseen: 2 });
  server.clock.advance(2 * 24 * 60 * 60_000);
  await server.services.sweep();
  await signInAgain();
  expect(await told()).toEqual(['uploaded new.txt']);
  expect((await listEntries()).meta).toMatchObject({ revertible: 1 });
  expect(await summary()).toMatchObject({ unseen: 1 });
});

test('a change that a guest has undone is logged, and not listed any more', async () => {
  const renamed = await guest('PATCH', `/api/editor/rename/${kept.id}/${token}`, { name: 'x.txt' });
  const { operation } = renamed.json<{ meta: { operation: string } }>().meta;
  await guest('POST', `/api/editor/undo/${token}`, { operation });
  const log = (await ada.call('GET', '/api/user/activity?group=sharing&limit=1')) as unknown as {
    data: { attributes: object }[];
  };
  expect(log.data[0]?.attributes).toMatchObject({
    kind: 'guest.undone',
    actor: null,
    details: { name: 'x.txt', count: 1 },
  });
  expect((await listEntries()).meta).toMatchObject({ revertible: 0 });
  expect(await ada.call('POST', `/api/share/${token}/revert`, {})).toMatchObject({
    meta: { reverted: 0, kept: 0 },
  });
});

const summary = async (): Promise<ShareSummary> =>
  ((await ada.call('GET', '/api/share-summary')) as unknown as { data: ShareSummary }).data;

test('the summary counts live links, and unseen entries, also of ended links', async () => {
  expect(await summary()).toEqual({ links: 1, unseen: 0, received: 0, latest: null });
  await upload('new.txt', 'new');
  await upload('more.txt', 'more');
  expect(await summary()).toMatchObject({
    links: 1,
    unseen: 2,
    latest: { token, name: 'root', visit: 1 },
  });
  await ada.call('POST', '/api/remove', { items: [root] });
  expect(await summary()).toMatchObject({ links: 0, unseen: 2, latest: { token, name: 'root' } });
  await ada.call('POST', '/api/trash/restore', { items: [root], to_home: false });
  await ada.call('POST', '/api/share/revoke', { tokens: [token], _method: 'delete' });
  expect(await summary()).toMatchObject({ links: 0, unseen: 2, latest: { token } });
  await ada.call('POST', `/api/share/${token}/seen`, {});
  expect(await summary()).toEqual({ links: 0, unseen: 0, received: 0, latest: null });
});
