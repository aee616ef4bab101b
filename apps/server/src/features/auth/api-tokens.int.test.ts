import { expect, test } from 'vitest';
import { testEmail, testPassword } from '#testing/create-test-app.ts';
import { type Browser, useAccounts } from '#testing/use-accounts.ts';

const { server, browser, newcomer } = useAccounts();

const create = async (owner: Browser, input: object = {}) =>
  owner.send('POST', '/api/user/tokens', {
    current_password: testPassword,
    name: 'Backup script',
    scope: 'write',
    ...input,
  });
const tokenOf = async (owner: Browser, input: object = {}): Promise<{ id: string; token: string }> => {
  const answer = await create(owner, input);
  expect(answer.statusCode).toBe(201);
  const { data } = answer.json<{ data: { id: string; attributes: { token: string } } }>();
  return { id: data.id, token: data.attributes.token };
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
test('a token is shown once, stored as a hash, and listed with its last use', async () => {
  const bob = await newcomer('bob@example.com');
  const { id, token } = await tokenOf(bob, { expires_in_days: 30 });
  expect(token).toMatch(/^hld_[\w-]{43}$/);
  const rows = JSON.stringify(await server.parts.db.selectFrom('api_tokens').selectAll().execute());
  expect(rows).not.toContain(token);
  expect(rows).not.toContain(token.slice(4));
  const listed = await bob.send('GET', '/api/user/tokens');
  expect(listed.body).not.toContain(token);
  expect(listed.json()).toMatchObject({
    data: [{ id, attributes: { name: 'Backup script', scope: 'write', last_used_at: null } }],
  });
  const used = await server.app.inject({ url: '/api/user', headers: bearer(token) });
  expect(used.json()).toMatchObject({ data: { attributes: { email: 'bob@example.com' } } });
  await server.services.auth.settled();
  const again = await bob.send('GET', '/api/user/tokens');
  expect(again.json()).toMatchObject({
    data: [{ attributes: { last_used_at: expect.any(String) as string } }],
  });
});

test('a token needs the password, and an account has fifty at most', async () => {
  const bob = await newcomer('bob@example.com');
  const wrong = await create(bob, { current_password: 'a guess' });
  expect(wrong.json()).toMatchObject({
    status: 422,
    errors: { current_password: ['That’s not your password.'] },
  });
  for (let made = 0; made < 50; made += 1) await tokenOf(bob, { name: `Token ${made}` });
  expect((await create(bob)).json()).toMatchObject({ status: 422, code: 'token.too_many' });
});

test('a read-only token cannot change data by a POST that stands for another method', async () => {
  const bob = await newcomer('bob@example.com');
  const { token } = await tokenOf(bob, { scope: 'read' });
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/user/settings',
    headers: bearer(token),
    payload: { _method: 'patch', theme_mode: 'dark' },
  });
  expect(answer.json()).toMatchObject({ status: 403, code: 'token.scope' });
});

test('a token permits no more than its owner may do', async () => {
  const bob = await newcomer('bob@example.com');
  const { token } = await tokenOf(bob);
  const answer = await server.app.inject({ url: '/api/admin/activity', headers: bearer(token) });
  expect(answer.json()).toMatchObject({ status: 403, code: 'session.forbidden' });
});

test('a token needs no origin, and takes precedence over a cookie', async () => {
  const bob = await newcomer('bob@example.com');
  const { token } = await tokenOf(bob);
  const folder = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/api/create-folder',
      headers: { origin: 'https://elsewhere.example', ...headers },
      payload: { name: 'Made elsewhere' },
    });
  expect((await folder(bearer(token))).statusCode).toBe(201);
  expect((await folder({ cookie: bob.cookies() })).json()).toMatchObject({ code: 'request.cross_site' });
  const dead = await server.app.inject({
    url: '/api/user',
    headers: { cookie: bob.cookies(), ...bearer('hld_nothing') },
  });
  expect(dead.statusCode).toBe(401);
  const admin = browser();
  await admin.signIn(testEmail);
  const both = await server.app.inject({
    url: '/api/user',
    headers: { cookie: admin.cookies(), ...bearer(token) },
  });
  expect(both.json()).toMatchObject({ data: { attributes: { email: 'bob@example.com' } } });
});

test('a session’s token is not an access token, nor the reverse', async () => {
  const bob = await newcomer('bob@example.com');
  const { token } = await tokenOf(bob);
  const session = bob.cookies().split('=')[1] ?? '';
  expect((await server.app.inject({ url: '/api/user', headers: bearer(session) })).statusCode).toBe(401);
  const posing = await server.app.inject({ url: '/api/user', headers: { cookie: `holdall=${token}` } });
  expect(posing.statusCode).toBe(401);
});

test('a token ends with its expiry, with its owner’s access, and with its revocation', async () => {
  const bob = await newcomer('bob@example.com');
  const status = async (token: string): Promise<number> =>
    (await server.app.inject({ url: '/api/user', headers: bearer(token) })).statusCode;
  const short = await tokenOf(bob, { expires_in_days: 1 });
  const long = await tokenOf(bob);
  expect(await status(short.token)).toBe(200);
  server.clock.advance(86_400_001);
  expect(await status(short.token)).toBe(401);
  expect(await status(long.token)).toBe(200);
  const { db } = server.parts;
  await db.updateTable('users').set({ status: 'suspended' }).where('email', '=', 'bob@example.com').execute();
  expect(await status(long.token)).toBe(401);
  await db
    .updateTable('users')
    .set({ status: 'active', deleting_at: 1 })
    .where('email', '=', 'bob@example.com')
    .execute();
  expect(await status(long.token)).toBe(401);
  await db.updateTable('users').set({ deleting_at: null }).where('email', '=', 'bob@example.com').execute();
  await bob.signIn('bob@example.com');
  const otherUser = browser();
  await otherUser.signIn(testEmail);
  const foreign = await otherUser.send('DELETE', `/api/user/tokens/${long.id}`);
  expect(foreign.json()).toMatchObject({ status: 404, code: 'token.not_found' });
  expect((await bob.send('DELETE', `/api/user/tokens/${long.id}`)).statusCode).toBe(204);
  expect(await status(long.token)).toBe(401);
  const kinds = await db.selectFrom('activity').select('kind').orderBy('id').execute();
  expect(kinds.map(({ kind }) => kind).filter((kind) => kind.startsWith('account.token'))).toEqual([
    'account.token_created',
    'account.token_created',
    'account.token_revoked',
  ]);
});

test('a token cannot open a socket', async () => {
  const bob = await newcomer('bob@example.com');
  const { token } = await tokenOf(bob);
  const address = await server.services.realtime.address();
  const answer = await server.app.inject({
    url: `${address?.path}/app/${address?.key}?protocol=7`,
    headers: { ...bearer(token), cookie: bob.cookies(), host: 'localhost', origin: 'http://localhost' },
  });
  expect(answer.statusCode).toBe(401);
});
