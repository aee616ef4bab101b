import type { FileRequest } from '@holdall/contract/file-requests';
import type { ItemRef } from '@holdall/contract/selections';
import type { CompiledQuery } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createGuestClient, type GuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { createSender } from '#testing/request-sender.ts';
import { useTree } from '#testing/use-tree.ts';
import { planOf, queriesOf } from '#testing/watch-queries.ts';

const { server, ada } = useTree();

let root: ItemRef;
let file: ItemRef;
let token: string;
let guest: GuestClient;
beforeEach(async () => {
  root = await ada.folder('root');
  file = await ada.upload('file.txt', 'bytes');
  await ada.move([file], root);
  token = await shareOf(ada, root, { permission: 'editor', download_limit: 50 });
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
});

/** Tables that grow with use. */
const tables =
  'shares|share_visits|share_downloads|file_requests|received_files|items|item_totals|blobs|users|user_settings|user_storage|activity|jobs|rate_limits|upload_sessions|zip_selections|operations|operation_items';
/** Also matches a scan of a whole index. */
const walk = new RegExp(`Seq Scan on "?(${tables})"?\\b|SCAN (${tables})\\b`);

/** Returns the statements that scan a whole table. */
const walksOf = async (queries: readonly CompiledQuery[]): Promise<string[]> => {
  const bySql = new Map(queries.map((query) => [query.sql, query]));
  const found: string[] = [];
  for (const query of bySql.values()) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(query.sql)) continue;
    const plan = await planOf(server.parts.db, query);
    if (walk.test(plan)) found.push(`${query.sql}\n${plan}`);
  }
  return found;
};

test('every statement of guests has an index', async () => {
  const work = async (): Promise<void> => {
    const inner = await guest.post(`/api/editor/create-folder/${token}`, { name: 'inner', path: 'a/b' });
    const { id } = inner.json<{ data: { id: string } }>().data;
    await guest.get(`/api/browse/share/${token}`);
    await guest.get(`/api/browse/folders/root/${token}?sort=name`);
    await guest.get(`/api/browse/navigation/${token}`);
    await guest.get(`/api/items/${file.id}/${token}`);
    await guest.get(`/api/search/${token}?query=fil`);
    await guest.get(`/api/files/${file.id}/content/${token}?download`);
    await guest.get(`/api/zip/${token}?items=${root.id}|folder`);
    await guest.post(`/api/zip/${token}`, { items: [file] });
    await guest.upload(token, 'sent.txt', 'x');
    await guest.upload(token, { name: 'sent.txt', query: 'on_conflict=replace' }, 'y');
    const fields = { name: 'aaaaaaaaaaaaaaaa-part.txt', path: '', extension: 'txt', is_last: 'false' };
    await guest.chunk(token, fields, 'x');
    await guest.get(`/api/upload/chunks/${fields.name}/${token}`);
    await guest.post(`/api/editor/rename/${file.id}/${token}`, { name: 'new.txt', _method: 'patch' });
    const moved = await guest.post(`/api/editor/move/${token}`, { to_id: id, items: [file] });
    const { operation } = moved.json<{ meta: { operation: string } }>().meta;
    await guest.post(`/api/editor/undo/${token}`, { operation });
    await guest.post(`/api/editor/remove/${token}`, { items: [file] });
  };
  const queries = await queriesOf(work);
  expect(queries.length).toBeGreaterThan(50);
  expect(await walksOf(queries)).toEqual([]);
});

test('every statement of owners has an index', async () => {
  await guest.upload(token, 'sent.txt', 'x');
  await guest.post(`/api/editor/rename/${file.id}/${token}`, { name: 'new.txt', _method: 'patch' });
  const work = async (): Promise<void> => {
    await ada.browse(root);
    await ada.call('GET', '/api/browse/share?sort=size');
    await ada.call('GET', `/api/share/${token}`);
    await ada.call('PATCH', `/api/share/${token}`, { password: 'harbour lights' });
    await ada.call('GET', `/api/share/${token}/activity`);
    await ada.call('POST', `/api/share/${token}/revert`, {});
    await ada.call('GET', '/api/share-history');
    await ada.call('GET', '/api/share-summary');
    await revoke(ada, token);
    await server.services.uploads.settled();
  };
  expect(await walksOf(await queriesOf(work))).toEqual([]);
});

test('every statement of owners and guests of requests has an index', async () => {
  const body = { folder_id: root.id, name: 'Photos', max_files: 10 };
  const work = async (): Promise<void> => {
    const made = (await ada.call('POST', '/api/file-requests', {
      ...body,
      email: 'bob@example.org',
    })) as unknown as FileRequest;
    const { token: asked } = made.data.attributes;
    const sender = createSender(server, asked);
    await sender.open();
    await sender.send('one.txt', 'one');
    await sender.chunk('two.txt', 'two');
    await sender.call('GET', `/api/request/${asked}/upload/chunks/some-upload-name`);
    await sender.call('DELETE', `/api/request/${asked}/upload/chunks/some-upload-name`);
    await sender.done();
    await ada.call('GET', '/api/file-requests');
    await ada.call('GET', `/api/file-requests?before=${root.id}`);
    await ada.call('GET', `/api/file-requests/${asked}/qr`);
    await ada.call('PATCH', `/api/file-requests/${asked}`, { seen: true });
    await ada.call('PATCH', `/api/file-requests/${asked}`, { state: 'filled' });
    await ada.call('DELETE', `/api/file-requests/${asked}`);
    await server.services.uploads.settled();
  };
  const queries = await queriesOf(work);
  expect(queries.length).toBeGreaterThan(50);
  expect(await walksOf(queries)).toEqual([]);
});

test('share markers cost a listing one statement, however many items it shows', async () => {
  const folder = await ada.folder('many');
  const few = await ada.files(3, folder);
  for (const one of few) await shareOf(ada, one);
  await ada.folder('one more', folder);
  // Background work after a new link is not counted.
  await server.services.uploads.settled();
  const small = await queriesOf(() => ada.browse(folder));
  for (const one of await ada.folders(60, folder)) await shareOf(ada, one);
  await server.services.uploads.settled();
  const large = await queriesOf(() => ada.browse(folder));
  expect(large.map(({ sql }) => sql)).toEqual(small.map(({ sql }) => sql));
  expect(small.filter(({ sql }) => sql.includes('"shares"'))).toHaveLength(1);
  const { folders } = await ada.browse(folder);
  expect(folders.data.filter(({ data }) => data.relationships.shared !== null)).toHaveLength(60);
});

test('a guest’s listing costs a constant number of statements, however deep and wide the shared folder is', async () => {
  const listing = (): Promise<CompiledQuery[]> =>
    queriesOf(() => guest.get(`/api/browse/folders/root/${token}?limit=1000`));
  const before = await listing();
  await ada.files(300, root);
  await ada.folders(100, root);
  expect((await listing()).length).toBeLessThanOrEqual(before.length + 1);
});
