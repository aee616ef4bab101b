import { expect, test, vi } from 'vitest';
import { testEmail, testPassword } from '#testing/create-test-app.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { useAccounts } from '#testing/use-accounts.ts';

const { server, mails, browser, newcomer, tokenIn, mailTo } = useAccounts({
  settings: { registration: true },
});
const email = 'dora@example.com';
const password = 'nine slow tortoises';

const request = (more: object = {}) =>
  browser().send('POST', '/api/register', {
    first_name: 'Dora',
    last_name: 'Day',
    email,
    password,
    password_confirmation: password,
    ...more,
  });
const confirm = (token: string, chosen = password, from = '127.0.0.1') =>
  browser(from).send('POST', '/api/confirm-email', { token, password: chosen });
const close = () => saveSettings(server, { registration: false });

test('an account is created when its address is confirmed, not before, and once', async () => {
  expect((await request()).statusCode).toBe(200);
  expect((await browser().signIn(email, password)).statusCode).toBe(401);
  const token = tokenIn(await mailTo(email, /confirm your email/i));
  const kept = JSON.stringify(await server.parts.db.selectFrom('email_tokens').selectAll().execute());
  expect(kept).not.toContain(token);
  expect(kept).not.toContain(password);
  const answer = await confirm(token);
  expect(answer.json()).toEqual({ kind: 'registration', email });
  expect(answer.cookies).toEqual([]);
  // A second click, or a mail program that followed the link first, changes nothing and shows no error.
  expect((await confirm(token)).json()).toEqual({ kind: 'registration', email });
  const dora = browser();
  expect((await dora.signIn(email, password)).statusCode).toBe(200);
  expect((await dora.send('GET', '/api/user')).json()).toMatchObject({
    data: { attributes: { name: 'Dora Day', email, role: 'user', status: 'active' } },
  });
  const payloads = await server.parts.db.selectFrom('email_tokens').select('payload').execute();
  expect(payloads).toEqual([{ payload: null }]);
});

test('the mail is in the language of the page, else in that of the application', async () => {
  const ask = async (to: string, language: string): Promise<void> => {
    const body = { first_name: 'Dora', last_name: 'Day', email: to };
    const chosen = { password, password_confirmation: password };
    const page = browser().with({ 'accept-language': language });
    expect((await page.send('POST', '/api/register', { ...body, ...chosen })).statusCode).toBe(200);
  };
  await ask('berta@example.com', 'de-AT');
  await ask('qo@example.com', 'tlh');
  await mailTo('berta@example.com', /^Bestätigen Sie Ihre E-Mail-Adresse$/);
  await mailTo('qo@example.com', /^Confirm your email$/);
});

test('of two concurrent confirmations neither fails, and one account is created', async () => {
  await request();
  const token = tokenIn(await mailTo(email, /confirm/i));
  const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(
    await server.parts.db.selectFrom('users').select('email').where('email', '=', email).execute(),
  ).toHaveLength(1);
});

test('an address that has an account gets another mail, but the same answer', async () => {
  const [known, unknown] = [await request({ email: testEmail }), await request()];
  expect(known.statusCode).toBe(200);
  expect(known.body).toBe(unknown.body);
  const mail = await mailTo(testEmail, /already have an account/i);
  expect(mail.links.join(' ')).not.toContain('token');
  const users = await server.parts.db.selectFrom('users').select('email').execute();
  expect(users).toEqual([{ email: testEmail }]);
  expect(await server.parts.db.selectFrom('email_tokens').select('payload').execute()).toHaveLength(2);
});

/** The token of the latest mail that is not among the known ones. */
const tokenExcept = async (known: readonly string[]): Promise<string> =>
  tokenIn(await mails.waitFor((mail) => mail.recipients.includes(email) && !known.includes(tokenIn(mail))));

test('a later request for an address does not affect an earlier one', async () => {
  await request();
  const hers = await tokenExcept([]);
  const password2 = 'somebody else was here';
  await request({ first_name: 'Eve', password: password2, password_confirmation: password2 });
  const foreignToken = await tokenExcept([hers]);
  expect((await confirm(hers)).statusCode).toBe(200);
  expect((await browser().signIn(email, password2)).statusCode).toBe(401);
  const dora = browser();
  expect((await dora.signIn(email, password)).statusCode).toBe(200);
  expect((await dora.send('GET', '/api/user')).json()).toMatchObject({
    data: { attributes: { name: 'Dora Day' } },
  });
  // The other link is void, and nothing of its registration is stored.
  expect((await confirm(foreignToken)).json()).toMatchObject({ status: 410, code: 'link.expired' });
  const kept = await server.parts.db.selectFrom('email_tokens').select('payload').execute();
  expect(kept).toEqual([{ payload: null }]);
});

