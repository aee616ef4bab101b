import { describe, expect, it, test } from 'vitest';
import { testEmail } from '#testing/create-test-app.ts';
import { useAdmin } from '#testing/use-admin.ts';

const { server, call, by, idOf, logged } = useAdmin();

const adaId = () => idOf(testEmail);
const role = (id: string, as: 'admin' | 'user') =>
  ['PATCH', `/api/admin/users/${id}/role`, { role: as }] as const;
const suspend = (id: string, reason?: string) =>
  ['PATCH', `/api/admin/users/${id}`, { status: 'suspended', reason }] as const;
const remove = (id: string, name: string) => ['DELETE', `/api/admin/users/${id}`, { name }] as const;
/** Administrators who can sign in. */
const admins = async () => {
  const rows = await server.parts.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deleting_at', 'is', null)
    .execute();
  return rows.map(({ email }) => email);
};

describe('an administrator', () => {
  it('may give up the role, but the last one may not, nor suspend or delete themselves', async () => {
    const ada = await adaId();
    expect(await call(...role(ada, 'user'))).toMatchObject({ status: 409, code: 'user.last_admin' });
    expect(await call(...suspend(ada))).toMatchObject({ status: 409, code: 'user.yourself' });
    expect(await call(...remove(ada, testEmail))).toMatchObject({ status: 409, code: 'user.yourself' });
    const bob = await server.addUser('bob@example.com', 'admin');
    // Another administrator who cannot sign in does not count.
    expect((await call(...suspend(bob))).status).toBe(200);
    expect((await call(...role(ada, 'user'))).code).toBe('user.last_admin');
    expect((await call('PATCH', `/api/admin/users/${bob}`, { status: 'active' })).status).toBe(200);
    expect(await call(...suspend(ada))).toMatchObject({ status: 409, code: 'user.yourself' });
    expect((await call(...role(ada, 'user'))).status).toBe(200);
    expect(await admins()).toEqual(['bob@example.com']);
  });

  it('loses the rights with the next request, by a session or a new one', async () => {
    const bob = await server.addUser('bob@example.com', 'admin');
    const cookie = await server.signIn('bob@example.com');
    expect((await by(cookie)('GET', '/api/admin/users')).status).toBe(200);
    expect((await call(...role(bob, 'user'))).data.attributes.role).toBe('user');
    expect((await by(cookie)('GET', '/api/admin/users')).status).toBe(401);
    const again = by(await server.signIn('bob@example.com'));
    expect(await again('GET', '/api/admin/users')).toMatchObject({ status: 403, code: 'session.forbidden' });
    expect((await again('GET', '/api/user')).status).toBe(200);
    expect(await logged('user.role_changed')).toEqual([
      { kind: 'user.role_changed', userId: bob, details: { from: 'admin', to: 'user' } },
    ]);
    // Repeating it changes and records nothing.
    expect((await call(...role(bob, 'user'))).status).toBe(200);
    expect(await logged('user.role_changed')).toHaveLength(1);
  });

  it('has the role of the account, not of the session', async () => {
    const bob = await server.addUser('bob@example.com', 'admin');
    const cookie = await server.signIn('bob@example.com');
    await server.parts.db.updateTable('users').set({ role: 'user' }).where('id', '=', bob).execute();
    expect((await by(cookie)('GET', '/api/admin/users')).status).toBe(403);
  });
});

