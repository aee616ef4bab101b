import { filesChanged } from '@holdall/contract/realtime';
import type { Config } from '@holdall/contract/settings';
import type { User } from '@holdall/contract/users';
import pusherModule from 'pusher-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

// Its types declare a default export; Node exports the class itself.
const Pusher = pusherModule as unknown as typeof pusherModule.default;

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

test('changes reach pusher-js', async () => {
  const { hostname, port } = new URL(await server.listen());
  const cookie = await server.signIn();
  const get = async <T>(url: string): Promise<T> =>
    (await server.app.inject({ url, headers: { cookie } })).json<T>();
  const post = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url, headers: { cookie }, payload });
  const { broadcasting } = await get<Config>('/api/config');
  const { data: user } = await get<User>('/api/user');
  // Browsers send the cookie themselves.
  const makeSocket: unknown = (url: string) => new WebSocket(url, { headers: { cookie } });
  Object.assign(Pusher.Runtime, { createWebSocket: makeSocket });
  const pusher = new Pusher(broadcasting?.key ?? '', {
    cluster: '',
    wsHost: hostname,
    wsPort: Number(port),
    wsPath: broadcasting?.path ?? '',
    forceTLS: false,
    enableStats: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, answer) => {
        void post('/broadcasting/auth', { socket_id: socketId, channel_name: channelName }).then((signed) =>
          answer(null, signed.json<{ auth: string }>()),
        );
      },
    },
  });
  try {
    const channel = pusher.subscribe(`private-user.${user.id}`);
    const heard = new Promise((resolve) => channel.bind('files.changed', resolve));
    await new Promise<void>((resolve) => channel.bind('pusher:subscription_succeeded', () => resolve()));
    await post('/api/create-folder', { name: 'pushed' });
    expect(filesChanged.parse(await heard).items.map(({ attributes }) => attributes.name)).toEqual([
      'pushed',
    ]);
  } finally {
    pusher.disconnect();
  }
});
