import type { Config } from '@holdall/contract/settings';
import type { ItemRef } from '@holdall/contract/selections';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { filesEvent } from '#ports/events.ts';
import { eventually } from '#testing/eventually.ts';
import { createGuestClient, type GuestClient, revoke, shareOf } from '#testing/guest-client.ts';
import { connectRealtime, type RealtimeClient } from '#testing/realtime-client.ts';
import { useTree } from '#testing/use-tree.ts';

const { server, ada, newcomer } = useTree();

let origin: string;
let key: string;
let outer: ItemRef;
let root: ItemRef;
let inner: ItemRef;
let token: string;
let guest: GuestClient;
const clients: RealtimeClient[] = [];
beforeEach(async () => {
  origin = await server.listen();
  key = (await server.app.inject({ url: '/api/config' })).json<Config>().broadcasting?.key ?? '';
  outer = await ada.folder('outer');
  root = await ada.folder('root', outer);
  inner = await ada.folder('inner', root);
  token = await shareOf(ada, root, { permission: 'editor' });
  guest = createGuestClient(server);
  await guest.get(`/api/browse/share/${token}`);
});
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.terminate();
});

const addressOf = (link: string): string =>
  `${origin.replace('http', 'ws')}/realtime/share/${link}/app/${key}?protocol=7`;
const connect = async (link = token, cookie = guest.cookie, headers = {}): Promise<RealtimeClient> => {
  const client = await connectRealtime(addressOf(link), { cookie, ...headers });
  clients.push(client);
  return client;
};
const refusal = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};
const permit = async (client: RealtimeClient, channel: string, cookie = guest.cookie) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/broadcasting/auth',
    headers: { cookie },
    payload: { socket_id: client.socketId, channel_name: channel },
  });
  return { status: answer.statusCode, ...answer.json<{ auth?: string; code?: string }>() };
};
const channelOf = (link: string): string => `private-share.${link}`;
const join = async (client: RealtimeClient, link = token): Promise<RealtimeClient> => {
  const { auth } = await permit(client, channelOf(link));
  client.say('pusher:subscribe', { channel: channelOf(link), auth });
  await client.next('pusher_internal:subscription_succeeded');
  return client;
};
/** Tells whether the hub lets a connection join a channel by a proof. */
const joins = async (client: RealtimeClient, channel: string, auth: string | undefined) => {
  client.say('pusher:subscribe', { channel, auth });
  await client.settled();
  return client.messages.some(
    (message) => message.event === 'pusher_internal:subscription_succeeded' && message.channel === channel,
  );
};

describe('a guest’s connection', () => {
  test('needs an open link, and the page’s own origin', async () => {
    const locked = await shareOf(ada, inner, { password: 'harbour lights' });
    expect(await refusal(connect('a'.repeat(32)))).toContain('404');
    expect(await refusal(connect(locked))).toContain('401');
    expect(await refusal(connect(token, guest.cookie, { origin: 'https://evil.example' }))).toContain('403');
    await guest.post(`/api/browse/authenticate/${locked}`, { password: 'harbour lights' });
    expect(await refusal(connect(locked, guest.cookie))).toBe('accepted');
    // The users' path is not for guests.
    const peoples = `${origin.replace('http', 'ws')}/realtime/app/${key}?protocol=7`;
    expect(await refusal(connectRealtime(peoples, { cookie: guest.cookie }))).toContain('401');
  });

  test('joins the channel of its link, and no other one, whatever proof it has', async () => {
    const client = await connect();
    const other = await shareOf(ada, inner);
    const { auth: foreign } = await permit(client, channelOf(other));
    expect(await joins(client, channelOf(other), foreign)).toBe(false);
    const cookie = await server.signIn();
    const own = await permit(client, `private-user.${ada.userId}`, cookie);
    expect(own.status).toBe(200);
    expect(await joins(client, `private-user.${ada.userId}`, own.auth)).toBe(false);
    const application = await permit(client, 'private-application', cookie);
    expect(await joins(client, 'private-application', application.auth)).toBe(false);
    expect(await joins(client, channelOf(token), undefined)).toBe(false);
    expect(await joins(client, channelOf(token), `${key}:${'0'.repeat(64)}`)).toBe(false);
    const { auth } = await permit(await connect(), channelOf(token));
    expect(await joins(client, channelOf(token), auth)).toBe(false);
    await join(client);
  });

  test('a user’s own connection cannot join the channel of a link', async () => {
    const cookie = await server.signIn();
    const client = await connectRealtime(`${origin.replace('http', 'ws')}/realtime/app/${key}?protocol=7`, {
      cookie,
    });
    clients.push(client);
    const { auth } = await permit(client, channelOf(token));
    expect(await joins(client, channelOf(token), auth)).toBe(false);
  });
});

