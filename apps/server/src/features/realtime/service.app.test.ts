import { openedShare } from '@holdall/contract/guests';
import type { Config } from '@holdall/contract/settings';
import { authorizeChannel } from '@holdall/contract/realtime';
import type { User } from '@holdall/contract/users';
import pusherModule from 'pusher-js';
import PusherServer from 'pusher';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { testPassword } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { type PusherService, startPusherService } from '#testing/pusher-service.ts';
import { useAdmin } from '#testing/use-admin.ts';

// Its types declare a default export; Node exports the class itself.
const Pusher = pusherModule as unknown as typeof pusherModule.default;
type Page = InstanceType<typeof Pusher>;
Object.assign(Pusher.Runtime, { createWebSocket: (url: string): unknown => new WebSocket(url) });

const { server, call, cookie, by, logged } = useAdmin(async () => ({
  allowedPrivateHosts: ['127.0.0.1'],
  publicOrigin: 'http://files.example.com',
}));
let service: PusherService;
const pages: Page[] = [];
beforeEach(async () => {
  service = await startPusherService();
});
afterEach(async () => {
  for (const page of pages.splice(0)) page.disconnect();
  await service.close();
});

const formOf = (change: object = {}) => ({
  realtime_service: 'pusher',
  pusher_host: '127.0.0.1',
  pusher_port: service.port,
  pusher_tls: false,
  pusher_app_id: service.appId,
  pusher_key: service.key,
  pusher_secret: service.secret,
  ...change,
});
const save = (form: object = formOf()) => call('POST', '/api/admin/settings/realtime', form);
const trial = (form: object) => call('POST', '/api/admin/settings/test/realtime', form);
const broadcasting = async (): Promise<Config['broadcasting']> =>
  (JSON.parse((await call('GET', '/api/config')).body) as Config).broadcasting;
const userId = async (as = cookie()): Promise<string> =>
  (JSON.parse((await by(as)('GET', '/api/user')).body) as User).data.id;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

interface Heard {
  readonly page: Page;
  readonly events: { channel: string; event: string; data: unknown }[];
}
/** Connects as the web client does: it authorizes by `/broadcasting/auth`, and signs in with the response. */
const listen = async (channel: string, as = cookie(), asked = channel): Promise<Heard> => {
  const permits = await broadcasting();
  const authorize = async (socketId: string, name: string) => {
    const answer = await by(as)('POST', '/broadcasting/auth', { socket_id: socketId, channel_name: name });
    if (answer.status !== 200) throw new Error(`refused: ${answer.code}`);
    return authorizeChannel.answers[200].parse(JSON.parse(answer.body));
  };
  const page = new Pusher(permits?.key ?? '', {
    cluster: '',
    wsHost: permits?.service?.host ?? '',
    wsPort: permits?.service?.port ?? 0,
    forceTLS: false,
    enableStats: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, answer) => {
        authorize(socketId, channelName === channel ? asked : channelName).then(
          ({ auth }) => answer(null, { auth }),
          (error: unknown) => answer(asError(error), null),
        );
      },
    },
    userAuthentication: {
      endpoint: '',
      transport: 'ajax',
      customHandler: ({ socketId }, answer) => {
        authorize(socketId, asked).then(
          ({ user }) => answer(null, user ?? null),
          (error: unknown) => answer(asError(error), null),
        );
      },
    },
  });
  pages.push(page);
  const events: Heard['events'] = [];
  page.signin();
  const join = (name: string): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    page
      .subscribe(name)
      .bind_global((event: string, data: unknown) => events.push({ channel: name, event, data }))
      .bind('pusher:subscription_succeeded', () => resolve())
      .bind('pusher:subscription_error', (error: Error) => reject(error));
    return promise;
  };
  await join(channel);
  if (as !== '') await join('private-application');
  await page.user.signinDonePromise;
  return { page, events };
};
const requireTwoFactor = async (value: string): Promise<void> => {
  const rule = { name: 'two_factor_required', value };
  expect((await call('PATCH', '/api/admin/settings/others', rule)).status).toBe(200);
};
const told = ({ events }: Heard, event: string) => events.filter((one) => one.event === event);

it('the fake service behaves as Pusher’s own library expects', async () => {
  const { appId, key, secret, port } = service;
  const options = { appId, key, host: '127.0.0.1', port: String(port), useTLS: false };
  const official = new PusherServer({ ...options, secret });
  await official.triggerBatch([{ channel: 'one', name: 'event', data: 'text' }]);
  expect(service.sent).toHaveLength(1);
  const foreignServer = new PusherServer({ ...options, secret: 'other' });
  await expect(foreignServer.trigger('one', 'event', 'text')).rejects.toMatchObject({ status: 401 });
});