describe('of two administrators who demote each other at once one remains', () => {
  const ways = {
    'both demote': [role, role],
    'both suspend': [suspend, suspend],
    'both delete': [remove, remove],
    'one demotes, one suspends': [role, suspend],
    'one suspends, one deletes': [suspend, remove],
    'one demotes themselves, one is demoted': undefined,
  } as const;
  type Attempt = readonly ['PATCH' | 'DELETE', string, object];
  const act = (way: unknown, id: string, email: string): Attempt => {
    if (way === remove) return remove(id, email);
    return way === suspend ? suspend(id) : role(id, 'user');
  };

  it.each(Object.entries(ways))('%s', async (_name, pair) => {
    for (let round = 0; round < 5; round += 1) {
      const emails = [`a${round}@example.com`, `b${round}@example.com`] as const;
      const [one, other] = [
        await server.addUser(emails[0], 'admin'),
        await server.addUser(emails[1], 'admin'),
      ];
      const [first, second] = [by(await server.signIn(emails[0])), by(await server.signIn(emails[1]))];
      await server.parts.db
        .updateTable('users')
        .set({ role: 'user' })
        .where('id', 'not in', [one, other])
        .execute();
      const answers = await Promise.all(
        pair === undefined
          ? [first(...role(one, 'user')), second(...role(other, 'user'))]
          : [first(...act(pair[0], other, emails[1])), second(...act(pair[1], one, emails[0]))],
      );
      const done = answers.filter(({ status }) => status === 200 || status === 204);
      expect([done.length, (await admins()).length]).toEqual([1, 1]);
      const [refused] = answers.filter((answer) => !done.includes(answer));
      expect(['session.required', 'session.forbidden', 'user.last_admin']).toContain(refused?.code);
    }
  });

  it('of many administrators who demote each other at once one remains', async () => {
    const emails = Array.from({ length: 6 }, (_, index) => `admin${index}@example.com`);
    const ids = await Promise.all(emails.map((email) => server.addUser(email, 'admin')));
    const callers = await Promise.all(emails.map(async (email) => by(await server.signIn(email))));
    await server.parts.db
      .updateTable('users')
      .set({ role: 'user' })
      .where('id', '=', await adaId())
      .execute();
    await Promise.all(
      callers.flatMap((caller, own) =>
        ids.flatMap((id, index) => (index === own ? [] : [caller(...role(id, 'user'))])),
      ),
    );
    expect(await admins()).toHaveLength(1);
  });
});

test('a suspended user is signed out, learns the reason only with the right password, and can return', async () => {
  const bob = await server.addUser('bob@example.com');
  const cookie = await server.signIn('bob@example.com');
  const url = `/api/admin/users/${bob}`;
  const signIn = (password: string) => by('')('POST', '/api/login', { email: 'bob@example.com', password });
  expect((await call(...suspend(bob, ' Spam "><img onerror> '))).data.attributes).toMatchObject({
    status: 'suspended',
    suspended_reason: 'Spam "><img onerror>',
  });
  expect((await by(cookie)('GET', '/api/user')).status).toBe(401);
  expect(await server.parts.db.selectFrom('sessions').select('user_id').execute()).toEqual([
    { user_id: await adaId() },
  ]);
  expect(await signIn('correct horse battery')).toMatchObject({
    status: 403,
    code: 'sign_in.suspended',
    message: 'Your account is suspended: Spam "><img onerror>',
  });
  expect(await signIn('wrong')).toMatchObject({ status: 401, code: 'sign_in.failed' });
  // The reason alone is changed, kept and removed.
  expect((await call('PATCH', url, { reason: 'Other' })).data.attributes.suspended_reason).toBe('Other');
  expect((await call('PATCH', url, { first_name: 'Bob' })).data.attributes.suspended_reason).toBe('Other');
  expect((await call('PATCH', url, { reason: null })).data.attributes.suspended_reason).toBeNull();
  expect((await call('PATCH', url, { status: 'active' })).data.attributes.status).toBe('active');
  expect((await call('PATCH', url, { reason: 'Why?' })).errors).toEqual({
    reason: ['Only a suspension can have a reason.'],
  });
  expect((await by(cookie)('GET', '/api/user')).status).toBe(401);
  expect((await signIn('correct horse battery')).status).toBe(200);
  expect((await logged()).filter(({ kind }) => /suspended|reactivated/.test(kind))).toEqual([
    { kind: 'user.suspended', userId: bob, details: { reason: 'Spam "><img onerror>' } },
    { kind: 'user.suspended', userId: bob, details: { reason: 'Other' } },
    { kind: 'user.suspended', userId: bob, details: { reason: null } },
    { kind: 'user.reactivated', userId: bob, details: {} },
  ]);
});
