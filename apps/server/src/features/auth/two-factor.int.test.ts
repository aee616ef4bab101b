import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAesSealer } from '#adapters/sealer-aes.ts';
import { totpCode } from '#lib/totp.ts';
import { testPassword } from '#testing/create-test-app.ts';
import { type Browser, useAccounts } from '#testing/use-accounts.ts';

const { server, browser, newcomer } = useAccounts();
const email = 'bob@example.com';
const step = 30_000;

/** Returns Bob with two-factor sign-in, and a later time step than the one that confirmed it. */
const secured = async () => {
  const bob = await newcomer(email);
  const { secret, codes } = await bob.secure();
  server.clock.advance(2 * step);
  return { bob, secret, codes, code: () => totpCode(secret, server.clock.now()) };
};
const challenge = (who: Browser, payload: object) => who.send('POST', '/api/two-factor-challenge', payload);
const statusesOf = (answers: readonly { readonly statusCode: number }[]): number[] =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);
const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('the password alone opens nothing, because a code has to follow', async () => {
  const { code } = await secured();
  const fresh = browser();
  const answer = await fresh.signIn(email);
  expect(answer.json()).toEqual({ two_factor: true });
  expect(answer.cookies).toMatchObject([{ name: 'holdall-challenge', httpOnly: true, sameSite: 'Lax' }]);
  expect((await fresh.send('GET', '/api/user')).statusCode).toBe(401);
  // A sign-in that awaits its second factor is not a session under another name.
  const token = answer.cookies[0]?.value ?? '';
  const posing = await browser()
    .with({ cookie: `holdall=${token}` })
    .send('GET', '/api/user');
  expect(posing.statusCode).toBe(401);
  const passed = await challenge(fresh, { code: code() });
  expect(passed.json()).toEqual({ recovery_codes_left: 10 });
  expect((await fresh.send('GET', '/api/user')).json()).toMatchObject({
    data: { attributes: { email }, meta: { recovery_codes_left: 10 } },
  });
  expect(fresh.cookies()).not.toContain('challenge');
  const rows = JSON.stringify(await server.parts.db.selectFrom('sign_in_challenges').selectAll().execute());
  expect(rows).not.toContain(token);
});

test('a code counts once, however it is replayed', async () => {
  const { code } = await secured();
  const used = code();
  const first = browser();
  await first.signIn(email);
  expect((await challenge(first, { code: used })).statusCode).toBe(200);
  const second = browser();
  await second.signIn(email);
  const replay = await challenge(second, { code: used });
  expect(replay.json()).toMatchObject({ status: 401, code: 'two_factor.wrong_code' });
  server.clock.advance(step);
  // Still within the time window, and still used up.
  expect((await challenge(second, { code: used })).statusCode).toBe(401);
  expect((await challenge(second, { code: code() })).statusCode).toBe(200);
});

test('of many concurrent answers with one code one succeeds', async () => {
  const { code } = await secured();
  const browsers = Array.from({ length: 6 }, () => browser());
  for (const one of browsers) await one.signIn(email);
  const shown = code();
  const answers = await Promise.all(browsers.map((one) => challenge(one, { code: shown })));
  expect(statusesOf(answers)).toEqual([200, 401, 401, 401, 401, 401]);
});

test('the code that switched two-factor on does not open a session', async () => {
  const bob = await newcomer(email);
  const { shown } = await bob.secure();
  const fresh = browser();
  await fresh.signIn(email);
  expect((await challenge(fresh, { code: shown })).statusCode).toBe(401);
});

test('a recovery code counts once, typed in any form, also for two concurrent answers', async () => {
  const { codes } = await secured();
  const [code = '', another = ''] = codes;
  const browsers = [browser(), browser(), browser()];
  for (const one of browsers) await one.signIn(email);
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
  const answers = await Promise.all(browsers.map((one) => challenge(one, { recovery_code: typed })));
  expect(statusesOf(answers)).toEqual([200, 401, 401]);
  const passed = answers.find(({ statusCode }) => statusCode === 200);
  expect(passed?.json()).toEqual({ recovery_codes_left: 9 });
  const later = browser();
  await later.signIn(email);
  expect((await challenge(later, { recovery_code: code })).statusCode).toBe(401);
  expect((await challenge(later, { recovery_code: another })).json()).toEqual({ recovery_codes_left: 8 });
  const kept = JSON.stringify(await server.parts.db.selectFrom('recovery_codes').selectAll().execute());
  expect(kept).not.toContain(another);
});

test('a recovery code of an earlier version, half as long, still opens the account once', async () => {
  await secured();
  const { id } = await server.parts.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const hash = createHash('sha256').update(`${id} bcd23f-gh45jk`).digest('hex');
  await server.parts.db
    .insertInto('recovery_codes')
    .values({ user_id: id, code_hash: hash, used_at: null })
    .execute();
  const [fresh, later] = [browser(), browser()];
  await fresh.signIn(email);
  expect((await challenge(fresh, { recovery_code: 'BCD23F GH45JK' })).statusCode).toBe(200);
  await later.signIn(email);
  expect((await challenge(later, { recovery_code: 'bcd23f-gh45jk' })).statusCode).toBe(401);
});

