import { applicationChannel, type FilesChanged, shareChannel, userChannel } from '@holdall/contract/realtime';
import type { Config } from '@holdall/contract/settings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { createGuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { connectRealtime, type RealtimeClient } from '#testing/realtime-client.ts';
import { createTreeClient, type TreeClient } from '#testing/tree-client.ts';

let here: TestApp;
let there: TestApp;
let origin: string;
let cookie: string;
let ada: TreeClient;
const clients: RealtimeClient[] = [];

beforeEach(async () => {
  // Without periodic checks, so that messages come from events alone.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  here = await createTestApp({ tellsNodes: true });
  there = await createTestApp({ beside: here });
  origin = await there.listen();
  cookie = await here.signIn();
  ada = await createTreeClient(here, testEmail);
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate();
  await there.close();
  await here.close();
  vi.useRealTimers();
});

/** Opens a page on the other node that joins a channel. */
const page = async (channel: string, as = cookie, token?: string): Promise<RealtimeClient> => {
  const config = await there.app.inject({ url: '/api/config' });
  const path = token === undefined ? '/realtime' : `/realtime/share/${token}`;
  const client = await connectRealtime(
    `${origin.replace('http', 'ws')}${path}/app/${config.json<Config>().broadcasting?.key}?protocol=7`,
    { cookie: as },
  );
  clients.push(client);
  const permit = await there.app.inject({
    method: 'POST',
    url: '/broadcasting/auth',
    headers: { cookie: as },
    payload: { socket_id: client.socketId, channel_name: channel },
  });
  client.say('pusher:subscribe', { channel, auth: permit.json<{ auth: string }>().auth });
  await client.next('pusher_internal:subscription_succeeded');
  return client;
};

test('a change of files reaches the pages of another node, except the one that made it', async () => {
  const client = await page(userChannel(ada.userId));
  const folder = await ada.folder('Photos');
  const { data } = await client.next('files.changed');
  expect(data).toMatchObject({ containers: [null], items: [{ id: folder.id }], tree: true });
  // A page may have its connection on one node and send its requests to another.
  await here.app.inject({
    method: 'POST',
    url: '/api/create-folder',
    headers: { cookie, 'x-socket-id': client.socketId },
    payload: { name: 'mine' },
  });
  const last = await ada.folder('last');
  const next = (await client.next('files.changed')).data as FilesChanged;
  expect(next.items.map(({ id }) => id)).toEqual([last.id]);
});

test('a change of more files than one message holds makes the pages of another node refetch everything', async () => {
  const client = await page(userChannel(ada.userId));
  const target = await ada.folder('target');
  await client.next('files.changed');
  await ada.move(await ada.files(100, null), target);
  const { data } = await client.next('files.changed');
  expect(data).toMatchObject({ containers: [], items: [], removed: [], everything: true });
});

test('changes of an account and of the settings reach the pages of another node', async () => {
  const own = await page(userChannel(ada.userId));
  const all = await page(applicationChannel);
  const named = await ada.call('PATCH', `/api/admin/users/${ada.userId}`, { first_name: 'Augusta' });
  expect(named.status).toBeLessThan(300);
  expect(await own.next('account.changed')).toMatchObject({ data: {} });
  const titled = await ada.call('PATCH', '/api/admin/settings/appearance', {
    name: 'title',
    value: 'Northlight',
  });
  expect(titled.status).toBeLessThan(300);
  const revision = await there.services.settings.revision();
  expect(await all.next('config.changed')).toMatchObject({ data: { revision } });
});

test('signing out on one node ends the connections on another', async () => {
  const client = await page(userChannel(ada.userId));
  await here.app.inject({ method: 'POST', url: '/logout', headers: { cookie } });
  expect(await client.closed).toBe(4009);
});

test('a link that ends on one node ends the connections of its guests on another', async () => {
  const folder = await ada.folder('shared');
  const token = await shareOf(ada, folder);
  const guest = createGuestClient(there);
  await guest.get(`/api/browse/share/${token}`);
  const client = await page(shareChannel(token), guest.cookie, token);
  const inner = await ada.folder('inner', folder);
  expect((await client.next('files.changed')).data).toMatchObject({ containers: [folder.id] });
  expect(inner.type).toBe('folder');
  await revoke(ada, token);
  expect(await client.closed).toBe(4009);
});

test('after missed events pages refetch everything, and links and sessions are checked', async () => {
  const folder = await ada.folder('shared');
  const token = await shareOf(ada, folder);
  const guest = createGuestClient(there);
  await guest.get(`/api/browse/share/${token}`);
  const own = await page(userChannel(ada.userId));
  const guests = await page(shareChannel(token), guest.cookie, token);
  there.parts.events.publish({ kind: 'events-missed' });
  const nothing = { containers: [], items: [], removed: [], everything: true, tree: true };
  expect((await own.next('files.changed')).data).toEqual({
    ...nothing,
    trash: true,
    favourites: true,
    storage: true,
  });
  expect(await own.next('account.changed')).toMatchObject({ data: {} });
  expect((await guests.next('files.changed')).data).toEqual({
    ...nothing,
    trash: false,
    favourites: false,
    storage: false,
  });
  // The link ended while events were lost, so that only its row shows it.
  await there.parts.db
    .updateTable('shares')
    .set({ revoked_at: there.clock.now() })
    .where('token', '=', token)
    .execute();
  there.parts.events.publish({ kind: 'events-missed' });
  expect(await guests.closed).toBe(4009);
});

test('an archive is laid out again after a change on another node', async () => {
  const folder = await ada.folder('zipped');
  await ada.folder('first', folder);
  const sizeOf = async (): Promise<number> => {
    const answer = await there.app.inject({
      method: 'HEAD',
      url: `/api/zip?items=${folder.id}|folder`,
      headers: { cookie },
    });
    expect(answer.statusCode).toBe(200);
    return Number(answer.headers['content-length']);
  };
  const before = await sizeOf();
  await ada.folder('second', folder);
  await eventually(async () => expect(await sizeOf()).not.toBe(before));
});
