import { expect, test } from 'vitest';
import { testEmail, testPassword } from '#testing/create-test-app.ts';
import { useAccounts } from '#testing/use-accounts.ts';

const { server, mails, browser, newcomer, tokenIn, mailTo } = useAccounts({
  publicOrigin: 'http://files.example.com',
});
const email = 'bob@example.com';
const better = 'nine slow tortoises';
const choosing = /choose a new password/i;

const request = (address: string, headers: Record<string, string> = {}, from = '127.0.0.1') =>
  browser(from).with(headers).send('POST', '/api/password/email', { email: address });
const reset = (token: string, more: object = {}, by = browser()) =>
  by.send('POST', '/api/password/reset', {
    token,
    email,
    password: better,
    password_confirmation: better,
    ...more,
  });
const mailedToken = async (): Promise<string> => {
  expect((await request(email)).statusCode).toBe(200);
  const sent = await mailTo(email, choosing);
  return tokenIn(sent);
};
const statusesOf = (answers: readonly { readonly statusCode: number }[]): number[] =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
const links = () => server.parts.db.selectFrom('email_tokens').selectAll().execute();

test('a mailed link sets a new password, once, and signs in nobody', async () => {
  const bob = await newcomer(email);
  const token = await mailedToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(JSON.stringify(await links())).not.toContain(token);
  const answer = await reset(token);
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies.map(({ name }) => name)).toEqual(['holdall-device']);
  expect((await bob.send('GET', '/api/user')).statusCode).toBe(401);
  expect((await browser().signIn(email)).statusCode).toBe(401);
  expect((await browser().signIn(email, better)).statusCode).toBe(200);
  expect((await reset(token)).json()).toMatchObject({ status: 410, code: 'link.expired' });
  await mailTo(email, /password was changed/i);
});

test('guesses from elsewhere do not lock out the browser in which a mailed link set a password', async () => {
  await newcomer(email);
  const bob = browser('198.51.100.1');
  expect((await reset(await mailedToken(), {}, bob)).statusCode).toBe(200);
  const thief = browser('198.51.100.7');
  for (let count = 0; count < 11; count += 1) await thief.signIn(email, `guess ${count}`);
  expect((await browser('198.51.100.8').signIn(email, better)).statusCode).toBe(429);
  expect((await bob.signIn(email, better)).statusCode).toBe(200);
  const devices = await server.parts.db.selectFrom('known_devices').select('token_hash').execute();
  // The device that was signed in before, and this one.
  expect(devices).toHaveLength(2);
});

test('a mailed link gives no guesses at the second factor of their own before that was passed', async () => {
  const { codes } = await (await newcomer(email)).secure();
  const bob = browser('198.51.100.1');
  await reset(await mailedToken(), {}, bob);
  const pass = (by: typeof bob, factor: object) => by.send('POST', '/api/two-factor-challenge', factor);
  /** Uses up the attempts that all addresses share. */
  const guessElsewhere = async (): Promise<void> => {
    const thief = browser('198.51.100.7');
    for (let round = 0; round < 3; round += 1) {
      await thief.signIn(email, better);
      for (let count = 0; count < 4; count += 1) await pass(thief, { code: '000000' });
    }
  };
  const signIn = async (code: string | undefined): Promise<number> => {
    expect((await bob.signIn(email, better)).json()).toEqual({ two_factor: true });
    return (await pass(bob, { recovery_code: code })).statusCode;
  };
  await guessElsewhere();
  expect(await signIn(codes[0])).toBe(429);
  server.clock.advance(15 * 60_000);
  expect(await signIn(codes[0])).toBe(200);
  await bob.send('POST', '/logout');
  await guessElsewhere();
  expect(await signIn(codes[1])).toBe(200);
});

test('one of two users of a link at the same moment succeeds', async () => {
  await newcomer(email);
  const token = await mailedToken();
  const answers = await Promise.all([reset(token), reset(token), reset(token)]);
  expect(statusesOf(answers)).toEqual([200, 410, 410]);
});

