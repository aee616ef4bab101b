import { expect, test, vi } from 'vitest';
import { testPassword } from '#testing/create-test-app.ts';
import { type Browser, useAccounts } from '#testing/use-accounts.ts';

const { server, browser, newcomer, tokenIn, mailTo } = useAccounts();
const email = 'bob@example.com';
const better = 'nine slow tortoises';

/** Runs work after a password was found right, and before the sign-in continues. */
const duringPasswordCheck = (work: () => Promise<void>): void => {
  const { hasher } = server.parts;
  const verify = hasher.verify.bind(hasher);
  vi.spyOn(hasher, 'verify').mockImplementationOnce(async (hash, password) => {
    const matches = await verify(hash, password);
    await work();
    return matches;
  });
};
const reset = async (): Promise<void> => {
  await browser().send('POST', '/api/password/email', { email });
  const token = tokenIn(await mailTo(email, /choose a new password/i));
  const input = { token, email, password: better, password_confirmation: better };
  expect((await browser().send('POST', '/api/password/reset', input)).statusCode).toBe(200);
};
const rowsOf = async (table: 'sessions' | 'sign_in_challenges' | 'api_tokens'): Promise<unknown[]> => {
  const { id } = await server.parts.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return server.parts.db.selectFrom(table).selectAll().where('user_id', '=', id).execute();
};

test('a password that changes during its check opens nothing', async () => {
  await server.addUser(email);
  duringPasswordCheck(reset);
  const answer = await browser().signIn(email);
  expect(answer.json()).toMatchObject({ status: 401, code: 'sign_in.failed' });
  expect(answer.cookies).toEqual([]);
  expect(await rowsOf('sessions')).toEqual([]);
  expect((await browser().signIn(email, better)).statusCode).toBe(200);
});

test('a password that changes during its check leaves no sign-in that awaits its second factor', async () => {
  const bob = await newcomer(email);
  await bob.secure();
  duringPasswordCheck(reset);
  expect((await browser().signIn(email)).json()).toMatchObject({ code: 'sign_in.failed' });
  expect(await rowsOf('sign_in_challenges')).toEqual([]);
});

test('a second factor that is switched on meanwhile is asked for', async () => {
  const bob = await newcomer(email);
  duringPasswordCheck(async () => {
    await bob.secure();
  });
  const fresh = browser();
  expect((await fresh.signIn(email)).json()).toEqual({ two_factor: true });
  expect((await fresh.send('GET', '/api/user')).statusCode).toBe(401);
});

test('a user who is suspended meanwhile has no session when they are reactivated', async () => {
  await server.addUser(email);
  const standing = (status: 'suspended' | 'active') =>
    server.parts.db.updateTable('users').set({ status }).where('email', '=', email).execute();
  duringPasswordCheck(async () => {
    await standing('suspended');
  });
  const fresh = browser();
  expect((await fresh.signIn(email)).statusCode).toBe(401);
  await standing('active');
  expect((await fresh.send('GET', '/api/user')).statusCode).toBe(401);
  expect(await rowsOf('sessions')).toEqual([]);
});

const changes: [string, (bob: Browser) => ReturnType<Browser['send']>][] = [
  [
    'password',
    (bob) =>
      bob.send('POST', '/api/user/password', {
        current_password: testPassword,
        password: 'a thief was here',
        password_confirmation: 'a thief was here',
      }),
  ],
  [
    'email',
    (bob) =>
      bob.send('POST', '/api/user/email', { current_password: testPassword, email: 'thief@example.com' }),
  ],
  [
    'access token',
    (bob) =>
      bob.send('POST', '/api/user/tokens', { current_password: testPassword, name: 'mine', scope: 'write' }),
  ],
];
test.each(changes)('the old password makes no %s once another one is set', async (_what, change) => {
  const bob = await newcomer(email);
  duringPasswordCheck(reset);
  expect((await change(bob)).json()).toMatchObject({ status: 401, code: 'session.required' });
  expect((await browser().signIn(email, better)).statusCode).toBe(200);
  expect(await rowsOf('api_tokens')).toEqual([]);
  const waiting = await server.parts.db
    .selectFrom('email_tokens')
    .select('kind')
    .where('kind', '=', 'email')
    .execute();
  expect(waiting).toEqual([]);
});
