import { randomBytes } from 'node:crypto';
import { type FilesChanged, filesChanged } from '@holdall/contract/realtime';
import type { Config } from '@holdall/contract/settings';
import type { Item } from '@holdall/contract/files';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket as NodeSocket } from 'ws';
import { filesEvent } from '#ports/events.ts';
import { createTestApp, type TestApp, testPassword } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { connectRealtime, type RealtimeClient } from '#testing/realtime-client.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { checkEveryMs } from './realtime.rules.ts';

let server: TestApp;
let origin: string;
let cookie: string;
let userId: string;
let key: string;
const clients: RealtimeClient[] = [];
const nothing: FilesChanged = {
  containers: [],
  items: [],
  removed: [],
  trash: false,
  favourites: false,
  tree: false,
  storage: false,
};

const get = (url: string) => server.app.inject({ url, headers: { cookie } });
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url, headers: { cookie, ...headers }, payload });
const broadcasting = async (): Promise<Config['broadcasting']> =>
  (await get('/api/config')).json<Config>().broadcasting;

beforeEach(async () => {
  server = await createTestApp();
  origin = await server.listen();
  cookie = await server.signIn();
  userId = (await get('/api/user')).json<{ data: { id: string } }>().data.id;
  key = (await broadcasting())?.key ?? '';
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate();
  await server.close();
});

const address = (app = key, query = '?protocol=7&client=js&version=8.6.0&flash=false'): string =>
  `${origin.replace('http', 'ws')}/realtime/app/${app}${query}`;
const connect = async (as = cookie, to = address()): Promise<RealtimeClient> => {
  const client = await connectRealtime(to, { cookie: as });
  clients.push(client);
  return client;
};
const permit = async (client: RealtimeClient, channel = `private-user.${userId}`, as = cookie) => {
  const body = { socket_id: client.socketId, channel_name: channel };
  const answer = await post('/broadcasting/auth', body, { cookie: as });
  return { status: answer.statusCode, ...answer.json<{ auth?: string; code?: string }>() };
};
const join = async (client: RealtimeClient, as = cookie, id = userId): Promise<RealtimeClient> => {
  const channel = `private-user.${id}`;
  client.say('pusher:subscribe', { channel, auth: (await permit(client, channel, as)).auth });
  await client.next('pusher_internal:subscription_succeeded');
  return client;
};
const listen = async (): Promise<RealtimeClient> => join(await connect());
const createFolder = async (name: string, headers = {}): Promise<Item> =>
  (await post('/api/create-folder', { name }, headers)).json<Item>();
