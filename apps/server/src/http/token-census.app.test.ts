import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp, testEmail, testPassword } from '#testing/create-test-app.ts';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { askForFiles } from '#testing/request-sender.ts';
import { createTreeClient } from '#testing/tree-client.ts';

let server: TestApp;
/** Access tokens of the administrator. */
let tokens: Record<'read' | 'write', string>;
beforeAll(async () => {
  server = await createTestApp();
  const cookie = await server.signIn();
  const make = async (scope: 'read' | 'write'): Promise<string> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/user/tokens',
      headers: { cookie },
      payload: { current_password: testPassword, name: scope, scope },
    });
    return answer.json<{ data: { attributes: { token: string } } }>().data.attributes.token;
  };
  tokens = { read: await make('read'), write: await make('write') };
});
afterAll(() => server.close());

const unknownId = '01900000-0000-7000-8000-000000000000';
/** The code of the failure with which a call ends, if it does. */
const failureOf = async (endpoint: Endpoint, token: string): Promise<string | undefined> => {
  const answer = await server.app.inject({
    method: endpoint.method,
    url: endpoint.path.replaceAll('{id}', unknownId).replaceAll(/\{\w+\}/g, 'some-name'),
    headers: { authorization: `Bearer ${token}` },
    ...(endpoint.bodyKind === 'json' ? { payload: {} } : {}),
  });
  return answer.statusCode < 400 ? undefined : answer.json<{ code: string }>().code;
};

const table: [string, Endpoint][] = Object.entries(endpoints);
const guarded = table.filter(([, { access }]) => access !== 'public' && access !== 'link');
const isSessionOnly = ({ credentials }: Endpoint): boolean => credentials === true;
const mayRead = ({ method, reads, secrets }: Endpoint): boolean =>
  secrets !== true && (method === 'GET' || reads === true);

/** Returns the names of the endpoints of which a test does not hold. */
const namesWhereNot = async (
  among: readonly [string, Endpoint][],
  holds: (endpoint: Endpoint) => Promise<boolean>,
): Promise<string[]> => {
  const names: string[] = [];
  for (const [name, endpoint] of among) if (!(await holds(endpoint))) names.push(name);
  return names;
};
const isRefusal = (failure: string | undefined): boolean => /^(token|session)\./.test(failure ?? '');

test('calls that need a session are closed to access tokens', async () => {
  const sessionOnly = guarded.filter(([, endpoint]) => isSessionOnly(endpoint));
  expect(sessionOnly.length).toBeGreaterThan(0);
  const open = await namesWhereNot(sessionOnly, async (endpoint) => {
    const failures = [await failureOf(endpoint, tokens.read), await failureOf(endpoint, tokens.write)];
    return failures.every((failure) => failure === 'token.session_only');
  });
  expect(open).toEqual([]);
});

test.each<[string, { method: 'POST' | 'PATCH'; url: string; payload: object }]>([
  [
    'making an administrator',
    {
      method: 'POST',
      url: '/api/admin/users',
      payload: { first_name: 'Eve', email: 'eve@example.com', role: 'admin', invite: true },
    },
  ],
  [
    'giving an account another email',
    { method: 'PATCH', url: `/api/admin/users/${unknownId}`, payload: { email: 'eve@example.com' } },
  ],
  [
    'sending mails elsewhere',
    {
      method: 'PATCH',
      url: '/api/admin/settings/environment',
      payload: { mail_host: 'mail.example.com' },
    },
  ],
])('%s is closed to access tokens', async (_what, call) => {
  const answer = await server.app.inject({
    ...call,
    headers: { authorization: `Bearer ${tokens.write}` },
  });
  expect(answer.json()).toMatchObject({ status: 403, code: 'token.session_only' });
});

test('access tokens reach data beside the mail settings that is no credential', async () => {
  const answer = await server.app.inject({
    method: 'PATCH',
    url: '/api/admin/settings/environment',
    headers: { authorization: `Bearer ${tokens.write}` },
    payload: { realtime: false },
  });
  expect(answer.statusCode).toBe(200);
});

