import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp, testEmail, testPassword } from '#testing/create-test-app.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

const attempt = (payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: '/api/login', payload, headers });
const whoAmI = (cookie: string) => server.app.inject({ url: '/api/user', headers: { cookie } });

test('signing out clears the browser’s cache, but neither its cookies nor its view settings', async () => {
  const answer = await server.app.inject({ method: 'POST', url: '/logout' });
  expect(answer.headers['clear-site-data']).toBe('"cache"');
});

test('signing in sets an opaque HttpOnly cookie whose token is stored as a hash alone', async () => {
  const answer = await attempt({ email: ' ADA@example.com ', password: testPassword });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ two_factor: false });
  const cookie = answer.cookies[0];
  expect(cookie).toMatchObject({ name: 'holdall', httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(cookie?.maxAge).toBeUndefined();
  expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32);
  const rows = await server.parts.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(cookie?.value);
  expect((await whoAmI(`holdall=${cookie?.value}`)).json()).toMatchObject({
    data: { attributes: { email: testEmail, role: 'admin' } },
  });
});

test('behind HTTPS the cookie is bound to the host and secure', async () => {
  await server.close();
  server = await createTestApp({ publicOrigin: 'https://files.example.com' });
  const answer = await attempt({ email: testEmail, password: testPassword, remember: true });
  expect(answer.cookies[0]).toMatchObject({
    name: '__Host-holdall',
    secure: true,
    path: '/',
    maxAge: 30 * 86_400,
  });
  expect(answer.headers['strict-transport-security']).toContain('max-age');
});

test('a wrong password and an unknown address answer alike', async () => {
  const wrong = await attempt({ email: testEmail, password: 'not the password' });
  const unknown = await attempt({ email: 'nobody@example.com', password: 'not the password' });
  expect(wrong.statusCode).toBe(401);
  expect(wrong.json()).toEqual(unknown.json());
  expect(wrong.json()).toMatchObject({ code: 'sign_in.failed', message: 'Wrong email or password.' });
  expect(wrong.headers['content-type']).toContain('application/problem+json');
});

test('the eleventh attempt at an account within a minute is refused, even with the right password', async () => {
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await attempt({ email: testEmail, password: `guess ${guess}` })).statusCode).toBe(401);
  }
  const refused = await attempt({ email: testEmail, password: testPassword });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  server.clock.advance(61_000);
  expect((await attempt({ email: testEmail, password: testPassword })).statusCode).toBe(200);
});

test('attempts from one address are limited whatever X-Forwarded-For says', async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 31; guess += 1) {
    const headers = { 'x-forwarded-for': `10.0.0.${guess}` };
    statuses.push(
      (await attempt({ email: `user${guess}@example.com`, password: 'guess' }, headers)).statusCode,
    );
  }
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 401));
  expect(statuses[30]).toBe(429);
});

test('an enormous password is refused before it is read, a too long one is simply wrong', async () => {
  expect((await attempt({ email: testEmail, password: 'x'.repeat(1_000_000) })).statusCode).toBe(413);
  expect((await attempt({ email: testEmail, password: 'x'.repeat(300) })).statusCode).toBe(401);
  expect((await attempt({ email: testEmail, password: 'x'.repeat(2_000) })).statusCode).toBe(422);
});

test('missing and unknown fields are named', async () => {
  expect((await attempt({ password: 'x' })).json()).toMatchObject({
    status: 422,
    errors: { email: [expect.stringContaining('')] },
  });
  expect((await attempt({ email: testEmail, password: 'x', role: 'admin' })).json()).toMatchObject({
    status: 422,
    errors: { role: ['This field is not known here.'] },
  });
});

test('signing out ends the session on the server', async () => {
  const cookie = await server.signIn();
  const answer = await server.app.inject({ method: 'POST', url: '/logout', headers: { cookie } });
  expect(answer.statusCode).toBe(204);
  expect(answer.cookies[0]?.value).toBe('');
  expect((await whoAmI(cookie)).statusCode).toBe(401);
});

