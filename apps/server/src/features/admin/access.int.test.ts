import { afterEach, describe, expect, it, test } from 'vitest';
import { testEmail, testPassword } from '#testing/create-test-app.ts';
import { createMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { useAdmin } from '#testing/use-admin.ts';

let mails: TestMailServer;
const { server, call, by, idOf, logged } = useAdmin(async () => {
  mails = await createMailServer();
  return { mail: mails.url };
});
afterEach(() => mails.close());

const day = 86_400_000;
const password = 'seven purple kettles';
const newUser = { first_name: 'Bob', email: 'bob@example.com', role: 'user' };
const withPassword = { ...newUser, password, password_confirmation: password };
const create = (input: object) => call('POST', '/api/admin/users', input);
const signIn = (email: string, word: string) => by('')('POST', '/api/login', { email, password: word });
const mailTo = (email: string) => mails.waitFor(({ recipients }) => recipients.includes(email));
const tokenIn = (links: readonly string[]): string =>
  new URL(links.find((link) => link.includes('/create-new-password')) ?? '').searchParams.get('token') ?? '';
const links = () => server.parts.db.selectFrom('email_tokens').selectAll().execute();

describe('a created account', () => {
  it('has the password, the role and the capacity that it was given', async () => {
    const made = await create({ ...withPassword, last_name: 'Stone', role: 'admin', capacity: 500 });
    expect(made).toMatchObject({
      status: 201,
      data: {
        attributes: { name: 'Bob Stone', email: 'bob@example.com', role: 'admin', last_seen_at: null },
        meta: { storage: { own_capacity: true }, sessions: 0 },
      },
    });
    expect((await signIn('bob@example.com', password)).status).toBe(200);
    expect(await logged('user.created')).toEqual([
      { kind: 'user.created', userId: made.data.id, details: { email: 'b…@example.com', role: 'admin' } },
    ]);
    expect(await links()).toEqual([]);
  });

  it.each([
    [{ ...withPassword, password_confirmation: 'another' }, 'password_confirmation'],
    [{ ...newUser, password }, 'password_confirmation'],
    [newUser, 'password'],
    [{ ...withPassword, password: 'password1', password_confirmation: 'password1' }, 'password'],
    [{ ...withPassword, password: 'bob@example.com', password_confirmation: 'bob@example.com' }, 'password'],
    [{ ...withPassword, password: 'short', password_confirmation: 'short' }, 'password'],
    [{ ...withPassword, invite: true }, 'password'],
    [{ ...withPassword, first_name: ' ' }, 'first_name'],
    [{ ...withPassword, email: 'nobody' }, 'email'],
    [{ ...withPassword, email: ' ADA@Example.com' }, 'email'],
    [{ ...withPassword, role: 'owner' }, 'role'],
    [{ ...withPassword, status: 'suspended' }, 'status'],
    [{ ...withPassword, id: '01890000-0000-7000-8000-000000000000' }, 'id'],
  ])('is refused for %j', async (input, field) => {
    const answer = await create(input);
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]]);
    expect(await server.parts.db.selectFrom('users').select('email').execute()).toEqual([
      { email: testEmail },
    ]);
    expect(await logged('user.created')).toEqual([]);
  });

  it('is created once for an address, even by concurrent requests', async () => {
    const answers = await Promise.all([create(withPassword), create(withPassword), create(withPassword)]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(2);
    expect(await logged('user.created')).toHaveLength(1);
  });

  it('by invitation is opened by a mailed link alone, for a week', async () => {
    const made = await create({ ...newUser, invite: true });
    expect(made.status).toBe(201);
    const mail = await mailTo('bob@example.com');
    const [link] = await links();
    expect(link).toMatchObject({ kind: 'password', user_id: made.data.id, used_at: null });
    const life = (link?.expires_at ?? 0) - (link?.created_at ?? 0);
    expect(life).toBe(7 * day);
    expect(mail.links.every((address) => address.startsWith('https://files.example.com/'))).toBe(true);
    expect(JSON.stringify(link)).not.toContain(tokenIn(mail.links));
    for (const guess of ['', testPassword, 'undefined', 'null'])
      expect((await signIn('bob@example.com', guess)).status).not.toBe(200);
    const chosen = await by('')('POST', '/api/password/reset', {
      token: tokenIn(mail.links),
      email: 'bob@example.com',
      password,
      password_confirmation: password,
    });
    expect(chosen.status).toBe(200);
    expect((await signIn('bob@example.com', password)).status).toBe(200);
  });
});

test('a link for a new password is mailed, within a limit, and only the last one counts', async () => {
  const id = await server.addUser('bob@example.com');
  const url = `/api/admin/users/${id}/password-reset`;
  for (let count = 0; count < 3; count += 1) expect((await call('POST', url)).status).toBe(204);
  expect(await call('POST', url)).toMatchObject({ status: 429, code: 'limit.too_many' });
  expect(await logged('user.reset_sent')).toHaveLength(3);
  expect(await links()).toHaveLength(1);
  await mails.waitFor(({ recipients }) => recipients.includes('bob@example.com'));
});

