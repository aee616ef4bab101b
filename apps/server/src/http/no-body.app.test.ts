import type { Endpoint } from '@holdall/contract/endpoint';
import { endpoints } from '@holdall/contract/endpoints';
import type { Problem } from '@holdall/contract/error-codes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

let server: TestApp;
let cookie: string;
beforeEach(async () => {
  server = await createTestApp();
  cookie = await server.signIn();
});
afterEach(() => server.close());

/** Every way to make a call that changes something and takes no fields. */
const calls = Object.values(endpoints).flatMap((endpoint: Endpoint) => {
  if (endpoint.method === 'GET' || endpoint.bodyKind !== undefined) return [];
  // Calls of links check the link first; setup is over.
  if (endpoint.access === 'link' || endpoint.path.startsWith('/api/setup/')) return [];
  const path = endpoint.path
    .replace('images/{name}', 'images/logo')
    .replace('backups/{name}', 'backups/20260102t030405678z-abcdef')
    .replace('languages/{id}', 'languages/xx')
    .replace('sessions/{id}', `sessions/${'0'.repeat(64)}`)
    .replaceAll(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000000');
  const overrides = (endpoint.override ? [endpoint.method] : []).map((method) => ({
    method: 'POST' as const,
    path,
    fields: { _method: method },
  }));
  return [{ method: endpoint.method, path, fields: {} }, ...overrides];
});

test('there are such calls', () => {
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(['POST /logout', 'DELETE /api/trash/dump', 'POST /api/trash/dump']),
  );
});

test.each(calls)('$method $path refuses fields that it does not know', async ({ method, path, fields }) => {
  const ask = (payload: object) =>
    server.app.inject({ method, url: path, headers: { cookie }, payload: { ...fields, ...payload } });
  const refused = await ask({ foo: 1 });
  expect([refused.statusCode, refused.json<Problem>()]).toMatchObject([
    422,
    { code: 'request.invalid', errors: { foo: ['This field is not known here.'] } },
  ]);
  expect((await ask({})).body).not.toContain('request.invalid');
});

test('a body that is no object is refused as well', async () => {
  const answer = await server.app.inject({
    method: 'DELETE',
    url: '/api/trash/dump',
    headers: { cookie, 'content-type': 'application/json' },
    payload: '[1]',
  });
  expect(answer.statusCode).toBe(422);
});
