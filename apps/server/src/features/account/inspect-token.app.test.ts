import { describe, expect, it, test } from 'vitest';
import { testEmail, testPassword } from '#testing/create-test-app.ts';
import { saveSettings } from '#testing/save-settings.ts';
import { useAccounts } from '#testing/use-accounts.ts';

const { server, browser, newcomer, tokenIn, mailTo } = useAccounts({ settings: { registration: true } });
const email = 'bob@example.com';
const password = 'nine slow tortoises';

const ask = (question: object, from = '127.0.0.1') =>
  browser(from).send('POST', '/api/mailed-link', question);
const askPassword = (token: string, more: object = {}) => ask({ purpose: 'password', token, email, ...more });
const askConfirmation = (token: string) => ask({ purpose: 'confirmation', token });
const choose = (token: string) =>
  browser().send('POST', '/api/password/reset', {
    token,
    email,
    password,
    password_confirmation: password,
  });
const confirm = (token: string) => browser().send('POST', '/api/confirm-email', { token, password });
const links = () => server.parts.db.selectFrom('email_tokens').selectAll().orderBy('token_hash').execute();
const logged = async (): Promise<string[]> =>
  (await server.parts.db.selectFrom('activity').select('kind').orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

const mailedReset = async (): Promise<string> => {
  await browser().send('POST', '/api/password/email', { email });
  return tokenIn(await mailTo(email, /choose a new password/i));
};
const invited = async (): Promise<string> => {
  const admin = browser();
  await admin.signIn(testEmail);
  const body = { first_name: 'Bob', last_name: 'Stone', email, role: 'user', invite: true };
  expect((await admin.send('POST', '/api/admin/users', body)).statusCode).toBe(201);
  return tokenIn(await mailTo(email, /your \S+ account/i));
};
const registered = async (): Promise<string> => {
  await browser().send('POST', '/api/register', {
    first_name: 'Bob',
    email,
    password,
    password_confirmation: password,
  });
  return tokenIn(await mailTo(email, /confirm your email/i));
};
const changing = async (): Promise<string> => {
  const bob = await newcomer(email);
  const body = { current_password: testPassword, email: 'robert@example.com' };
  await bob.send('POST', '/api/user/email', body);
  return tokenIn(await mailTo('robert@example.com', /confirm your new email/i));
};
const expired = { status: 410, code: 'link.expired' };

describe('a link that was mailed', () => {
  it.each([
    [
      'reset',
      async () => {
        await newcomer(email);
        return mailedReset();
      },
      askPassword,
      choose,
    ],
    ['invitation', invited, askPassword, choose],
    ['registration', registered, askConfirmation, confirm],
    ['email_change', changing, askConfirmation, confirm],
  ] as const)('reports the kind %s and its recipient, without being used up', async (...row) => {
    const [kind, make, question, use] = row;
    const token = await make();
    const [before, log] = [await links(), await logged()];
    const answers = [await question(token), await question(token)];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({
        kind,
        email: kind === 'email_change' ? 'robert@example.com' : email,
        confirmed: false,
      });
      expect(answer.cookies).toEqual([]);
    }
    expect([await links(), await logged()]).toEqual([before, log]);
    expect((await use(token)).statusCode).toBe(200);
  });

  it('a link for a password answers the same whether it is unknown, expired, used, void, or another user’s', async () => {
    await newcomer(email);
    await newcomer('carol@example.com');
    const used = await mailedReset();
    expect((await choose(used)).statusCode).toBe(200);
    server.clock.advance(16 * 60_000);
    await browser().send('POST', '/api/password/email', { email: 'carol@example.com' });
    const hers = tokenIn(await mailTo('carol@example.com', /choose a new password/i));
    const answers = [
      await askPassword('x'.repeat(43)),
      await askPassword(used),
      await askPassword(hers),
      await askConfirmation(hers),
      await askConfirmation('x'.repeat(43)),
    ];
    server.clock.advance(3_600_001);
    answers.push(await askPassword(hers, { email: 'carol@example.com' }));
    for (const answer of answers) {
      expect(answer.json()).toMatchObject(expired);
      expect(answer.body).toBe(answers[0]?.body);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}));
    }
  });

  it('a link of a suspended user opens nothing', async () => {
    const token = await invited();
    await server.parts.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('email', '=', email)
      .execute();
    expect((await askPassword(token)).json()).toMatchObject(expired);
  });

  it('a link confirms again what it has confirmed, but not an address that another account has by now', async () => {
    const token = await registered();
    expect((await confirm(token)).statusCode).toBe(200);
    expect((await askConfirmation(token)).json()).toEqual({ kind: 'registration', email, confirmed: true });
    server.clock.advance(16 * 60_000);
    const bob = browser();
    await bob.signIn(email, password);
    await bob.send('POST', '/api/user/email', { current_password: password, email: 'robert@example.com' });
    const change = tokenIn(await mailTo('robert@example.com', /confirm your new email/i));
    await newcomer('robert@example.com');
    expect((await askConfirmation(change)).json()).toMatchObject(expired);
    expect((await confirm(change)).json()).toMatchObject(expired);
  });

  it('a link of a registration opens nothing while registration is closed', async () => {
    const token = await registered();
    await saveSettings(server, { registration: false });
    expect((await askConfirmation(token)).json()).toMatchObject(expired);
  });
});

test('inspecting counts towards the limit of mailed links, whatever X-Forwarded-For says', async () => {
  for (let count = 0; count < 15; count += 1) {
    expect((await askPassword('x'.repeat(43))).statusCode).toBe(410);
    expect((await confirm('x'.repeat(43))).statusCode).toBe(410);
  }
  const answer = await browser()
    .with({ 'x-forwarded-for': '10.0.0.9' })
    .send('POST', '/api/mailed-link', { purpose: 'confirmation', token: 'x' });
  expect(answer.json()).toMatchObject({ status: 429, code: 'limit.too_many' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask({ purpose: 'confirmation', token: 'x' }, '127.0.0.2')).statusCode).toBe(410);
});

test.each([
  [{ purpose: 'confirmation' }, 'token'],
  [{ purpose: 'confirmation', token: '' }, 'token'],
  [{ purpose: 'confirmation', token: 'x'.repeat(201) }, 'token'],
  [{ purpose: 'password', token: 'x' }, 'email'],
  [{ purpose: 'password', token: 'x', email, password }, 'password'],
  [{ purpose: 'else', token: 'x' }, 'purpose'],
])('%j is refused as a question', async (question, field) => {
  const answer = await ask(question);
  expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, [field]]);
});

test('an invited user is told that the account is ready, not that something was changed', async () => {
  const token = await invited();
  expect((await choose(token)).statusCode).toBe(200);
  const mail = await mailTo(email, /is ready$/i);
  expect(mail.text).toContain('You’ve chosen a password.');
  expect(mail.links.join(' ')).not.toContain('token');
  expect((await logged()).filter((kind) => kind.startsWith('account.'))).toEqual([
    'account.invitation_accepted',
  ]);
  server.clock.advance(16 * 60_000);
  const later = await mailedReset();
  expect((await askPassword(later)).json()).toMatchObject({ kind: 'reset' });
  expect((await choose(later)).statusCode).toBe(200);
  await mailTo(email, /password was changed/i);
});