test('mails about an administrator’s action are in the language of their recipient', async () => {
  const id = await server.addUser('bob@example.com');
  const { db } = server.parts;
  await db.updateTable('user_settings').set({ locale: 'de' }).where('user_id', '=', id).execute();
  await db
    .insertInto('two_factor')
    .values({ user_id: id, secret: 'sealed', created_at: 1, confirmed_at: 2, last_step: null })
    .execute();
  const url = `/api/admin/users/${id}`;
  await call('POST', `${url}/password-reset`);
  await call('DELETE', `${url}/two-factor`, { current_password: testPassword });
  await call('PATCH', url, { email: 'robert@example.com' });
  for (const subject of [/neues Passwort/, /Zwei-Faktor/, /E-Mail-Adresse wurde geändert/]) {
    const mail = await mails.waitFor((sent) => subject.test(sent.subject));
    expect(mail.recipients).toEqual(['bob@example.com']);
    expect(mail.html).toContain('<html lang="de">');
  }
});

test('a suspended user is mailed no link, because it would open nothing', async () => {
  const id = await server.addUser('bob@example.com');
  const url = `/api/admin/users/${id}`;
  await call('PATCH', url, { status: 'suspended' });
  expect(await call('POST', `${url}/password-reset`)).toMatchObject({
    status: 409,
    code: 'user.suspended',
    message: expect.stringContaining('Reactivate the user first.') as string,
  });
  expect([await links(), await logged('user.reset_sent')]).toEqual([[], []]);
  await call('PATCH', url, { status: 'active' });
  expect((await call('POST', `${url}/password-reset`)).status).toBe(204);
  await mailTo('bob@example.com');
});

test('signing a user out everywhere takes effect at once', async () => {
  const id = await server.addUser('bob@example.com');
  const cookies = [await server.signIn('bob@example.com'), await server.signIn('bob@example.com')];
  const ended = await call('DELETE', `/api/admin/users/${id}/sessions`);
  expect([ended.status, JSON.parse(ended.body)]).toEqual([200, { ended: 2 }]);
  for (const cookie of cookies) expect((await by(cookie)('GET', '/api/user')).status).toBe(401);
  expect((await call('GET', '/api/user')).status).toBe(200);
  expect(await logged('user.sessions_ended')).toEqual([
    { kind: 'user.sessions_ended', userId: id, details: { count: 2 } },
  ]);
});

test('an administrator switches two-factor sign-in of a user off with their own password', async () => {
  const id = await server.addUser('bob@example.com');
  const { db } = server.parts;
  await db
    .insertInto('two_factor')
    .values({ user_id: id, secret: 'sealed', created_at: 1, confirmed_at: 2, last_step: null })
    .execute();
  const url = `/api/admin/users/${id}/two-factor`;
  const user = `/api/admin/users/${id}`;
  expect((await call('GET', user)).data.attributes.two_factor_confirmed_at).not.toBeNull();
  const wrong = await call('DELETE', url, { current_password: 'wrong password' });
  expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ['current_password']]);
  expect((await call('DELETE', url)).status).toBe(422);
  expect(await db.selectFrom('two_factor').selectAll().execute()).toHaveLength(1);
  const done = await call('DELETE', url, { current_password: testPassword });
  expect(done.data.attributes.two_factor_confirmed_at).toBeNull();
  expect(await db.selectFrom('two_factor').selectAll().execute()).toEqual([]);
  expect(await logged('user.two_factor_reset')).toHaveLength(1);
  expect((await mailTo('bob@example.com')).subject).toMatch(/two-factor/i);
  for (let guess = 0; guess < 10; guess += 1) await call('DELETE', url, { current_password: 'wrong' });
  expect(await call('DELETE', url, { current_password: testPassword })).toMatchObject({ status: 429 });
});

test('a changed email voids links that were sent to the old address, and notifies it', async () => {
  const { data } = await create({ ...newUser, invite: true });
  await mailTo('bob@example.com');
  expect(await links()).toHaveLength(1);
  await call('PATCH', `/api/admin/users/${data.id}`, { email: 'robert@example.net' });
  expect(await links()).toEqual([]);
  const notice = await mails.waitFor(({ text }) => text.includes('example.net'));
  expect(notice.recipients).toEqual(['bob@example.com']);
  expect(notice.raw).not.toContain('robert');
  expect(await idOf('robert@example.net')).toBe(data.id);
});

test('open pages are told of changes that they show, and of nothing else', async () => {
  const eve = await server.addUser('eve@example.com');
  const told: unknown[] = [];
  server.parts.events.subscribe((event) => {
    if (event.kind === 'account-changed') told.push(event.userId);
  });
  expect((await create(withPassword)).status).toBe(201);
  expect((await call('DELETE', `/api/admin/users/${eve}/sessions`)).status).toBe(200);
  expect((await call('POST', `/api/admin/users/${eve}/password-reset`)).status).toBe(204);
  expect(told).toEqual([]);
  expect((await call('PATCH', `/api/admin/users/${eve}`, { first_name: 'Eve' })).status).toBe(200);
  expect(told).toEqual([eve]);
});