describe('connections of guests are counted', () => {
  const closedWith = async (cookie: string): Promise<number | undefined> => {
    const client = await connect(token, cookie);
    return Promise.race([client.closed, client.settled().then(() => undefined)]);
  };
  const anotherVisit = async (): Promise<string> => {
    const other = createGuestClient(server);
    await other.get(`/api/browse/share/${token}`);
    return other.cookie;
  };

  test('by visit, so that one visit at its bound keeps no other guest out', async () => {
    for (let count = 0; count < 40; count += 1) await connect();
    expect(await closedWith(guest.cookie)).toBe(4004);
    expect(await closedWith(await anotherVisit())).toBeUndefined();
  });

  test('by network, too, because visits can be made up', async () => {
    for (let count = 0; count < 100; count += 1) await connect(token, await anotherVisit());
    expect(await closedWith(await anotherVisit())).toBe(4004);
  });
});

describe('guests hear', () => {
  test('that a folder below the shared one has changed, by its id alone', async () => {
    const client = await join(await connect());
    await ada.file('new.txt', inner);
    await ada.folder('new folder', inner);
    const message = await client.next('files.changed');
    expect(message).toEqual({
      event: 'files.changed',
      channel: channelOf(token),
      data: {
        containers: [inner.id],
        items: [],
        removed: [],
        trash: false,
        favourites: false,
        tree: true,
        storage: false,
      },
    });
  });

  test('nothing of changes above or beside the shared folder, to other users, or in the trash', async () => {
    const client = await join(await connect());
    const eve = await newcomer('eve');
    await ada.folder('beside', outer);
    await ada.folder('on top');
    await eve.folder('of eve');
    await ada.remove([await ada.folder('away', outer)]);
    await ada.call('POST', '/api/folders/favourites', { folders: [{ id: inner.id }] });
    await ada.folder('told', root);
    const message = await client.next('files.changed');
    expect(message.data).toMatchObject({ containers: [root.id], favourites: false, trash: false });
    await client.settled();
    expect(JSON.stringify(client.messages)).not.toContain(outer.id);
    expect(client.changes()).toHaveLength(1);
  });

  test('only their own side of a move across the border', async () => {
    const file = await ada.file('moved.txt', inner);
    const client = await join(await connect());
    await ada.move([file], outer);
    expect((await client.next('files.changed')).data).toMatchObject({ containers: [inner.id], items: [] });
    expect(JSON.stringify(client.messages)).not.toContain(outer.id);
  });

  test('that the shared folder was renamed', async () => {
    const client = await join(await connect());
    await ada.rename(root, { name: 'renamed' });
    expect((await client.next('files.changed')).data).toMatchObject({ containers: [root.id] });
  });

  test('changes of other guests, but not their own', async () => {
    const [here, there] = [await join(await connect()), await join(await connect())];
    await guest.call('POST', `/api/editor/create-folder/${token}`, {
      json: { name: 'by guest' },
      headers: { 'x-socket-id': here.socketId },
    });
    await there.next('files.changed');
    await here.settled();
    expect(here.changes()).toEqual([]);
  });

  test('of very many changes below only that everything changed, and of those elsewhere nothing', async () => {
    const client = await join(await connect());
    const ids = (count: number): Promise<ItemRef[]> => ada.folders(count, inner);
    const beside = await ada.folders(120, outer);
    server.parts.events.publish(
      filesEvent({ ownerId: ada.userId, origin: undefined, containers: beside.map(({ id }) => id) }),
    );
    const below = await ids(120);
    await ada.folder('first', inner);
    expect((await client.next('files.changed')).data).not.toHaveProperty('everything');
    server.parts.events.publish(
      filesEvent({ ownerId: ada.userId, origin: undefined, containers: below.map(({ id }) => id) }),
    );
    expect((await client.next('files.changed')).data).toMatchObject({ containers: [], everything: true });
  });
});

