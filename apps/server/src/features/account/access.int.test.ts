import type { Device } from '@holdall/contract/account';
import { expect, test } from 'vitest';
import { testPassword } from '#testing/create-test-app.ts';
import { type Browser, useAccounts } from '#testing/use-accounts.ts';

const { server, browser, newcomer, tokenIn, mailTo } = useAccounts();
const email = 'bob@example.com';

const devicesOf = async (who: Browser): Promise<Device[]> =>
  (await who.send('GET', '/api/user/sessions')).json<{ data: Device[] }>().data;
const isIn = async (who: Browser): Promise<boolean> =>
  (await who.send('GET', '/api/user')).statusCode === 200;

test('a device that is signed in is listed, the latest used first, and no key names it', async () => {
  const bob = await newcomer(email);
  server.clock.advance(1_000);
  const phone = browser('203.0.113.9');
  await phone
    .with({ 'user-agent': 'Phone' })
    .send('POST', '/api/login', { email, password: testPassword, remember: true });
  const devices = await devicesOf(bob);
  expect(devices.map(({ attributes }) => attributes)).toMatchObject([
    { address: '203.0.113.9', user_agent: 'Phone', remember: true, current: false },
    { address: '127.0.0.1', remember: false, current: true },
  ]);
  const posing = await browser()
    .with({
      cookie: `holdall=${devices[0]?.id ?? ''}`,
    })
    .send('GET', '/api/user');
  expect(posing.statusCode).toBe(401);
});

test('one device, or all others, can be signed out, but only by their owner', async () => {
  const [bob, carol] = [await newcomer(email), await newcomer('carol@example.com')];
  const [phone, tablet] = [browser(), browser()];
  await phone.signIn(email);
  const phoneSession = (await devicesOf(phone)).find(({ attributes }) => attributes.current)?.id ?? '';
  await tablet.signIn(email);
  const foreign = await carol.send('DELETE', `/api/user/sessions/${phoneSession}`);
  expect(foreign.json()).toMatchObject({ status: 404, code: 'session.not_found' });
  expect(await isIn(phone)).toBe(true);
  const password = { current_password: testPassword };
  expect((await bob.send('DELETE', `/api/user/sessions/${phoneSession}`, password)).statusCode).toBe(204);
  expect(await isIn(phone)).toBe(false);
  expect((await bob.send('DELETE', `/api/user/sessions/${phoneSession}`)).statusCode).toBe(404);
  expect((await bob.send('DELETE', '/api/user/sessions', password)).json()).toEqual({ ended: 1 });
  expect([await isIn(bob), await isIn(tablet), await isIn(carol)]).toEqual([true, false, true]);
  const entries = await server.parts.db
    .selectFrom('activity')
    .select('details')
    .where('kind', '=', 'session.ended')
    .execute();
  expect(entries).toHaveLength(2);
});

test('a session that was taken over ends no other one without the password', async () => {
  const thief = await newcomer(email);
  const owner = browser();
  await owner.signIn(email);
  const session = (await devicesOf(owner)).find(({ attributes }) => attributes.current)?.id ?? '';
  for (const url of ['/api/user/sessions', `/api/user/sessions/${session}`])
    for (const body of [{}, { current_password: 'a guess' }])
      expect((await thief.send('DELETE', url, body)).json()).toMatchObject({
        status: 422,
        errors: { current_password: [expect.any(String) as string] },
      });
  expect(await isIn(owner)).toBe(true);
});

test('signing one’s own device out takes the session’s cookie along', async () => {
  const bob = await newcomer(email);
  const [own] = await devicesOf(bob);
  await bob.send('DELETE', `/api/user/sessions/${own?.id ?? ''}`);
  expect(bob.cookies()).toMatch(/^holdall-device=[\w-]+$/);
});

test('two-factor sign-in is switched on by a code, shown, told by mail, and off by the password', async () => {
  const bob = await newcomer(email);
  const before = bob.cookies();
  const begun = await bob.send('POST', '/api/user/two-factor', { current_password: testPassword });
  expect(begun.json()).toMatchObject({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/) as string,
    uri: expect.stringContaining('otpauth://totp/Holdall:bob%40example.com?secret=') as string,
    qr: expect.stringMatching(/^<svg [^>]*viewBox="0 0 \d+ \d+"/) as string,
  });
  const wrong = await bob.send('POST', '/api/user/two-factor/confirm', { code: 'abcdef' });
  expect(wrong.json()).toMatchObject({ status: 422, errors: { code: [expect.anything()] } });
  expect((await browser().signIn(email)).json()).toEqual({ two_factor: false });
  const { codes } = await bob.secure();
  expect(new Set(codes).size).toBe(10);
  expect(bob.cookies()).not.toBe(before);
  await mailTo(email, /two-factor/i);
  expect((await bob.send('GET', '/api/user')).json()).toMatchObject({
    data: {
      attributes: { two_factor_confirmed_at: expect.any(String) as string },
      meta: { recovery_codes_left: 10 },
    },
  });
  const again = await bob.send('POST', '/api/user/two-factor', { current_password: testPassword });
  expect(again.json()).toMatchObject({ status: 409, code: 'two_factor.already_on' });
  const renewed = await bob.send('POST', '/api/user/two-factor/recovery-codes', {
    current_password: testPassword,
  });
  expect(renewed.json<{ recovery_codes: string[] }>().recovery_codes).not.toContain(codes[0]);
  const late = browser();
  await late.signIn(email);
  const old = await late.send('POST', '/api/two-factor-challenge', { recovery_code: codes[0] });
  expect(old.statusCode).toBe(401);
  const guess = await bob.send('DELETE', '/api/user/two-factor', { current_password: 'a guess' });
  expect(guess.statusCode).toBe(422);
  expect(
    (await bob.send('DELETE', '/api/user/two-factor', { current_password: testPassword })).statusCode,
  ).toBe(204);
  expect((await browser().signIn(email)).json()).toEqual({ two_factor: false });
  const off = await bob.send('POST', '/api/user/two-factor/recovery-codes', {
    current_password: testPassword,
  });
  expect(off.json()).toMatchObject({ status: 409, code: 'two_factor.off' });
  const begin = await bob.send('POST', '/api/user/two-factor/confirm', { code: '000000' });
  expect(begin.json()).toMatchObject({ status: 409, code: 'two_factor.not_begun' });
});

test('after a reset the mail and the answer tell of access tokens that still work', async () => {
  const bob = await newcomer(email);
  for (const expiry of [{}, { expires_in_days: 1 }])
    await bob.send('POST', '/api/user/tokens', {
      current_password: testPassword,
      name: 'Backup',
      scope: 'read',
      ...expiry,
    });
  server.clock.advance(2 * 24 * 3_600_000);
  await browser().send('POST', '/api/password/email', { email });
  const token = tokenIn(await mailTo(email, /choose a new password/i));
  const better = 'nine slow tortoises';
  const input = { token, email, password: better, password_confirmation: better };
  expect((await browser().send('POST', '/api/password/reset', input)).json()).toEqual({ access_tokens: 1 });
  const told = await mailTo(email, /password was changed/i);
  expect(told.text).toContain('(1)');
});