test('signing in again ends the session that the browser had', async () => {
  const first = await server.signIn();
  const second = await attempt({ email: testEmail, password: testPassword }, { cookie: first });
  expect(second.statusCode).toBe(200);
  expect(second.cookies[0]?.value).not.toBe(first.split('=')[1]);
  expect((await whoAmI(first)).statusCode).toBe(401);
});

test('a browser session ends after 12 idle hours, but lasts while it is used', async () => {
  const cookie = await server.signIn();
  for (let hours = 0; hours < 33; hours += 11) {
    server.clock.advance(11 * 3_600_000);
    expect((await whoAmI(cookie)).statusCode).toBe(200);
    // No request waits until its use is recorded; otherwise the next request, eleven hours later, could overtake it
    // here.
    await server.services.auth.settled();
  }
  server.clock.advance(12 * 3_600_000 + 1);
  expect((await whoAmI(cookie)).statusCode).toBe(401);
});

test('a remembered session lasts 30 days and no longer', async () => {
  const answer = await attempt({ email: testEmail, password: testPassword, remember: true });
  const cookie = `holdall=${answer.cookies[0]?.value}`;
  server.clock.advance(29 * 86_400_000);
  expect((await whoAmI(cookie)).statusCode).toBe(200);
  server.clock.advance(86_400_001);
  expect((await whoAmI(cookie)).statusCode).toBe(401);
  await server.services.auth.sweep();
  expect(await server.parts.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test('a suspended user is signed out at once and learns the reason at sign-in', async () => {
  const id = await server.addUser('bob@example.com');
  const cookie = await server.signIn('bob@example.com');
  await server.parts.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute();
  expect((await whoAmI(cookie)).statusCode).toBe(401);
  const again = await attempt({ email: 'bob@example.com', password: testPassword });
  expect(again.json()).toMatchObject({ status: 403, code: 'sign_in.suspended' });
  const guess = await attempt({ email: 'bob@example.com', password: 'wrong' });
  expect(guess.json()).toMatchObject({ status: 401, code: 'sign_in.failed' });
});

test.each([
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'http://localhost:80.evil.example' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }, 200],
  [{ 'sec-fetch-site': 'same-origin' }, 200],
  [{}, 200],
])('an unsafe call with %o answers %i', async (headers, status) => {
  const answer = await attempt(
    { email: testEmail, password: testPassword },
    { host: 'localhost', ...headers },
  );
  expect(answer.statusCode).toBe(status);
  expect(answer.cookies).toHaveLength(status === 403 ? 0 : 2);
  expect(answer.body).toContain(status === 403 ? 'request.cross_site' : 'two_factor');
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});

test('a form of another site cannot smuggle JSON as plain text', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': 'text/plain' },
    payload: JSON.stringify({ email: testEmail, password: testPassword }),
  });
  expect(answer.statusCode).toBe(415);
});

test('neither passwords nor tokens reach the log', async () => {
  const cookie = await server.signIn();
  await attempt({ email: testEmail, password: 'a secret guess' });
  await whoAmI(cookie);
  const log = JSON.stringify(server.logged);
  expect(server.logged.length).toBeGreaterThan(2);
  expect(log).not.toContain('a secret guess');
  expect(log).not.toContain(testPassword);
  expect(log).not.toContain(cookie.split('=')[1]);
});