test('a link opens only with the password of its own registration: another person’s request creates no account for them', async () => {
  await request();
  const hers = await tokenExcept([]);
  const foreignPassword = 'somebody else was here';
  await request({ first_name: 'Eve', password: foreignPassword, password_confirmation: foreignPassword });
  const theirs = await tokenExcept([hers]);
  // Dora follows the topmost mail, and enters the password that she has chosen.
  expect((await confirm(theirs)).json()).toMatchObject({
    status: 422,
    errors: { password: [expect.stringContaining('isn’t the password you chose here') as string] },
  });
  expect((await browser().signIn(email, foreignPassword)).statusCode).toBe(401);
  expect((await confirm(hers)).statusCode).toBe(200);
  expect((await browser().signIn(email, foreignPassword)).statusCode).toBe(401);
  expect((await browser().signIn(email, password)).statusCode).toBe(200);
});

test('mails of one kind that others request use up no mail of another kind', async () => {
  const bob = await newcomer(email);
  const eve = await newcomer('eve@example.com');
  const change = () => eve.send('POST', '/api/user/email', { current_password: testPassword, email });
  for (const ask of [request, change]) {
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
  expect((await bob.send('POST', '/api/password/email', { email })).statusCode).toBe(200);
  await mailTo(email, /choose a new password/i);
});

test('without the password no account is created, and no link is used up', async () => {
  await request();
  const token = await tokenExcept([]);
  const answer = await browser().send('POST', '/api/confirm-email', { token });
  expect(answer.json()).toMatchObject({ status: 422, errors: { password: [expect.anything()] } });
  expect((await confirm(token, 'x'.repeat(1_000))).statusCode).toBe(422);
  expect((await confirm(token)).statusCode).toBe(200);
  // A confirmed link asks for nothing when it is followed again.
  const again = await browser().send('POST', '/api/confirm-email', { token });
  expect(again.json()).toEqual({ kind: 'registration', email });
});

test('attempts at the password of a link are limited, wherever they come from', async () => {
  await request();
  const token = await tokenExcept([]);
  for (let guess = 0; guess < 10; guess += 1)
    expect((await confirm(token, `guess ${guess}`, `127.0.1.${guess}`)).statusCode).toBe(422);
  expect((await confirm(token, password, '127.0.2.1')).json()).toMatchObject({
    status: 429,
    code: 'limit.too_many',
  });
  server.clock.advance(60_001);
  expect((await confirm(token)).statusCode).toBe(200);
});

test('every request for an address is kept, within its limits', async () => {
  const tokens: string[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    server.clock.advance(10 * 60_000);
    expect((await request()).statusCode).toBe(200);
    tokens.push(await tokenExcept(tokens));
  }
  expect((await confirm(tokens[0] ?? '')).statusCode).toBe(200);
  const kept = await server.parts.db.selectFrom('email_tokens').select('payload').execute();
  expect(kept).toEqual([{ payload: null }]);
});

test('a link expires after a day, and when another user has created the account', async () => {
  await request();
  const late = tokenIn(await mailTo(email, /confirm/i));
  server.clock.advance(24 * 3_600_000 + 1);
  expect((await confirm(late)).json()).toMatchObject({ code: 'link.expired' });
  await request();
  const beaten = tokenIn(
    await mails.waitFor((mail) => mail.recipients.includes(email) && tokenIn(mail) !== late),
  );
  await newcomer(email);
  expect((await confirm(beaten)).json()).toMatchObject({ code: 'link.expired' });
});

test('a closed registration answers as if it did not exist, also for pending links', async () => {
  await request();
  const token = tokenIn(await mailTo(email, /confirm/i));
  await close();
  expect((await request({ email: 'eve@example.com' })).json()).toMatchObject({
    status: 404,
    code: 'registration.closed',
  });
  expect((await confirm(token)).json()).toMatchObject({ code: 'link.expired' });
});

test.each(['role', 'capacity', 'status', 'restrictions', 'can_upload', 'id', 'is_admin'])(
  'a registration refuses %s as a field',
  async (field) => {
    const answer = await request({ [field]: 'admin' });
    expect(answer.json()).toMatchObject({
      status: 422,
      errors: { [field]: ['This field is not known here.'] },
    });
  },
);

test('names and passwords are validated whether the address is known or not', async () => {
  for (const address of [email, testEmail]) {
    const breached = await request({
      email: address,
      password: 'password1',
      password_confirmation: 'password1',
    });
    expect(breached.json()).toMatchObject({ status: 422, errors: { password: [expect.anything()] } });
    expect((await request({ email: address, first_name: 'A\r\nBcc: x' })).statusCode).toBe(422);
  }
  expect(await server.parts.db.selectFrom('email_tokens').selectAll().execute()).toEqual([]);
});

test('a request costs the same for an address that has an account', async () => {
  const hash = vi.spyOn(server.parts.hasher, 'hash');
  await request({ email: testEmail });
  await request();
  expect(hash).toHaveBeenCalledTimes(2);
});
