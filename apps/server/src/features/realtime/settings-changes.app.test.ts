import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationChannel, configChanged } from '@holdall/contract/realtime';
import type { Config } from '@holdall/contract/settings';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '#app.ts';
import { composeFoundation, composeServices } from '#compose/features.ts';
import { translateError } from '#features/storage/index.ts';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { createHttpServer } from '#http/server.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { connectRealtime, type RealtimeClient } from '#testing/realtime-client.ts';
import { createTestThumbnailer } from '#testing/test-thumbnailer.ts';
import { checkEveryMs } from './realtime.rules.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Node {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

let first: TestApp;
let second: Node;
let origin: string;
let cookie: string;

/** Starts another server on the same database and blobs. */
const startNode = async ({ parts }: TestApp): Promise<Node> => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-node-'));
  const own = {
    ...parts,
    events: createMemoryEvents((error) => {
      throw error;
    }),
    thumbnailer: createTestThumbnailer({ folder }),
    node: 'second',
  };
  const services = composeServices(own, composeFoundation(own));
  const app = await createApp(services, {
    log: pino({ level: 'silent' }),
    version: '0.0.0-test',
    translateError,
    trustedProxies: [],
    recaptchaOrigin: 'https://recaptcha.test',
    webDist: undefined,
  });
  const server = createHttpServer();
  await server.use(app);
  const { port } = await server.listen('127.0.0.1', 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      await services.realtime.close();
      await server.close(0);
      await services.settled();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const clients: RealtimeClient[] = [];
beforeEach(async () => {
  first = await createTestApp();
  origin = await first.listen();
  second = await startNode(first);
  cookie = await first.signIn();
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate();
  await second.close();
  await first.close();
});

const configOf = async (at: string): Promise<Config> =>
  (await (await fetch(`${at}/api/config`, { headers: { cookie } })).json()) as Config;

/** Connects a page to the channel of the application. */
const listen = async (at: string, as = cookie): Promise<RealtimeClient> => {
  const { broadcasting } = await configOf(at);
  const client = await connectRealtime(
    `${at.replace('http', 'ws')}/realtime/app/${broadcasting?.key}?protocol=7`,
    { cookie: as },
  );
  clients.push(client);
  const permit = await fetch(`${at}/broadcasting/auth`, {
    method: 'POST',
    headers: { cookie: as, 'content-type': 'application/json' },
    body: JSON.stringify({ socket_id: client.socketId, channel_name: applicationChannel }),
  });
  const { auth } = (await permit.json()) as { auth: string };
  client.say('pusher:subscribe', { channel: applicationChannel, auth });
  await client.next('pusher_internal:subscription_succeeded');
  return client;
};
const change = (name: string, value: unknown) =>
  first.app.inject({
    method: 'PATCH',
    url: `/api/admin/settings/${name === 'realtime' ? 'environment' : 'appearance'}`,
    headers: { cookie },
    payload: { name, value },
  });
/** Returns the message that a client got about a revision, whatever came before. */
const toldOf = async (client: RealtimeClient, revision: number): Promise<unknown> => {
  for (;;) {
    const { data } = await client.next('config.changed');
    if (configChanged.parse(data).revision >= revision) return data;
  }
};

test('a change is announced by its node at once, and by another one at its next check', async () => {
  await first.addUser('eve@example.com');
  const [here, there] = [
    await listen(origin, await first.signIn('eve@example.com')),
    await listen(second.origin),
  ];
  await change('title', 'Northlight');
  const revision = await first.services.settings.revision();
  expect(await toldOf(here, revision)).toEqual({ revision });
  expect(await toldOf(there, revision)).toEqual({ revision });
  expect((await configOf(second.origin)).app.title).toBe('Northlight');
  expect(checkEveryMs).toBeLessThanOrEqual(3_000);
});

test('an ineffective change is not announced, nor the same revision twice', async () => {
  const here = await listen(origin);
  await change('title', 'Northlight');
  const revision = await first.services.settings.revision();
  await toldOf(here, revision);
  const before = here.messages.length;
  const looks = vi.spyOn(first.services.auth, 'listLive');
  await eventually(() => expect(looks.mock.calls.length).toBeGreaterThan(1));
  await here.settled();
  expect(here.messages.slice(before).filter(({ event }) => event === 'config.changed')).toEqual([]);
});

test('clients get a message before they are sent away because realtime is switched off, on every node', async () => {
  const there = await listen(second.origin);
  await change('realtime', false);
  const revision = await first.services.settings.revision();
  expect(await toldOf(there, revision)).toEqual({ revision });
  expect(await there.closed).toBe(4003);
});

test('connections of accounts that lack a newly required second factor end, on every node', async () => {
  await first.addUser('eve@example.com');
  const own = await first.signIn('eve@example.com');
  const clients = [await listen(origin, own), await listen(second.origin, own)];
  const answer = await first.app.inject({
    method: 'PATCH',
    url: '/api/admin/settings/others',
    headers: { cookie },
    payload: { name: 'two_factor_required', value: 'everyone' },
  });
  expect(answer.statusCode).toBe(200);
  for (const at of [origin, second.origin]) {
    const refused = await fetch(`${at}/api/browse/folders/root`, { headers: { cookie: own } });
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'two_factor.required' }]);
  }
  expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual([4009, 4009]);
  const { broadcasting } = await configOf(origin);
  const address = `${origin.replace('http', 'ws')}/realtime/app/${broadcasting?.key}?protocol=7`;
  await expect(connectRealtime(address, { cookie: own })).rejects.toThrow('403');
});

test('the channel is joined with a permit alone', async () => {
  const { broadcasting } = await configOf(origin);
  const client = await connectRealtime(
    `${origin.replace('http', 'ws')}/realtime/app/${broadcasting?.key}?protocol=7`,
    { cookie },
  );
  clients.push(client);
  client.say('pusher:subscribe', { channel: applicationChannel });
  const { data } = await client.next('pusher:error');
  expect(data).toMatchObject({ code: 4009 });
});