test('the sixth answer of a sign-in is refused, even if it is right', async () => {
  const { code } = await secured();
  const fresh = browser();
  await fresh.signIn(email);
  for (let guess = 0; guess < 5; guess += 1)
    expect((await challenge(fresh, { code: wrongFor(code()) })).statusCode).toBe(401);
  expect((await challenge(fresh, { code: code() })).json()).toMatchObject({
    code: 'two_factor.no_challenge',
  });
});

test('five answers are the limit, also for concurrent ones', async () => {
  const { code } = await secured();
  const fresh = browser();
  await fresh.signIn(email);
  const wrong = wrongFor(code());
  const answers = await Promise.all(Array.from({ length: 9 }, () => challenge(fresh, { code: wrong })));
  const judged = answers.filter((answer) => answer.json<{ code: string }>().code === 'two_factor.wrong_code');
  expect(judged).toHaveLength(5);
});

test('a hundred attempts are refused, from whatever addresses and sign-ins', async () => {
  const { code } = await secured();
  let judged = 0;
  let refused = 0;
  for (let guess = 0; guess < 100; guess += 1) {
    // Slowly enough that the password is never refused: an attacker at this step knows it.
    server.clock.advance(7_000);
    const attacker = browser(`10.0.${guess}.1`);
    expect((await attacker.signIn(email)).statusCode).toBe(200);
    const answer = await challenge(attacker, { code: wrongFor(code()) });
    if (answer.statusCode === 401) judged += 1;
    if (answer.statusCode === 429) refused += 1;
  }
  expect({ judged, refused }).toEqual({ judged: 10, refused: 90 });
});

test('a sign-in awaits its code for ten minutes, and needs its cookie', async () => {
  const { code } = await secured();
  const fresh = browser();
  await fresh.signIn(email);
  const nobody = await challenge(browser(), { code: code() });
  expect(nobody.json()).toMatchObject({ status: 401, code: 'two_factor.no_challenge' });
  server.clock.advance(10 * 60_000 + 1);
  const late = await challenge(fresh, { code: code() });
  expect(late.json()).toMatchObject({ status: 401, code: 'two_factor.no_challenge' });
  await server.services.auth.sweep();
  expect(await server.parts.db.selectFrom('sign_in_challenges').selectAll().execute()).toEqual([]);
});

test('a user suspended meanwhile learns it and stays out, and a changed password restarts the sign-in', async () => {
  const { bob, code } = await secured();
  const fresh = browser();
  await fresh.signIn(email);
  const changed = await bob.send('POST', '/api/user/password', {
    current_password: testPassword,
    password: 'nine slow tortoises',
    password_confirmation: 'nine slow tortoises',
  });
  expect(changed.statusCode).toBe(204);
  expect((await challenge(fresh, { code: code() })).json()).toMatchObject({
    code: 'two_factor.no_challenge',
  });
  await fresh.signIn(email, 'nine slow tortoises');
  await server.parts.db
    .updateTable('users')
    .set({ status: 'suspended', suspended_reason: 'Too much noise' })
    .where('email', '=', email)
    .execute();
  expect((await challenge(fresh, { code: code() })).json()).toMatchObject({
    status: 403,
    code: 'sign_in.suspended',
    message: expect.stringContaining('Too much noise') as string,
  });
});

test('a pending sign-in restarts when two-factor is switched off, and needs no code then', async () => {
  const { bob, code } = await secured();
  const fresh = browser();
  await fresh.signIn(email);
  expect(
    (await bob.send('DELETE', '/api/user/two-factor', { current_password: testPassword })).statusCode,
  ).toBe(204);
  expect((await challenge(fresh, { code: code() })).json()).toMatchObject({
    code: 'two_factor.no_challenge',
  });
  expect((await fresh.signIn(email)).json()).toEqual({ two_factor: false });
});

test('a secret sealed by another key is reported, and recovery codes still open the account', async () => {
  const { codes, code } = await secured();
  const { id } = await server.parts.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const other = createAesSealer(randomBytes(32));
  await server.parts.db
    .updateTable('two_factor')
    .set({ secret: other.seal('00', `two-factor ${id}`) })
    .execute();
  const fresh = browser();
  await fresh.signIn(email);
  expect((await challenge(fresh, { code: code() })).json()).toMatchObject({
    status: 409,
    code: 'two_factor.unreadable',
    message: expect.stringContaining('recovery code') as string,
  });
  expect((await challenge(fresh, { recovery_code: codes[0] ?? '' })).statusCode).toBe(200);
});

test('the secret is stored sealed', async () => {
  const { secret } = await secured();
  const kept = JSON.stringify(await server.parts.db.selectFrom('two_factor').selectAll().execute());
  expect(kept).not.toContain(secret.toString('hex'));
  expect(kept).not.toContain(secret.toString('base64'));
});

test('successful and failed answers are recorded with the factor used', async () => {
  const { code, codes } = await secured();
  const fresh = browser();
  await fresh.signIn(email);
  await challenge(fresh, { code: wrongFor(code()) });
  await challenge(fresh, { recovery_code: codes[0] ?? '' });
  await server.services.activity.flush();
  const entries = await server.parts.db
    .selectFrom('activity')
    .select(['kind', 'details'])
    .orderBy('id')
    .execute();
  expect(entries.map(({ kind }) => kind)).toEqual([
    'session.signed_in',
    'account.two_factor_on',
    'session.two_factor_failed',
    'session.recovery_code_used',
    'session.signed_in',
  ]);
  expect(entries.at(-1)?.details).toContain('recovery_code');
});