test('expired, superseded, foreign and invented links answer with one error', async () => {
  await newcomer(email);
  await newcomer('carol@example.com');
  const superseded = await mailedToken();
  await request(email);
  const second = await mails.waitFor((mail) => choosing.test(mail.subject) && tokenIn(mail) !== superseded);
  const current = tokenIn(second);
  const answers = [
    await reset(superseded),
    await reset('x'.repeat(43)),
    await reset(current, { email: 'carol@example.com' }),
  ];
  server.clock.advance(3_600_001);
  answers.push(await reset(current));
  for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
  expect(answers[0]?.json()).toMatchObject({ status: 410, code: 'link.expired' });
  expect((await browser().signIn(email)).statusCode).toBe(200);
});

test('an invitation stays valid beside a link that another person requests, until one of them was used', async () => {
  const admin = browser();
  await admin.signIn(testEmail);
  const body = { first_name: 'Bob', email, role: 'user', invite: true };
  expect((await admin.send('POST', '/api/admin/users', body)).statusCode).toBe(201);
  const invitation = tokenIn(await mailTo(email, /your \S+ account/i));
  const foreignToken = await mailedToken();
  server.clock.advance(24 * 3_600_000);
  expect((await reset(foreignToken)).json()).toMatchObject({ code: 'link.expired' });
  const later = tokenIn(
    await request(email).then(() =>
      mails.waitFor((mail) => choosing.test(mail.subject) && tokenIn(mail) !== foreignToken),
    ),
  );
  expect((await reset(invitation)).statusCode).toBe(200);
  expect((await browser().signIn(email, better)).statusCode).toBe(200);
  expect((await reset(later)).json()).toMatchObject({ code: 'link.expired' });
});

test('a link leads to the configured address, whatever host a request names', async () => {
  await newcomer(email);
  const answer = await request(email, {
    host: 'evil.internal',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  });
  expect(answer.statusCode).toBe(200);
  const mail = await mailTo(email, choosing);
  expect(new URL(mail.links[0] ?? '').origin).toBe('http://files.example.com');
  expect(new URL(mail.links[0] ?? '').pathname).toBe('/create-new-password');
  expect(mail.raw).not.toContain('evil.example');
});

test('known, unknown and suspended addresses get the same answer and the same writes, but only one is mailed', async () => {
  await newcomer(email);
  await newcomer('carol@example.com');
  await server.parts.db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('email', '=', 'carol@example.com')
    .execute();
  const answers = [
    await request(email),
    await request('nobody@example.com'),
    await request('carol@example.com'),
  ];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(answers[0]?.body);
    expect(Object.keys(answer.headers).toSorted()).toEqual(Object.keys(answers[0]?.headers ?? {}).toSorted());
  }
  expect(await links()).toHaveLength(3);
  await mailTo(email, choosing);
  await server.services.activity.flush();
  const entries = await server.parts.db
    .selectFrom('activity')
    .select('details')
    .where('kind', '=', 'account.reset_requested')
    .orderBy('id')
    .execute();
  expect(entries.map(({ details }) => details)).toEqual([
    '{"email":"b…@example.com"}',
    '{"email":"n…@example.com"}',
    '{"email":"c…@example.com"}',
  ]);
  const jobs = await server.parts.db.selectFrom('jobs').select('id').where('kind', '=', 'mail').execute();
  expect(jobs).toHaveLength(1);
});

