import { expect, test } from 'vitest';
import { testEmail, testPassword } from '#testing/create-test-app.ts';
import { type Browser, useAccounts } from '#testing/use-accounts.ts';

const { server, browser, newcomer } = useAccounts();
const email = 'bob@example.com';
const day = 86_400_000;

const guess = async (from: Browser, times: number, address = email): Promise<number[]> => {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) {
    // Each attempt is counted before the next one is made.
    statuses.push((await from.signIn(address, `guess ${count}`)).statusCode);
  }
  return statuses;
};
const eleven = [...Array.from({ length: 10 }, () => 401), 429];

/** Returns a browser that has signed in to an account before, and is signed out. */
const knownBrowser = async (): Promise<Browser> => {
  const bob = await newcomer(email);
  await bob.send('POST', '/logout');
  return bob;
};

test('attempts from elsewhere do not lock out a known browser', async () => {
  const bob = await knownBrowser();
  expect(await guess(browser('198.51.100.7'), 11)).toEqual(eleven);
  expect((await browser('198.51.100.8').signIn(email)).statusCode).toBe(429);
  expect((await bob.signIn(email)).statusCode).toBe(200);
  expect((await browser('198.51.100.8').signIn(email)).statusCode).toBe(429);
});

test('attempts from the same address do not lock out a known browser', async () => {
  const bob = await knownBrowser();
  const neighbour = browser();
  for (let count = 0; count < 31; count += 1) await guess(neighbour, 1, `user${count}@example.com`);
  expect((await neighbour.signIn(testEmail)).statusCode).toBe(429);
  expect((await bob.signIn(email)).statusCode).toBe(200);
});

test('a known browser has ten attempts a minute of its own', async () => {
  const bob = await knownBrowser();
  expect(await guess(bob, 11)).toEqual(eleven);
  expect((await bob.signIn(email)).statusCode).toBe(429);
  expect((await browser('198.51.100.7').signIn(email)).statusCode).toBe(200);
  server.clock.advance(61_000);
  expect((await bob.signIn(email)).statusCode).toBe(200);
});

test('a browser is known to one account alone', async () => {
  const bob = await knownBrowser();
  await guess(browser('198.51.100.7'), 11, testEmail);
  expect((await bob.signIn(testEmail)).statusCode).toBe(429);
});

test('a browser is known for a year from its last sign-in', async () => {
  const bob = await knownBrowser();
  server.clock.advance(300 * day);
  expect((await bob.signIn(email)).statusCode).toBe(200);
  await bob.send('POST', '/logout');
  server.clock.advance(300 * day);
  await guess(browser('198.51.100.7'), 11);
  expect((await bob.signIn(email)).statusCode).toBe(200);
  await bob.send('POST', '/logout');
  server.clock.advance(366 * day);
  await guess(browser('198.51.100.7'), 11);
  expect((await bob.signIn(email)).statusCode).toBe(429);
  await server.services.auth.sweep();
  expect(await server.parts.db.selectFrom('known_devices').selectAll().execute()).toEqual([]);
});

test('the cookie has 256 random bits, lives a year, and is kept as a hash', async () => {
  await server.addUser(email);
  const answer = await browser().signIn(email);
  const cookie = answer.cookies.find(({ name }) => name === 'holdall-device');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 365 * 86_400 });
  expect(Buffer.from(cookie?.value ?? '', 'base64url')).toHaveLength(32);
  const rows = await server.parts.db.selectFrom('known_devices').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(cookie?.value);
});

test('a browser that signs in again stays one device, and an account remembers twenty', async () => {
  const bob = await knownBrowser();
  await bob.signIn(email);
  const count = async (): Promise<number> =>
    (await server.parts.db.selectFrom('known_devices').select('token_hash').execute()).length;
  expect(await count()).toBe(1);
  for (let made = 0; made < 25; made += 1) {
    server.clock.advance(1000);
    expect((await browser().signIn(email)).statusCode).toBe(200);
  }
  expect(await count()).toBe(20);
});

test('a password alone does not make a browser known if a second factor is required', async () => {
  const bob = await newcomer(email);
  const { codes } = await bob.secure();
  const fresh = browser();
  const asked = await fresh.signIn(email);
  expect(asked.cookies.map(({ name }) => name)).toEqual(['holdall-challenge']);
  const passed = await fresh.send('POST', '/api/two-factor-challenge', { recovery_code: codes[0] });
  expect(passed.cookies.map(({ name }) => name)).toContain('holdall-device');
});

test('wrong codes from elsewhere do not lock out a known browser', async () => {
  const bob = await newcomer(email);
  const { codes } = await bob.secure();
  await bob.send('POST', '/logout');
  const thief = browser('198.51.100.7');
  const statuses: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await thief.signIn(email);
    for (let count = 0; count < 4; count += 1)
      statuses.push((await thief.send('POST', '/api/two-factor-challenge', { code: '000000' })).statusCode);
  }
  expect(statuses.at(-1)).toBe(429);
  await bob.signIn(email);
  const passed = await bob.send('POST', '/api/two-factor-challenge', { recovery_code: codes[0] });
  expect(passed.statusCode).toBe(200);
});

const renewed = { name: 'mine', scope: 'read' };
const confirm = (by: Browser, password: string) =>
  by.send('POST', '/api/user/tokens', { current_password: password, ...renewed });

test('attempts at a sign-in do not prevent a signed-in user from confirming the password', async () => {
  const bob = await newcomer(email);
  expect(await guess(browser('198.51.100.7'), 11)).toEqual(eleven);
  expect((await confirm(bob, testPassword)).statusCode).toBe(201);
});

test('a session has ten attempts a minute at its password, independent of other sessions', async () => {
  const bob = await newcomer(email);
  const thief = browser('198.51.100.7');
  await thief.signIn(email);
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1)
    statuses.push((await confirm(thief, `guess ${count}`)).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  expect((await confirm(thief, testPassword)).statusCode).toBe(429);
  expect((await confirm(bob, testPassword)).statusCode).toBe(201);
  expect((await browser().signIn(email)).statusCode).toBe(200);
});
