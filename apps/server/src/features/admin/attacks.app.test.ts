import { expect, test } from 'vitest';
import { testEmail } from '#testing/create-test-app.ts';
import { useAdmin } from '#testing/use-admin.ts';

const { server, call, by, cookie, idOf } = useAdmin();

const facts = () =>
  server.parts.db
    .selectFrom('users')
    .innerJoin('user_storage', 'user_storage.user_id', 'users.id')
    .select(['email', 'role', 'status', 'can_upload', 'own_capacity', 'deleting_at'])
    .orderBy('email')
    .execute();

const routes = (id: string): readonly (readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', string, object?])[] => [
  ['GET', '/api/admin/dashboard'],
  ['GET', '/api/admin/users'],
  ['POST', '/api/admin/users', { first_name: 'x', email: 'x@example.com', role: 'admin', invite: true }],
  ['GET', `/api/admin/users/${id}`],
  ['PATCH', `/api/admin/users/${id}`, { status: 'suspended' }],
  ['PATCH', `/api/admin/users/${id}/role`, { role: 'admin' }],
  ['POST', `/api/admin/users/${id}/role`, { role: 'admin', _method: 'patch' }],
  ['GET', `/api/admin/users/${id}/storage`],
  ['PATCH', `/api/admin/users/${id}/storage`, { capacity: null }],
  [
    'PATCH',
    `/api/admin/users/${id}/restrictions`,
    { canUpload: false, canDownload: true, canCreateFolder: true },
  ],
  ['POST', `/api/admin/users/${id}/password-reset`],
  ['DELETE', `/api/admin/users/${id}/sessions`],
  ['DELETE', `/api/admin/users/${id}/two-factor`, { current_password: 'correct horse battery' }],
  ['DELETE', `/api/admin/users/${id}`, { name: testEmail }],
];

test('administration is reserved for administrators, whatever account it is about', async () => {
  const bob = await server.addUser('bob@example.com');
  const user = by(await server.signIn('bob@example.com'));
  const before = await facts();
  for (const id of [bob, await idOf(testEmail), 'nonsense'])
    for (const [method, url, payload] of routes(id)) {
      expect(await user(method, url, payload)).toMatchObject({ status: 403, code: 'session.forbidden' });
      expect(await by('')(method, url, payload)).toMatchObject({ status: 401, code: 'session.required' });
      expect(await by('holdall=nonsense')(method, url, payload)).toMatchObject({ status: 401 });
    }
  expect(await facts()).toEqual(before);
});

test.each([
  '/api//admin/users',
  '//api/admin/users',
  '/api/admin/users/',
  '/api/admin%2Fusers',
  '/api%2Fadmin/users',
  '/api/admin/%2e%2e/admin/users',
  '/api/./admin/users',
  '/api/user/../admin/users',
  '/API/ADMIN/USERS',
  '/api/admin/users;x=1',
  '/api/admin/users%00',
  '/api/admin/users?role=admin',
  '/api/admin/users#x',
])('%s is refused to a user', async (path) => {
  await server.addUser('bob@example.com');
  const bob = await server.signIn('bob@example.com');
  const origin = await server.listen();
  const answer = await fetch(origin + path, { headers: { cookie: bob } });
  expect([400, 403, 404, 422]).toContain(answer.status);
  expect(await answer.text()).not.toContain(testEmail);
});

test('no user gets a role, a status, a capacity or a permission by a call that is not about it', async () => {
  const bob = await server.addUser('bob@example.com');
  const user = by(await server.signIn('bob@example.com'));
  const before = await facts();
  const bodies = [
    { role: 'admin' },
    { status: 'suspended' },
    { can_upload: 0 },
    { own_capacity: 1 },
    { capacity: 5 },
    { deleting_at: 1 },
    { restrictions: { canUpload: false } },
  ];
  for (const body of bodies) {
    expect((await user('PATCH', '/api/user/settings', body)).status).toBe(422);
    const [name] = Object.keys(body);
    expect((await user('PATCH', '/api/user/settings', { name, value: 'admin' })).status).toBe(422);
    expect((await user('PATCH', '/api/user/settings', { first_name: 'x', ...body })).status).toBe(422);
    // A field that one call of administrators lacks is in another one.
    const { status: _status, ...others } = { status: undefined, ...body };
    if (Object.keys(others).length === 0) continue;
    expect((await call('PATCH', `/api/admin/users/${bob}`, others)).status).toBe(422);
  }
  for (const hidden of [
    { id: 'x' },
    { password_hash: 'x' },
    { email_key: 'x' },
    { created_at: 1 },
    { seen_at: 1 },
  ])
    expect((await call('PATCH', `/api/admin/users/${bob}`, hidden)).status).toBe(422);
  expect((await call('PATCH', `/api/admin/users/${bob}/role`, { role: 'owner' })).status).toBe(422);
  expect((await call('PATCH', `/api/admin/users/${bob}/role`, { role: 'user', id: 'x' })).status).toBe(422);
  expect(await facts()).toEqual(before);
});

test('a page of another site cannot change users with an administrator’s cookie', async () => {
  const bob = await server.addUser('bob@example.com');
  const before = await facts();
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/admin/users/${bob}/role`,
      headers: { cookie: cookie(), ...headers },
      payload: { role: 'admin', _method: 'patch' },
    });
    expect(answer.statusCode).toBe(403);
  }
  const plain = await server.app.inject({
    method: 'POST',
    url: `/api/admin/users/${bob}/role`,
    headers: { cookie: cookie(), 'content-type': 'text/plain' },
    payload: JSON.stringify({ role: 'admin', _method: 'patch' }),
  });
  expect([400, 415]).toContain(plain.statusCode);
  expect(await facts()).toEqual(before);
});

test('markup as a name or a reason is stored and sent as plain text', async () => {
  const bob = await server.addUser('bob@example.com');
  const text = '"><img src=x onerror=alert(1)>';
  const answer = await call('PATCH', `/api/admin/users/${bob}`, {
    first_name: text,
    status: 'suspended',
    reason: text,
  });
  expect(answer.data.attributes).toMatchObject({ name: text, suspended_reason: text });
  expect((await call('PATCH', `/api/admin/users/${bob}`, { first_name: 'a\r\nb' })).status).toBe(422);
  expect((await call('PATCH', `/api/admin/users/${bob}`, { reason: 'x'.repeat(301) })).status).toBe(422);
});