test('an administrator’s token works within its scope', async () => {
  const payload = { first_name: 'Bob', email: 'bob@example.com', role: 'user', invite: true };
  const by = (token: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/admin/users',
      headers: { authorization: `Bearer ${token}` },
      payload,
    });
  expect((await by(tokens.read)).json()).toMatchObject({ code: 'token.scope' });
  expect((await by(tokens.write)).statusCode).toBe(201);
  const list = await server.app.inject({
    url: '/api/admin/users',
    headers: { authorization: `Bearer ${tokens.read}` },
  });
  expect(list.json<{ data: unknown[] }>().data).toHaveLength(2);
});

test('calls that change something are closed to tokens that may only read', async () => {
  const changing = guarded.filter(([, endpoint]) => !isSessionOnly(endpoint) && !mayRead(endpoint));
  expect(changing.length).toBeGreaterThan(0);
  const wrong = await namesWhereNot(
    changing,
    async (endpoint) =>
      (await failureOf(endpoint, tokens.read)) === 'token.scope' &&
      !isRefusal(await failureOf(endpoint, tokens.write)),
  );
  expect(wrong).toEqual([]);
});

test('calls that only read are open to every token', async () => {
  const reading = guarded.filter(([, endpoint]) => !isSessionOnly(endpoint) && mayRead(endpoint));
  expect(reading.length).toBeGreaterThan(0);
  const wrong = await namesWhereNot(reading, async (endpoint) => {
    const failure = await failureOf(endpoint, tokens.read);
    return !isRefusal(failure) && (await failureOf(endpoint, tokens.write)) === failure;
  });
  expect(wrong).toEqual([]);
});

test('no call of a read-only token reveals a credential that writes', async () => {
  const ada = await createTreeClient(server, testEmail);
  const folder = await ada.folder('shared');
  const [ended, looked, asked] = [
    await ada.folder('ended', folder),
    await ada.folder('looked at', folder),
    await ada.folder('asked', folder),
  ];
  const visitor = await shareOf(ada, looked);
  const expired = await shareOf(ada, ended, { permission: 'editor', expiration: 1 });
  // An expired request reports that a file was sent by it.
  await createGuestClient(server).upload(expired, 'sent.txt', 'x');
  const past = { expires_at: server.clock.now() - 1 };
  await server.parts.db.updateTable('shares').set(past).where('token', '=', expired).execute();
  const editor = await shareOf(ada, folder, { permission: 'editor' });
  const { token: request } = await askForFiles(ada, asked);
  /** Paths whose answers hold a secret. */
  const told = async (token: string, secret: string): Promise<string[]> => {
    const paths: string[] = [];
    for (const [, { method, path, query }] of guarded.filter(([, endpoint]) => endpoint.method === 'GET')) {
      const fields = Object.keys(query?.shape ?? {});
      const sent = {
        ...(fields.includes('query') && { query: 'shared' }),
        ...(fields.includes('items') && { items: `${folder.id}|folder` }),
      };
      const { body } = await server.app.inject({
        method,
        url: path.replaceAll('{id}', folder.id).replaceAll(/\{\w+\}/g, request),
        query: sent,
        headers: { authorization: `Bearer ${token}` },
      });
      if (body.includes(secret)) paths.push(path);
    }
    return paths;
  };
  for (const secret of [editor, expired, request]) {
    expect(await told(tokens.write, secret)).not.toEqual([]);
    expect(await told(tokens.read, secret)).toEqual([]);
  }
  expect(await told(tokens.read, visitor)).toContain('/api/browse/share');
});

test('the API description names the scope of each call', async () => {
  const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, Record<string, { security: object[] }>>;
  }>();
  expect(paths['/api/user']?.['get']?.security).toEqual([{ session: [] }, { token: ['read'] }]);
  expect(paths['/api/zip']?.['post']?.security).toEqual([{ session: [] }, { token: ['read'] }]);
  expect(paths['/api/move']?.['post']?.security).toEqual([{ session: [] }, { token: ['write'] }]);
  expect(paths['/api/user/tokens']?.['get']?.security).toEqual([{ session: [] }]);
  expect(paths['/api/user/activity']?.['get']?.security).toEqual([{ session: [] }, { token: ['read'] }]);
  expect(paths['/api/admin/users']?.['get']?.security).toEqual([{ session: [] }, { token: ['read'] }]);
  expect(paths['/api/admin/users/{id}/role']?.['patch']?.security).toEqual([{ session: [] }]);
  expect(paths['/api/file-requests']?.['get']?.security).toEqual([{ session: [] }, { token: ['write'] }]);
  expect(paths['/api/login']?.['post']?.security).toEqual([]);
});
