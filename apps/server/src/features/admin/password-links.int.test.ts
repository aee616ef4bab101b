import { expect, test } from 'vitest';
import { testPassword } from '#testing/create-test-app.ts';
import { useAdmin } from '#testing/use-admin.ts';

/** No mail leaves this server. */
const { server, call, by, cookie, idOf, logged } = useAdmin();

const hour = 3_600_000;
const email = 'bob@example.com';
const password = 'seven purple kettles';
const newUser = { first_name: 'Bob', email, role: 'user' };

interface Link {
  readonly url: string;
  readonly svg: string;
  readonly expires_at: string;
}
const linkOf = (answer: { readonly data: unknown }): Link => answer.data as Link;
const ask = (id: string, kind: 'reset' | 'invitation') =>
  call(
    'POST',
    `/api/admin/users/${id}/${kind}-link`,
    ...(kind === 'reset' ? [{ current_password: testPassword }] : []),
  );
const choose = async ({ url }: Link) => {
  const { searchParams } = new URL(url);
  const token = searchParams.get('token');
  const answer = await by('')('POST', '/api/password/reset', {
    token,
    email: searchParams.get('email'),
    password,
    password_confirmation: password,
  });
  return answer.status;
};
const signIn = async (word: string) => (await by('')('POST', '/api/login', { email, password: word })).status;
const rows = () => server.parts.db.selectFrom('email_tokens').selectAll().execute();
const lifetimes = async () => (await rows()).map((row) => row.expires_at - row.created_at);

test('a reset link is answered once, opens the account once, and ends all its sessions', async () => {
  const id = await server.addUser(email);
  const session = await server.signIn(email);
  const answer = await ask(id, 'reset');
  expect(answer.status).toBe(201);
  const link = linkOf(answer);
  expect(new URL(link.url).pathname).toBe('/create-new-password');
  expect(link.svg).toMatch(/^<svg/);
  expect(await lifetimes()).toEqual([hour]);
  expect(Date.parse(link.expires_at)).toBe((await rows())[0]?.expires_at);
  const token = new URL(link.url).searchParams.get('token') ?? '';
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(JSON.stringify(await rows())).not.toContain(token);
  expect(await choose(link)).toBe(200);
  expect((await by(session)('GET', '/api/user')).status).toBe(401);
  expect([await signIn(testPassword), await signIn(password)]).toEqual([401, 200]);
  expect(await choose(link)).toBe(410);
  expect(await logged('user.reset_link_created')).toEqual([
    { kind: 'user.reset_link_created', userId: id, details: {} },
  ]);
  expect(await logged('account.password_reset')).toEqual([
    { kind: 'account.password_reset', userId: id, details: { sessions_ended: 1, from_admin: true } },
  ]);
  const { db } = server.parts;
  const log = await db.selectFrom('activity').selectAll().execute();
  expect(JSON.stringify(log)).not.toContain(token);
});

test('the owner finds in their own activity who created a link', async () => {
  const id = await server.addUser(email);
  await ask(id, 'reset');
  const own = await by(await server.signIn(email))('GET', '/api/user/activity');
  expect(own.status).toBe(200);
  expect(own.body).toContain('user.reset_link_created');
});

test('a reset link lasts an hour, only the last one counts, and requests of others do not affect it', async () => {
  const id = await server.addUser(email);
  const first = linkOf(await ask(id, 'reset'));
  const second = linkOf(await ask(id, 'reset'));
  expect(await choose(first)).toBe(410);
  expect((await by('')('POST', '/api/password/email', { email })).status).toBe(200);
  server.clock.advance(hour - 60_000);
  expect(await choose(second)).toBe(200);
  const late = linkOf(await ask(id, 'reset'));
  server.clock.advance(hour + 1);
  expect(await choose(late)).toBe(410);
});

test('a reset link asks for the administrator’s own password, and is refused for their own account', async () => {
  const id = await server.addUser(email);
  const url = `/api/admin/users/${id}/reset-link`;
  const wrong = await call('POST', url, { current_password: 'something else' });
  expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ['current_password']]);
  expect((await call('POST', url, {})).status).toBe(422);
  const own = await idOf('ada@example.com');
  expect(await ask(own, 'reset')).toMatchObject({ status: 409, code: 'user.yourself' });
  expect(await ask(own, 'invitation')).toMatchObject({ status: 409, code: 'user.signed_in_before' });
  expect(await rows()).toEqual([]);
});

test('an invitation link lasts seven days, replaces the one before, and opens only an unused account', async () => {
  const made = await call('POST', '/api/admin/users', { ...newUser, invite: true });
  const { id } = made.data;
  const first = linkOf(await ask(id, 'invitation'));
  const answer = await ask(id, 'invitation');
  expect(answer.status).toBe(201);
  const link = linkOf(answer);
  expect(await lifetimes()).toEqual([7 * 24 * hour]);
  expect(await choose(first)).toBe(410);
  expect(await choose(link)).toBe(200);
  expect(await signIn(password)).toBe(200);
  expect(await logged('account.invitation_accepted')).toHaveLength(1);
  expect(await logged('user.invitation_link_created')).toHaveLength(2);
  expect(await ask(id, 'invitation')).toMatchObject({
    status: 409,
    code: 'user.signed_in_before',
    message: 'This user has signed in before. Create a reset link instead.',
  });
});

test('a suspended user gets no link, and an earlier one opens nothing', async () => {
  const id = await server.addUser(email);
  const link = linkOf(await ask(id, 'reset'));
  await call('PATCH', `/api/admin/users/${id}`, { status: 'suspended' });
  for (const kind of ['reset', 'invitation'] as const)
    expect(await ask(id, kind)).toMatchObject({ status: 409, code: 'user.suspended' });
  expect(await choose(link)).toBe(410);
});

test('users and access tokens cannot create links', async () => {
  const id = await server.addUser(email);
  const theirs = await server.signIn(email);
  const made = await call('POST', '/api/user/tokens', {
    name: 'script',
    scope: 'write',
    current_password: testPassword,
  });
  const { token } = (made.data as unknown as { attributes: { token: string } }).attributes;
  for (const kind of ['reset', 'invitation']) {
    const url = `/api/admin/users/${id}/${kind}-link`;
    const payload = { current_password: testPassword };
    expect((await by(theirs)('POST', url, payload)).status).toBe(403);
    const answer = await server.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'token.session_only']);
  }
  expect(cookie()).not.toBe('');
  expect(await rows()).toEqual([]);
});