test('the owner sees changes of a guest', async () => {
  const cookie = await server.signIn();
  const owner = await connectRealtime(`${origin.replace('http', 'ws')}/realtime/app/${key}?protocol=7`, {
    cookie,
  });
  clients.push(owner);
  const channel = `private-user.${ada.userId}`;
  const { auth } = await permit(owner, channel, cookie);
  owner.say('pusher:subscribe', { channel, auth });
  await owner.next('pusher_internal:subscription_succeeded');
  await guest.upload(token, 'by guest.txt', 'x');
  expect((await owner.next('files.changed')).data).toMatchObject({ containers: [root.id] });
});

describe('a guest’s connection ends', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['when its link is revoked', () => revoke(ada, token)],
    [
      'when the link gets a password',
      () => ada.call('PATCH', `/api/share/${token}`, { password: 'harbour lights' }),
    ],
  ])('at once %s', async (_what, end) => {
    const client = await join(await connect());
    await end();
    expect(await client.closed).toBe(4009);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['the shared folder is in the trash', () => ada.remove([outer])],
    [
      'its owner is suspended',
      () =>
        server.parts.db
          .updateTable('users')
          .set({ status: 'suspended' })
          .where('id', '=', ada.userId)
          .execute(),
    ],
    [
      'another node has revoked the link',
      () => server.parts.db.updateTable('shares').set({ revoked_at: 1 }).execute(),
    ],
    [
      'the link expires',
      () =>
        server.parts.db
          .updateTable('shares')
          .set({ expires_at: server.clock.now() - 1 })
          .execute(),
    ],
    [
      'realtime is switched off',
      () => ada.call('PATCH', '/api/admin/settings/environment', { realtime: false }),
    ],
  ])('within seconds if %s', { timeout: 60_000 }, async (_what, end) => {
    const client = await join(await connect());
    await end();
    expect(await client.closed).toBeGreaterThanOrEqual(4000);
  });

  test('not if an item is removed from the collection; it hears of the others', async () => {
    const items = [inner, await ada.folder('beside', root)];
    const made = await ada.call('POST', '/api/share/collection', { name: 'Both', items });
    const { token: both } = (made as unknown as { data: { attributes: { token: string } } }).data.attributes;
    await guest.get(`/api/browse/share/${both}`);
    const client = await join(await connect(both), both);
    await ada.call('PATCH', `/api/share/${both}/items`, { remove: items.slice(1).map(({ id }) => id) });
    await guest.get(`/api/browse/share/${both}`);
    await ada.folder('new', inner);
    // They are told as well of what was taken out, on a slow machine by a message of its own.
    await eventually(() => expect(JSON.stringify(client.changes())).toContain(inner.id));
    await client.settled();
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  test('and leaves nothing behind: a guest who left is neither told nor watched', async () => {
    const client = await join(await connect());
    client.socket.terminate();
    await client.closed;
    await eventually(async () => {
      await ada.folder(`folder ${Math.random()}`, inner);
      expect(server.services.guestWatch.size()).toBe(0);
    });
  });
});