test('a read does not wait until the last use of the session is recorded', async () => {
  const cookie = await server.signIn();
  const { db } = server.parts;
  const lastSeen = async (): Promise<number> =>
    (await db.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at;
  const before = await lastSeen();
  server.clock.advance(61_000);
  await db.transaction().execute(async (trx) => {
    // Simulates a long change: on SQLite it blocks all other writers, on PostgreSQL this row is enough.
    await trx.updateTable('sessions').set({ address: 'elsewhere' }).execute();
    expect((await whoAmI(cookie)).statusCode).toBe(200);
    expect((await whoAmI(cookie)).statusCode).toBe(200);
    expect(await lastSeen()).toBe(before);
  });
  await server.services.auth.settled();
  expect(await lastSeen()).toBeGreaterThan(before + 60_000);
});

test('control characters in an address are reported as a fault of the field', async () => {
  const answer = await attempt({ email: 'a\u0000@example.com', password: 'x' });
  expect(answer.json()).toMatchObject({
    status: 422,
    errors: { email: [expect.stringContaining('control')] },
  });
});

test.each(['\u0000', '\n', '\u001B[31m'])('a line of text has no %j', async (sign) => {
  const cookie = await server.signIn();
  const user = `/api/admin/users/${await server.addUser('bob@example.com')}`;
  const text = `a${sign}b`;
  const may = { canUpload: false, canDownload: true, canCreateFolder: true };
  const token = { current_password: testPassword, name: text, scope: 'read' };
  for (const [method, url, payload, field] of [
    ['POST', '/api/user/tokens', token, 'name'],
    ['PATCH', user, { status: 'suspended', reason: text }, 'reason'],
    ['PATCH', user, { first_name: text }, 'first_name'],
    ['PATCH', `${user}/restrictions`, { ...may, reason: text }, 'reason'],
    ['POST', '/api/admin/server/jobs/retry', { kind: text }, 'kind'],
    ['GET', `/api/admin/server/jobs?kind=${encodeURIComponent(text)}`, undefined, 'kind'],
  ] as const) {
    const headers = { cookie };
    const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
    expect([url, answer.statusCode]).toEqual([url, 422]);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
  }
});

test('reads still work with a database that cannot be written', async () => {
  const cookie = await server.signIn();
  const { db } = server.parts;
  await sql`alter table sessions rename column last_seen_at to last_seen`.execute(db);
  await sql`alter table sessions add column last_seen_at int not null default 0 check (last_seen_at = 0)`.execute(
    db,
  );
  await sql`update sessions set remember = 1`.execute(db);
  expect((await whoAmI(cookie)).statusCode).toBe(200);
});

test('an attempt costs the same for an address without an account', async () => {
  const verify = vi.spyOn(server.parts.hasher, 'verify');
  await attempt({ email: testEmail, password: 'a guess' });
  await attempt({ email: 'nobody@example.com', password: 'a guess' });
  expect(verify.mock.calls.map(([, password]) => password)).toEqual(['a guess', 'a guess']);
  await server.services.activity.flush();
  const written = await server.parts.db.selectFrom('activity').select('kind').execute();
  expect(written).toEqual([{ kind: 'session.failed' }, { kind: 'session.failed' }]);
});

test('sign-ins, sign-outs and failures are recorded, but never anything that could be a password', async () => {
  const cookie = await server.signIn();
  await server.app.inject({ method: 'POST', url: '/logout', headers: { cookie } });
  await attempt({ email: testEmail, password: 'a secret guess' });
  await attempt({ email: 'nobody@example.com', password: 'a secret guess' });
  await attempt({ email: 'a secret in the wrong field', password: 'a secret guess' });
  await server.services.activity.flush();
  const { db } = server.parts;
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const rows = await db.selectFrom('activity').select(['kind', 'user_id', 'details']).orderBy('id').execute();
  expect(rows.map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }))).toEqual([
    { kind: 'session.signed_in', user_id: id, details: { method: 'password', remember: false } },
    { kind: 'session.signed_out', user_id: id, details: {} },
    { kind: 'session.failed', user_id: id, details: { reason: 'wrong_password' } },
    {
      kind: 'session.failed',
      user_id: null,
      details: { reason: 'unknown_address', email: 'n…@example.com' },
    },
    { kind: 'session.failed', user_id: null, details: { reason: 'unknown_address', email: null } },
  ]);
});

test('the time of a user’s last visit is recorded', async () => {
  const seenAt = async (): Promise<number | null> => {
    await server.services.auth.settled();
    const row = await server.parts.db.selectFrom('users').select('seen_at').executeTakeFirstOrThrow();
    return row.seen_at;
  };
  expect(await seenAt()).toBeNull();
  const cookie = await server.signIn();
  const first = await seenAt();
  expect(first).not.toBeNull();
  server.clock.advance(120_000);
  await whoAmI(cookie);
  expect(await seenAt()).toBeGreaterThan((first ?? 0) + 100_000);
});
