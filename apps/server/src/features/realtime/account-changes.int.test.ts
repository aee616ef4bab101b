import { userChannel } from '@holdall/contract/realtime';
import type { Config } from '@holdall/contract/settings';
import type { User } from '@holdall/contract/users';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { connectRealtime, type RealtimeClient } from '#testing/realtime-client.ts';

let api: TestApp;
let origin: string;
let admin: string;
let eve: { readonly id: string; readonly cookie: string };
const clients: RealtimeClient[] = [];

beforeEach(async () => {
  api = await createTestApp();
  origin = await api.listen();
  admin = await api.signIn();
  await api.addUser('eve@example.com');
  const cookie = await api.signIn('eve@example.com');
  eve = { cookie, id: (await ask<User>('/api/user', cookie)).data.id };
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate();
  await api.close();
});

const ask = async <Answer>(path: string, cookie: string): Promise<Answer> =>
  (await (await fetch(`${origin}${path}`, { headers: { cookie } })).json()) as Answer;

/** Opens one of Eve's pages. */
const page = async (): Promise<RealtimeClient> => {
  const { broadcasting } = await ask<Config>('/api/config', eve.cookie);
  const client = await connectRealtime(
    `${origin.replace('http', 'ws')}/realtime/app/${broadcasting?.key}?protocol=7`,
    { cookie: eve.cookie },
  );
  clients.push(client);
  const channel = userChannel(eve.id);
  const permit = await fetch(`${origin}/broadcasting/auth`, {
    method: 'POST',
    headers: { cookie: eve.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ socket_id: client.socketId, channel_name: channel }),
  });
  const { auth } = (await permit.json()) as { auth: string };
  client.say('pusher:subscribe', { channel, auth });
  await client.next('pusher_internal:subscription_succeeded');
  return client;
};

const change = async (path: string, payload: object, headers: Record<string, string> = { cookie: admin }) => {
  const { statusCode } = await api.app.inject({ method: 'PATCH', url: path, headers, payload });
  expect(statusCode).toBeLessThan(300);
};

test.each([
  ['restrictions', { canUpload: false, canDownload: true, canCreateFolder: false, reason: 'Audit' }],
  ['storage', { capacity: 1_000_000 }],
  ['', { first_name: 'Evelyn' }],
])('an administrator’s change of an account reaches its open pages: %s', async (part, payload) => {
  const here = await page();
  await change(`/api/admin/users/${eve.id}${part && `/${part}`}`, payload);
  expect(await here.next('account.changed')).toMatchObject({ channel: userChannel(eve.id), data: {} });
});

test('changes at the same moment are one message', async () => {
  const here = await page();
  for (let change = 0; change < 5; change += 1)
    api.parts.events.publish({ kind: 'account-changed', userId: eve.id, origin: undefined });
  await here.next('account.changed');
  await here.settled();
  expect(here.messages.filter(({ event }) => event === 'account.changed')).toHaveLength(1);
});

test('a user’s own change reaches only their other pages', async () => {
  const [here, there] = [await page(), await page()];
  const headers = { cookie: eve.cookie, 'x-socket-id': here.socketId };
  await change('/api/user/settings', { name: 'first_name', value: 'Evelyn' }, headers);
  await there.next('account.changed');
  await here.settled();
  expect(here.messages.some(({ event }) => event === 'account.changed')).toBe(false);
});