describe('a trial', () => {
  it('that succeeds saves nothing', async () => {
    const answer = await trial(formOf());
    expect([answer.status, answer.body]).toEqual([200, '{"works":true}']);
    expect(await broadcasting()).toMatchObject({ path: '/realtime', service: null });
  });

  it.each([
    ['pusher_app_id', 'realtime_service.app_id', { pusher_app_id: 'other' }],
    ['pusher_secret', 'realtime_service.secret', { pusher_secret: 'other' }],
    ['pusher_secret', 'realtime_service.secret', { pusher_key: 'other' }],
    ['pusher_secret', 'realtime_service.no_secret', { pusher_secret: '' }],
    ['pusher_host', 'realtime_service.unreachable', { pusher_port: 1 }],
    ['pusher_api', 'realtime_service.unreachable', { pusher_api: 'http://127.0.0.1:1' }],
    ['pusher_host', 'realtime_service.private_address', { pusher_host: '169.254.169.254' }],
    ['pusher_api', 'realtime_service.private_address', { pusher_api: 'http://[::ffff:10.0.0.1]' }],
    ['pusher_host', 'realtime_service.unknown_host', { pusher_host: 'no-such-host.invalid' }],
    ['pusher_host', 'request.invalid', { pusher_host: 'x; script-src *' }],
    ['pusher_key', 'request.invalid', { pusher_key: '../x' }],
  ])('reports that %s is at fault: %s', async (field, code, change) => {
    for (const answer of [await trial(formOf(change)), await save(formOf(change))]) {
      expect([answer.status, answer.code]).toEqual([422, code]);
      expect(Object.keys(answer.errors ?? {})).toEqual([field]);
      expect(answer.body).not.toContain(service.secret);
    }
    expect(await broadcasting()).toMatchObject({ service: null });
  });

  it('reports a service that cannot end connections', async () => {
    service.signsIn = 'refuses';
    for (const answer of [await trial(formOf()), await save()])
      expect([answer.status, answer.code]).toEqual([422, 'realtime_service.endless']);
    expect(await broadcasting()).toMatchObject({ service: null });
  });

  it('is for administrators alone', async () => {
    await server.addUser('bob@example.com');
    const bob = by(await server.signIn('bob@example.com'));
    expect((await bob('POST', '/api/admin/settings/test/realtime', formOf())).status).toBe(403);
  });
});

