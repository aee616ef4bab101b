import type { Item } from '@holdall/contract/files';
import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import { errorCodes } from '@holdall/contract/error-codes';
import type { Messages } from '@holdall/contract/translations';
import type { Config } from '@holdall/contract/settings';
import type { Problem } from '@holdall/contract/error-codes';
import type { User } from '@holdall/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { queriesOf } from '#testing/watch-queries.ts';

let server: TestApp;
let cookie: string;
beforeAll(async () => {
  server = await createTestApp();
  cookie = await server.signIn();
});
afterAll(() => server.close());

const table: [string, Endpoint][] = Object.entries(endpoints);
const unknownId = '01900000-0000-7000-8000-000000000000';
/** Calls that name an item in their path; those behind a password name tokens and devices there. */
const ofItems = table.filter(
  ([, { path, access, credentials }]) => path.includes('{id}') && access === 'user' && credentials !== true,
);

describe('an item of another user', () => {
  test.each(ofItems)('%s answers 404 to another user’s item of any type', async (_name, endpoint) => {
    const folder = await server.app.inject({
      method: 'POST',
      url: '/api/create-folder',
      headers: { cookie },
      payload: { name: `Private ${endpoint.method} ${endpoint.path}`.replaceAll('/', ' ') },
    });
    const file = await server.app.inject({
      method: 'POST',
      url: '/api/upload?name=private.txt',
      headers: { cookie, 'content-type': 'application/octet-stream' },
      payload: 'private',
    });
    const email = `${endpoint.method}${endpoint.path.replaceAll(/\W/g, '-')}@example.com`;
    await server.addUser(email);
    const otherUser = await server.signIn(email);
    for (const { data } of [folder.json<Item>(), file.json<Item>()]) {
      const url = endpoint.path.replace('{id}', data.id).replace('{size}', 'sm');
      const answer = await server.app.inject({
        method: endpoint.method,
        url,
        headers: { cookie: otherUser },
        ...(endpoint.method === 'PATCH' ? { payload: { name: 'Mine' } } : {}),
      });
      const code = endpoint.errors?.find((known) => known.endsWith('.not_found'));
      expect(answer.json()).toMatchObject({ status: 404, code });
    }
  });
});

test('an unknown address is a problem, and a known one with another method lists the allowed ones', async () => {
  const unknown = await server.app.inject({ url: '/api/nothing', headers: { cookie } });
  expect(unknown.json()).toMatchObject({ status: 404, code: 'request.not_found' });
  expect(unknown.headers['content-type']).toContain('application/problem+json');
  const other = await server.app.inject({
    method: 'PUT',
    url: '/api/create-folder',
    headers: { cookie },
    payload: {},
  });
  expect(other.json()).toMatchObject({ status: 405, code: 'request.method_not_allowed' });
  expect(other.headers.allow).toBe('POST');
});

test.each([
  ['/api/user/settings?_method=patch', {}],
  ['/api/user/settings', { 'x-http-method-override': 'PATCH' }],
  ['/api/create-folder?_method=delete', {}],
])('a method override outside the body is refused: %s %o', async (url, headers) => {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    headers: { cookie, ...headers },
    payload: { theme_mode: 'dark' },
  });
  expect(answer.statusCode).toBe(405);
});

test.each(['patch', 'PATCH', 'Patch'])(
  'settings change by POST with _method %s, and by PATCH',
  async (method) => {
    const themeOf = async (): Promise<unknown> => {
      const answer = await server.app.inject({ url: '/api/user', headers: { cookie } });
      return answer.json<User>().data.relationships.settings.data.attributes.theme_mode;
    };
    const post = await server.app.inject({
      method: 'POST',
      url: '/api/user/settings',
      headers: { cookie },
      payload: { _method: method, name: 'theme_mode', value: 'dark' },
    });
    expect(post.statusCode).toBe(204);
    expect(await themeOf()).toBe('dark');
    const patch = await server.app.inject({
      method: 'PATCH',
      url: '/api/user/settings',
      headers: { cookie },
      payload: { theme_mode: 'light' },
    });
    expect(patch.statusCode).toBe(204);
    expect(await themeOf()).toBe('light');
  },
);

test.each([{ _method: 'delete', theme_mode: 'dark' }, { theme_mode: 'dark' }])(
  'POST without the right _method is refused: %o',
  async (payload) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/user/settings',
      headers: { cookie },
      payload,
    });
    expect(answer.statusCode).toBe(405);
  },
);

test.each([
  { role: 'admin' },
  { name: 'role', value: 'admin' },
  { theme_mode: 'pink' },
  { theme_mode: 'dark', role: 'admin' },
])('users can change only their own settings: %o', async (payload) => {
  const answer = await server.app.inject({
    method: 'PATCH',
    url: '/api/user/settings',
    headers: { cookie },
    payload,
  });
  expect(answer.statusCode).toBe(422);
});