test('an address is mailed three times in a quarter of an hour, and so is one without an account', async () => {
  await newcomer(email);
  for (const address of [email, 'nobody@example.com']) {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1)
      statuses.push((await request(address, {}, `10.0.0.${attempt}`)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
});

test('one address can have ten mails sent, whatever X-Forwarded-For says', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    statuses.push(
      (await request(`user${attempt}@example.com`, { 'x-forwarded-for': `10.0.0.${attempt}` })).statusCode,
    );
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

test('a changed password voids the links, ends the other sessions and renews the present one', async () => {
  const bob = await newcomer(email);
  const elsewhere = browser();
  await elsewhere.signIn(email);
  const token = await mailedToken();
  const before = bob.cookies();
  const answer = await bob.send('POST', '/api/user/password', {
    current_password: testPassword,
    password: better,
    password_confirmation: better,
  });
  expect(answer.statusCode).toBe(204);
  expect(bob.cookies()).not.toBe(before);
  expect((await bob.send('GET', '/api/user')).statusCode).toBe(200);
  expect((await elsewhere.send('GET', '/api/user')).statusCode).toBe(401);
  server.clock.advance(5_000);
  const stolen = await server.app.inject({ url: '/api/user', headers: { cookie: before } });
  expect(stolen.statusCode).toBe(401);
  expect((await reset(token)).json()).toMatchObject({ code: 'link.expired' });
  const kinds = await server.parts.db
    .selectFrom('activity')
    .select(['kind', 'details'])
    .orderBy('id')
    .execute();
  expect(kinds.at(-1)).toMatchObject({ kind: 'account.password_changed', details: '{"sessions_ended":1}' });
});

test('requests that a page sends before its new cookie arrives are still its own', async () => {
  const bob = await newcomer(email);
  const before = { cookie: bob.cookies() };
  await bob.send('POST', '/api/user/password', {
    current_password: testPassword,
    password: better,
    password_confirmation: better,
  });
  expect((await server.app.inject({ url: '/api/user', headers: before })).statusCode).toBe(200);
  const devices = await bob.send('GET', '/api/user/sessions');
  expect(devices.json<{ data: unknown[] }>().data).toHaveLength(1);
  await server.app.inject({ method: 'POST', url: '/logout', headers: before });
  expect((await bob.send('GET', '/api/user')).statusCode).toBe(401);
});

test('a signed-in session has ten attempts a minute at its password, independent of attempts at the sign-in', async () => {
  const bob = await newcomer(email);
  const guess = (password: string) =>
    bob.send('POST', '/api/user/password', {
      current_password: password,
      password: better,
      password_confirmation: better,
    });
  for (let count = 0; count < 10; count += 1) {
    expect((await guess(`guess ${count}`)).json()).toMatchObject({
      status: 422,
      errors: { current_password: ['That’s not your password.'] },
    });
    expect((await browser().signIn(email, `guess ${count}`)).statusCode).toBe(401);
  }
  expect((await guess(testPassword)).statusCode).toBe(429);
  expect((await browser().signIn(email)).statusCode).toBe(429);
  expect((await bob.signIn(email)).statusCode).toBe(200);
});

test.each([
  ['password1', 'data breaches'],
  ['PASSWORD2026!', 'data breaches'],
  ['abababababab', 'data breaches'],
  ['bob@example.com', 'easy to guess'],
  ['holdall-holdall', 'easy to guess'],
  ['short', 'at least 8'],
  ['x'.repeat(257), 'at most 256'],
])('%s is refused as a new password: %s', async (password, reason) => {
  const bob = await newcomer(email);
  const body = { password, password_confirmation: password };
  const changed = await bob.send('POST', '/api/user/password', { current_password: testPassword, ...body });
  expect(changed.json()).toMatchObject({
    status: 422,
    errors: { password: [expect.stringContaining(reason) as string] },
  });
  const token = await mailedToken();
  const answer = await reset(token, body);
  expect(answer.json()).toMatchObject({
    status: 422,
    errors: { password: [expect.stringContaining(reason) as string] },
  });
  // A refused password does not use up the link.
  expect((await reset(token)).statusCode).toBe(200);
});

test('two passwords that differ are refused with a reason, and enormous ones at once', async () => {
  const bob = await newcomer(email);
  const differ = await bob.send('POST', '/api/user/password', {
    current_password: testPassword,
    password: better,
    password_confirmation: `${better}!`,
  });
  expect(differ.json()).toMatchObject({
    status: 422,
    errors: { password_confirmation: [expect.anything()] },
  });
  const huge = 'x'.repeat(1_000_000);
  for (const [url, payload] of [
    ['/api/user/password', { current_password: huge, password: huge, password_confirmation: huge }],
    ['/api/password/reset', { token: 'x', email, password: huge, password_confirmation: huge }],
    ['/api/register', { first_name: 'B', email, password: huge, password_confirmation: huge }],
  ] as const)
    expect((await bob.send('POST', url, payload)).statusCode).toBe(413);
});