describe('a service that is saved', () => {
  it('is the one that pages connect to, and its secret is never shown', async () => {
    const answer = await save();
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain(service.secret);
    expect(JSON.parse(answer.body)).toMatchObject({
      data: { attributes: { realtime_service: 'pusher', pusher_secret: true, pusher_key: service.key } },
    });
    expect(await broadcasting()).toEqual({
      key: service.key,
      path: '',
      service: { host: '127.0.0.1', port: service.port, tls: false },
    });
    const row = await server.parts.db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'pusher_secret')
      .executeTakeFirstOrThrow();
    expect(row.value).not.toContain(service.secret);
    expect(JSON.stringify(await logged('settings.changed'))).not.toContain(service.secret);
    const one = { name: 'pusher_host', value: 'elsewhere.example' };
    expect((await call('PATCH', '/api/admin/settings/environment', one)).status).toBe(422);
    // The stored secret is for this app alone.
    expect((await save(formOf({ pusher_secret: '' }))).status).toBe(200);
    expect((await save(formOf({ pusher_secret: '', pusher_app_id: 'x' }))).code).toBe(
      'realtime_service.no_secret',
    );
  });

  it('tells pages of changes by folders alone, except the page that made them', async () => {
    await save();
    const id = await userId();
    const [one, other] = [await listen(`private-user.${id}`), await listen(`private-user.${id}`)];
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/create-folder',
      headers: { cookie: cookie(), 'x-socket-id': one.page.connection.socket_id },
      payload: { name: 'secret plans' },
    });
    expect(answer.statusCode).toBe(201);
    await eventually(async () => expect(told(other, 'files.changed')).toHaveLength(1));
    expect(told(other, 'files.changed')[0]?.data).toMatchObject({ containers: [null], items: [] });
    expect(told(one, 'files.changed')).toHaveLength(0);
    expect(JSON.stringify(service.sent)).not.toContain('secret plans');
    service.sent.length = 0;
    await call('PATCH', '/api/admin/settings/appearance', { name: 'title', value: 'Other' });
    await eventually(async () => expect(told(one, 'config.changed')).not.toHaveLength(0));
    expect(service.sent.filter(({ name }) => name === 'config.changed')).toHaveLength(1);
  });

  it('lets no user into the channels of others', async () => {
    await save();
    await server.addUser('bob@example.com');
    const bob = await server.signIn('bob@example.com');
    await expect(listen(`private-user.${await userId()}`, bob)).rejects.toMatchObject({
      type: 'AuthError',
    });
  });

  it('ends the connections of a session with it, and no others', async () => {
    await save();
    const other = await server.signIn();
    const id = await userId();
    const kept = await listen(`private-user.${id}`);
    const ended = await listen(`private-user.${id}`, other);
    await by(other)('POST', '/logout');
    await eventually(async () => expect(ended.page.connection.state).toBe('disconnected'));
    expect(kept.page.connection.state).toBe('connected');
    // The first connection belonged to the test of the settings.
    expect(service.ended).toHaveLength(2);
  });

  it('ends connections of accounts that lack a newly required second factor, and no others', async () => {
    await save();
    await server.addUser('bob@example.com');
    const bob = await server.signIn('bob@example.com');
    const covered = await listen(`private-user.${await userId()}`);
    const other = await listen(`private-user.${await userId(bob)}`, bob);
    await requireTwoFactor('admins');
    await eventually(async () => expect(covered.page.connection.state).toBe('disconnected'));
    expect(other.page.connection.state).toBe('connected');
  });

  it('ends the connections of an account whose required second factor an administrator removes', async () => {
    await save();
    await server.addUser('bob@example.com');
    const bob = await server.signIn('bob@example.com');
    const [own, theirs] = [await userId(), await userId(bob)];
    for (const id of [own, theirs])
      await server.parts.db
        .insertInto('two_factor')
        .values({ user_id: id, secret: '00', created_at: 1, confirmed_at: 1, last_step: null })
        .execute();
    await requireTwoFactor('everyone');
    const kept = await listen(`private-user.${own}`);
    const ended = await listen(`private-user.${theirs}`, bob);
    const answer = await call('DELETE', `/api/admin/users/${theirs}/two-factor`, {
      current_password: testPassword,
    });
    expect(answer.status).toBe(200);
    await eventually(async () => expect(ended.page.connection.state).toBe('disconnected'));
    expect(kept.page.connection.state).toBe('connected');
  });

  it('makes connections of a session with a renewed token reconnect', async () => {
    await save();
    const own = await listen(`private-user.${await userId()}`);
    const [session] = await server.parts.db.selectFrom('sessions').select('token_hash').execute();
    await server.services.auth.sessions.renew(session?.token_hash ?? '');
    await eventually(async () => expect(own.page.connection.state).toBe('disconnected'));
  });

  it('tells guests, and ends their connections with the link', async () => {
    await save();
    const made = await call('POST', '/api/create-folder', { name: 'shared' });
    const folder = JSON.parse(made.body) as { data: { id: string } };
    const shared = await call('POST', '/api/share', { id: folder.data.id, type: 'folder' });
    const { token } = (JSON.parse(shared.body) as { data: { attributes: { token: string } } }).data
      .attributes;
    const opened = await by('')('GET', `/api/browse/share/${token}`);
    const { channel } = openedShare.parse(JSON.parse(opened.body)).data.attributes;
    const guest = await listen(channel, '', `private-share.${token}`);
    await call('POST', '/api/create-folder', { name: 'inside', parent_id: folder.data.id });
    await eventually(async () =>
      expect(told(guest, 'files.changed').at(-1)?.data).toMatchObject({ containers: [folder.data.id] }),
    );
    expect(JSON.stringify([service.sent, service.channels()])).not.toContain(token);
    await call('POST', '/api/share/revoke', { tokens: [token], _method: 'delete' });
    await eventually(async () => expect(guest.page.connection.state).toBe('disconnected'));
  });

  it('blocks no request while it does not answer, and makes all pages refetch afterwards', async () => {
    await save();
    const own = await listen(`private-user.${await userId()}`);
    service.failWith = 503;
    expect((await call('POST', '/api/create-folder', { name: 'missed' })).status).toBe(201);
    await eventually(async () => expect(service.refused).not.toBe(0));
    expect(told(own, 'files.changed')).toEqual([]);
    service.failWith = undefined;
    await eventually(async () =>
      expect(told(own, 'files.changed').at(-1)?.data).toMatchObject({ everything: true }),
    );
  });

  it('is told of the last changes before the server ends', async () => {
    await save();
    const other = await server.signIn();
    await listen(`private-user.${await userId()}`, other);
    service.sent.length = 0;
    await call('POST', '/api/create-folder', { name: 'at last' });
    await by(other)('POST', '/logout');
    await server.services.realtime.close();
    expect(service.sent.map(({ name }) => name)).toContain('files.changed');
    // The first connection belonged to the test of the settings.
    expect(service.ended).toHaveLength(2);
  });

  it('is told of requests that are in progress when the server is to end', async () => {
    await save();
    const other = await server.signIn();
    const ended = await listen(`private-user.${await userId()}`, other);
    await server.services.realtime.leave();
    await call('POST', '/api/create-folder', { name: 'while it drains' });
    await eventually(async () => expect(told(ended, 'files.changed')).toHaveLength(1));
    await by(other)('POST', '/logout');
    await eventually(async () => expect(ended.page.connection.state).toBe('disconnected'));
  });

  it('makes pages refetch when it is replaced, and they find the server’s own hub', async () => {
    await save();
    const own = await listen(`private-user.${await userId()}`);
    expect((await save({ realtime_service: 'built_in' })).status).toBe(200);
    await eventually(async () => expect(told(own, 'config.changed')).not.toHaveLength(0));
    expect(await broadcasting()).toMatchObject({ path: '/realtime', service: null });
  });

  it('leaves the built-in hub closed', async () => {
    const before = await broadcasting();
    await save();
    const origin = await server.listen();
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/realtime/app/${before?.key}?protocol=7`, {
      headers: { cookie: cookie(), origin: 'http://files.example.com' },
    });
    const refused = new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('error', () => undefined);
    });
    expect(await refused).toBe(404);
  });
});