const refusal = async (to: string, headers: Record<string, string>): Promise<string> => {
  try {
    await connectRealtime(to, headers);
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

describe('a connection', () => {
  it('is greeted, answers pings, and gets a confirmation of joining', async () => {
    const client = await connect();
    expect(client.messages[0]).toMatchObject({
      event: 'pusher:connection_established',
      data: { socket_id: expect.stringMatching(/^\d{1,16}\.\d{1,16}$/) as string, activity_timeout: 120 },
    });
    await client.settled();
    await join(client);
    expect(client.messages.at(-1)).toEqual({
      event: 'pusher_internal:subscription_succeeded',
      channel: `private-user.${userId}`,
      data: {},
    });
  });

  it('needs a session, the page’s own origin, and the hub’s address', async () => {
    expect(await refusal(address(), {})).toContain('401');
    expect(await refusal(address(), { cookie: 'holdall=nonsense' })).toContain('401');
    expect(await refusal(address(), { cookie, origin: 'https://evil.example' })).toContain('403');
    expect(await refusal(address(), { cookie, origin: 'null' })).toContain('403');
    expect(await refusal(address(), { cookie, origin })).toBe('accepted');
    expect(await refusal(`${origin.replace('http', 'ws')}/realtime/other`, { cookie })).toContain('404');
    // Other paths ignore the upgrade, as HTTP prescribes.
    expect(await refusal(`${origin.replace('http', 'ws')}/api/config`, { cookie })).toContain('200');
    const plain = await get(`/realtime/app/${key}?protocol=7`);
    expect([plain.statusCode, plain.json()]).toMatchObject([404, { code: 'request.not_found' }]);
  });

  it.each([
    ['another app', () => address('nonsense'), 4001],
    ['an old protocol', () => address(key, '?protocol=5'), 4007],
    ['no protocol', () => address(key, ''), 4007],
  ])('for %s is told why it is closed', async (_name, to, code) => {
    const client = await connect(cookie, to());
    expect(await client.closed).toBe(code);
    expect(client.messages).toMatchObject([{ event: 'pusher:error', data: { code } }]);
  });

  it.each([
    ['a message that is too long', (socket: NodeSocket) => socket.send('x'.repeat(9_000)), 1009],
    ['bytes', (socket: NodeSocket) => socket.send(randomBytes(10)), 1003],
    [
      'too many messages',
      (socket: NodeSocket) => {
        for (let index = 0; index < 100; index += 1) socket.send('{"event":"pusher:ping"}');
      },
      4100,
    ],
  ])('is closed for %s', async (_name, misbehave, code) => {
    const client = await connect();
    misbehave(client.socket);
    expect(await client.closed).toBe(code);
  });

  it('survives invalid messages, and may not send events of its own', async () => {
    const [client, other] = [await listen(), await listen()];
    for (const text of ['', 'x', '[]', 'null', '{"event":7}', '{"event":"pusher:subscribe","data":[]}'])
      client.socket.send(text);
    client.socket.send(
      JSON.stringify({ event: 'client-hello', channel: `private-user.${userId}`, data: {} }),
    );
    client.socket.send(
      JSON.stringify({ event: 'files.changed', channel: `private-user.${userId}`, data: {} }),
    );
    await client.settled();
    const codes = client.messages.flatMap(({ event, data }) =>
      event === 'pusher:error' ? [(data as { code: number | null }).code] : [],
    );
    expect(codes).toEqual([null, null, null, null, null, 4009, 4301]);
    await other.settled();
    expect(other.changes()).toEqual([]);
  });

  it('is one of at most forty of a user', async () => {
    for (let index = 0; index < 40; index += 1) await connect();
    expect(await (await connect()).closed).toBe(4004);
    await server.addUser('eve@example.com');
    const eve = await connect(await server.signIn('eve@example.com'));
    await eve.settled();
    clients[0]?.socket.close();
    await clients[0]?.closed;
    await eventually(async () => expect(await refusal(address(), { cookie })).toBe('accepted'));
  });
});

describe('a channel', () => {
  it('of another user cannot be joined by any proof', async () => {
    const eveId = await server.addUser('eve@example.com');
    const eveCookie = await server.signIn('eve@example.com');
    const [ada, other, eve] = [await connect(), await connect(), await connect(eveCookie)];
    const mine = `private-user.${userId}`;
    expect(await permit(ada, `private-user.${eveId}`)).toMatchObject({
      status: 403,
      code: 'channel.forbidden',
    });
    expect((await permit(ada, 'public')).status).toBe(403);
    expect((await permit(ada, `${mine}x`)).status).toBe(403);
    const good = (await permit(ada)).auth ?? '';
    const tries: readonly (readonly [RealtimeClient, string, string | undefined])[] = [
      // Forged, truncated, of another connection, of another channel, none at all.
      [ada, mine, `${key}:${'0'.repeat(64)}`],
      [ada, mine, good.slice(0, -1)],
      [ada, mine, `${good}0`],
      [ada, mine, ''],
      [ada, mine, undefined],
      [other, mine, good],
      [ada, `private-user.${eveId}`, good],
      [ada, 'public', good],
      [eve, mine, good],
      // A proof that the owner requested for a foreign connection does not help either.
      [eve, mine, (await permit(eve, mine)).auth],
    ];
    for (const [client, channel, auth] of tries) {
      client.say('pusher:subscribe', { channel, auth });
      expect(await client.next('pusher:error')).toMatchObject({ data: { code: 4009 } });
    }
    const witness = await listen();
    await createFolder('secret');
    await witness.next('files.changed');
    for (const client of [ada, other, eve]) {
      await client.settled();
      expect(client.changes()).toEqual([]);
    }
    await join(ada);
  });

  it('is not authorized without a session, or with a malformed socket id', async () => {
    const body = { socket_id: '1.2', channel_name: `private-user.${userId}` };
    expect((await post('/broadcasting/auth', body, { cookie: '' })).statusCode).toBe(401);
    const wrong = await post('/broadcasting/auth', { ...body, socket_id: '1:2' });
    expect([wrong.statusCode, Object.keys(wrong.json<{ errors: object }>().errors)]).toEqual([
      422,
      ['socket_id'],
    ]);
    const foreign = await post('/broadcasting/auth', body, { origin: 'https://evil.example' });
    expect(foreign.statusCode).toBe(403);
  });

  it('is silent once it was left', async () => {
    const [client, other] = [await listen(), await listen()];
    client.say('pusher:unsubscribe', { channel: `private-user.${userId}` });
    await client.settled();
    await createFolder('a');
    await other.next('files.changed');
    await client.settled();
    expect(client.changes()).toEqual([]);
  });
});

describe('a change in an account', () => {
  it('reaches every page except the one that made the change', async () => {
    const [here, there] = [await listen(), await listen()];
    const folder = await createFolder('new', { 'x-socket-id': here.socketId });
    const { data } = await there.next('files.changed');
    expect(filesChanged.parse(data)).toEqual(data);
    expect(data).toMatchObject({ containers: [null], tree: true, trash: false, removed: [] });
    const [told] = there.changes();
    const details = (await get(`/api/items/${folder.data.id}`)).json<Item>();
    // The number of an item is in its details alone.
    const { number: _number, ...attributes } = details.data.attributes;
    expect(told?.items).toEqual([{ ...details.data, attributes }]);
    await here.settled();
    expect(here.changes()).toEqual([]);
  });

  it('reaches no other user', async () => {
    const eveId = await server.addUser('eve@example.com');
    const eveCookie = await server.signIn('eve@example.com');
    const eve = await join(await connect(eveCookie), eveCookie, eveId);
    const ada = await listen();
    await createFolder('secret');
    await ada.next('files.changed');
    await eve.settled();
    expect(eve.changes()).toEqual([]);
  });

  it('is coalesced: ten thousand uploads are a few messages', async () => {
    const client = await listen();
    const folder = await createFolder('many');
    await client.next('files.changed');
    const { events } = server.parts;
    for (let index = 0; index < 10_000; index += 1)
      events.publish(
        filesEvent({
          ownerId: userId,
          origin: undefined,
          containers: [folder.data.id],
          itemIds: [`018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`],
          storage: true,
        }),
      );
    await client.next('files.changed');
    // Any other message about them would arrive before this one.
    events.publish(filesEvent({ ownerId: userId, origin: undefined, trash: true }));
    await client.next('files.changed');
    expect(client.changes().slice(1)).toEqual([
      { ...nothing, containers: [folder.data.id], storage: true },
      { ...nothing, trash: true },
    ]);
  });

  it('names a hundred folders, and with more says that everything changed', async () => {
    const client = await listen();
    const idOf = (index: number): string => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    const publish = (count: number): void => {
      for (let index = 0; index < count; index += 1)
        server.parts.events.publish(
          filesEvent({ ownerId: userId, origin: undefined, containers: [idOf(index)], tree: true }),
        );
    };
    publish(100);
    const few = (await client.next('files.changed')).data as FilesChanged;
    expect([few.containers.length, few.everything]).toEqual([100, undefined]);
    publish(10_000);
    expect((await client.next('files.changed')).data).toEqual({ ...nothing, tree: true, everything: true });
  });

  it('never reveals items of others, purged items, or items in the trash', async () => {
    const client = await listen();
    const [kept, trashed] = [await createFolder('kept'), await createFolder('trashed')];
    const eveId = await server.addUser('eve@example.com');
    const eveCookie = await server.signIn('eve@example.com');
    const hers = (await post('/api/create-folder', { name: 'hers' }, { cookie: eveCookie })).json<Item>();
    await server.parts.db
      .updateTable('items')
      .set({ deleted_at: 1 })
      .where('id', '=', trashed.data.id)
      .execute();
    server.parts.events.publish(
      filesEvent({
        ownerId: userId,
        origin: undefined,
        favourites: true,
        itemIds: [kept, trashed, hers].map(({ data }) => data.id).concat(eveId),
      }),
    );
    await eventually(() => expect(client.changes().at(-1)?.favourites).toBe(true));
    expect(
      client
        .changes()
        .at(-1)
        ?.items.map(({ id }) => id),
    ).toEqual([kept.data.id]);
  });
});

describe('connections end', () => {
  it('at once with their own session when its owner signs out, and with no other', async () => {
    const [second, gone] = [await server.signIn(), await connect()];
    const stays = await connect(second);
    await post('/logout', {});
    expect(await gone.closed).toBe(4009);
    await stays.settled();
  });

  it('not when their session gets a new token, but then with that one', async () => {
    const client = await join(await connect());
    const changed = await post('/api/user/password', {
      current_password: testPassword,
      password: 'nine slow tortoises',
      password_confirmation: 'nine slow tortoises',
    });
    const renewed = `${changed.cookies[0]?.name}=${changed.cookies[0]?.value}`;
    await client.settled();
    await post('/logout', {}, { cookie: renewed });
    expect(await client.closed).toBe(4009);
  });

  it.each([
    ['was ended on another node', () => server.parts.db.deleteFrom('sessions').execute()],
    [
      'belongs to an account that was suspended',
      () => server.parts.db.updateTable('users').set({ status: 'suspended' }).execute(),
    ],
    ['has expired', async () => server.clock.advance(13 * 3_600_000)],
  ])('at the next check when the session %s', { timeout: 60_000 }, async (_name, finish) => {
    const client = await connect();
    await finish();
    const looks = vi.spyOn(server.services.auth, 'listLive');
    expect(await client.closed).toBe(4009);
    // None if a check was running already.
    expect(looks.mock.calls.length).toBeLessThanOrEqual(1);
    // Sessions that ended elsewhere must not hear events for longer than that.
    expect(checkEveryMs).toBeLessThan(5_000);
  });

  it('when the server stops, and their clients reconnect', async () => {
    const client = await listen();
    await server.services.realtime.close();
    expect(await client.closed).toBe(4200);
    expect(await (await connect()).closed).toBe(4200);
  });
});

describe('where realtime is switched off', () => {
  const switchOff = () => saveSettings(server, { realtime: false });

  it('the hub is absent, and connected clients are sent away for good', { timeout: 60_000 }, async () => {
    const client = await listen();
    await switchOff();
    expect(await client.closed).toBe(4003);
    expect(await broadcasting()).toBeNull();
    expect(await refusal(address(), { cookie })).toContain('404');
    expect((await permit(client)).status).toBe(403);
  });
});