test.each([
  ['{"name":', 400],
  ['{"name":"a","__proto__":{"admin":true}}', 400],
  ['[]', 422],
  ['"text"', 422],
])('a body of %s answers %i', async (payload, status) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/create-folder',
    headers: { cookie, 'content-type': 'application/json' },
    payload,
  });
  expect(answer.statusCode).toBe(status);
  expect(errorCodes).toContain(answer.json<Problem>().code);
});

test('a body beyond the limit and a bomb of gzip are refused', async () => {
  const big = await server.app.inject({
    method: 'POST',
    url: '/api/create-folder',
    headers: { cookie },
    payload: { name: 'x'.repeat(2_000_000) },
  });
  expect(big.json()).toMatchObject({ status: 413, code: 'request.too_large' });
  const { gzipSync } = await import('node:zlib');
  const bomb = await server.app.inject({
    method: 'POST',
    url: '/api/create-folder',
    headers: { cookie, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ name: 'x'.repeat(900_000) })),
  });
  expect(bomb.statusCode).toBe(400);
});

test('every answer has the headers that disable content sniffing', async () => {
  const answer = await server.app.inject({ url: '/api/user', headers: { cookie } });
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(server.logged.some((line) => line['reqId'] === answer.headers['x-request-id'])).toBe(true);
});

test('the OpenAPI document is made from the contract', async () => {
  const document = (await server.app.inject({ url: '/api/openapi.json' })).json<{
    openapi: string;
    paths: Record<string, Record<string, unknown>>;
  }>();
  expect(document.openapi).toBe('3.1.0');
  for (const [name, endpoint] of table) {
    expect(document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]).toMatchObject({
      operationId: name,
    });
  }
  expect(document.paths['/api/create-folder']?.['post']).toMatchObject({
    requestBody: { content: { 'application/json': { schema: { required: ['name'] } } } },
  });
  expect(document.paths['/api/user/settings']?.['post']).toMatchObject({
    operationId: 'updateUserSettingsByPost',
  });
});

test('the API is described on a page without scripts, too', async () => {
  const answer = await server.app.inject({ url: '/api/docs' });
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/);
  for (const [, { path, summary }] of table) {
    expect(answer.body).toContain(path);
    expect(answer.body).toContain(
      summary.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    );
  }
  expect(answer.body).not.toContain('<script');
});

test('the configuration contains the caller, and no secret', async () => {
  const anonymous = await server.app.inject({ url: '/api/config', headers: { host: 'files.test' } });
  expect(anonymous.json()).toMatchObject({
    api: '/api',
    host: 'http://files.test',
    isAuthenticated: false,
    installation: false,
    uploadLimit: 0,
    subscriptionType: 'none',
    defaultThemeMode: 'system',
  });
  expect(
    (await server.app.inject({ url: '/api/config', headers: { cookie } })).json<Config>().isAuthenticated,
  ).toBe(true);
});

test('the configuration reads the settings once', async () => {
  const queries = await queriesOf(async () => {
    await server.app.inject({ url: '/api/config' });
  });
  expect(queries.map(({ sql }) => sql).filter((sql) => sql.includes('"settings"'))).toHaveLength(1);
});

test('translations answer by ETag, unknown languages by the default, tricks by 404', async () => {
  const first = await server.app.inject({ url: '/translations/en' });
  expect(first.json<Messages>()['errors.sign_in.failed']).toBe('Wrong email or password.');
  const again = await server.app.inject({
    url: '/translations/en',
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  expect((await server.app.inject({ url: '/translations/tlh' })).json()).toEqual(first.json());
  expect((await server.app.inject({ url: '/translations/..%2f..%2fetc%2fpasswd' })).statusCode).toBe(404);
});

test('a defect answers 500 without details, which the log has', async () => {
  const broken = await createTestApp();
  const session = await broken.signIn();
  await broken.parts.db.schema.alterTable('items').renameTo('gone').execute();
  const answer = await broken.app.inject({ url: `/api/items/${unknownId}`, headers: { cookie: session } });
  expect(answer.json()).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'server.failed',
    message: 'Something went wrong. Please try again.',
  });
  expect(JSON.stringify(broken.logged)).toContain('items');
  await broken.close();
});

test('readiness covers database and blob store, liveness only the process', async () => {
  expect((await server.app.inject({ url: '/health/ready' })).json()).toEqual({ status: 'ok' });
  const stopped = await createTestApp();
  await stopped.parts.db.destroy();
  const ready = await stopped.app.inject({ url: '/health/ready' });
  expect(ready.json()).toMatchObject({ status: 503, code: 'server.unavailable' });
  expect(ready.headers['retry-after']).toBe('5');
  expect((await stopped.app.inject({ url: '/health/live' })).json()).toEqual({ status: 'ok' });
  await stopped.app.close();
});
