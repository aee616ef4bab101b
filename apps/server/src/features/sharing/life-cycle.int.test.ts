import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ItemRef } from '@holdall/contract/selections';
import { beforeEach, expect, test } from 'vitest';
import { createGuestClient, type GuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { jobsDone, purged } from '#testing/jobs-done.ts';
import type { TreeClient } from '#testing/tree-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();
const day = 24 * 60 * 60_000;

let bob: TreeClient;
let root: ItemRef;
let file: ItemRef;
let token: string;
let guest: GuestClient;
beforeEach(async () => {
  bob = await newcomer('bob');
  root = await bob.folder('root');
  file = await bob.upload('file.txt', 'bytes');
  await bob.move([file], root);
  token = await shareOf(bob, root, { permission: 'editor', download_limit: 5 });
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
});

const tables = [
  'shares',
  'share_visits',
  'share_downloads',
  'upload_sessions',
  'zip_selections',
  'operations',
  'operation_items',
] as const;
const counts = async (): Promise<Record<string, number>> => {
  const counted: Record<string, number> = {};
  for (const table of tables)
    counted[table] = (await server.parts.db.selectFrom(table).selectAll().execute()).length;
  return counted;
};

/** Leaves one of everything that guests can create. */
const actAs = async (visitor: GuestClient): Promise<void> => {
  await visitor.upload(token, 'sent.txt', 'sent');
  await visitor.post(`/api/editor/create-folder/${token}`, { name: 'made' });
  await visitor.post(`/api/editor/rename/${file.id}/${token}`, { name: 'renamed.txt', _method: 'patch' });
  await visitor.call('GET', `/api/files/${file.id}/content/${token}?download`);
  await visitor.post(`/api/zip/${token}`, { items: [file] });
  const fields = { name: 'aaaaaaaaaaaaaaaa-open.txt', path: '', extension: 'txt', is_last: 'false' };
  await visitor.chunk(token, fields, 'begun');
};
const staged = () => readdir(join(server.dataDir, 'staging'));

test('deleting an account deletes everything that guests of its links have left', async () => {
  await actAs(guest);
  const before = await counts();
  for (const table of tables) expect([table, before[table]]).not.toEqual([table, 0]);
  expect(await staged()).toHaveLength(1);
  await ada.call('DELETE', `/api/admin/users/${bob.userId}`, { name: 'bob@example.com' });
  expect(await guest.get(`/api/browse/share/${token}`)).toMatchObject({
    status: 404,
    code: 'share.not_found',
  });
  expect(await guest.upload(token, 'late', 'x')).toMatchObject({ status: 404 });
  await jobsDone(server, 'user-deletion');
  expect(await counts()).toEqual(Object.fromEntries(tables.map((table) => [table, 0])));
  expect(await staged()).toEqual([]);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
});

test('ninety days after its end a link is deleted with its activity', async () => {
  await shareOf(bob, file, { expiration: 1 });
  const lasting = await shareOf(bob, await bob.folder('lasting'));
  await actAs(guest);
  await revoke(bob, token);
  server.clock.advance(89 * day);
  await server.services.sweep();
  expect(await counts()).toMatchObject({ shares: 3, share_visits: 1, operations: 3, share_downloads: 0 });
  server.clock.advance(2 * day);
  await server.services.sweep();
  expect(await counts()).toMatchObject({ shares: 1, share_visits: 0, operations: 0 });
  const left = await server.parts.db.selectFrom('shares').select('token').execute();
  expect(left).toEqual([{ token: lasting }]);
});

test('a link to a purged item is ended by the next sweep, and its activity stays', async () => {
  await actAs(guest);
  await bob.remove([root], true);
  expect(await guest.get(`/api/browse/share/${token}`)).toMatchObject({ code: 'share.not_found' });
  await purged(server);
  await server.services.sweep();
  const [share] = await server.parts.db.selectFrom('shares').selectAll().execute();
  expect(share?.revoked_at).not.toBeNull();
  expect(await bob.call('GET', '/api/share-history')).toMatchObject({
    data: [{ attributes: { token, name: null } }],
  });
  expect(await bob.call('POST', `/api/share/${token}/revert`, {})).toMatchObject({
    meta: { reverted: 0, kept: 3 },
  });
  expect(await server.services.usage.verifyUsage()).toEqual([]);
});

test('changes of guests can be reverted for ninety days, by themselves for one', async () => {
  await guest.post(`/api/editor/rename/${file.id}/${token}`, { name: 'renamed.txt', _method: 'patch' });
  const [operation] = await server.parts.db.selectFrom('operations').select('id').execute();
  server.clock.advance(2 * day);
  await server.services.sweep();
  const own = await guest.post(`/api/editor/undo/${token}`, { operation: operation?.id });
  expect(own).toMatchObject({ code: 'operation.not_found' });
  const owner = await server.signIn('bob@example.com');
  const revert = await server.app.inject({
    method: 'POST',
    url: `/api/share/${token}/revert`,
    headers: { cookie: owner },
    payload: {},
  });
  expect(revert.json()).toMatchObject({ meta: { reverted: 1, kept: 0 } });
});
