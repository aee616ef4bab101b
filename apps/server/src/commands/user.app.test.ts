import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp, testEmail, testPassword } from '#testing/create-test-app.ts';
import { answerOf, commandIn } from '#testing/maintenance-commands.ts';

// Each command opens the database again.
vi.setConfig({ testTimeout: 60_000 });

let place: TestApp;
let secret: string;
beforeEach(async () => {
  place = await createTestApp();
  secret = join(place.dataDir, 'password');
  await writeFile(secret, 'another horse battery\n');
});
afterEach(() => place.close());

const signIn = async (email: string, password: string): Promise<number> =>
  (await place.app.inject({ method: 'POST', url: '/api/login', payload: { email, password } })).statusCode;

test('accounts are created and promoted to administrators', async () => {
  const made = await answerOf(place, 'user', 'create', 'bob@example.com', '--password-file', secret);
  expect(made).toMatchObject({ code: 0, value: { email: 'bob@example.com', role: 'user' } });
  expect(await signIn('bob@example.com', 'another horse battery')).toBe(200);
  expect(await answerOf(place, 'user', 'promote', 'bob@example.com')).toMatchObject({
    code: 0,
    value: { role: 'admin' },
  });
  const again = await commandIn(place, 'user', 'create', 'bob@example.com', '--password-file', secret);
  expect(again.code).toBe(1);
  expect(again.output).toContain('already has an account');
  expect((await commandIn(place, 'user', 'promote', 'eve@example.com')).code).toBe(3);
  expect(await answerOf(place, 'user', 'promote', 'eve@example.com')).toMatchObject({
    code: 3,
    value: { error: { code: 'user.not_found' } },
  });
});

test('a new password ends all sessions, and lets in a user who has lost the old one', async () => {
  const cookie = await place.signIn();
  const reset = await answerOf(place, 'user', 'reset-password', testEmail, '--password-file', secret);
  expect(reset).toMatchObject({ code: 0, value: { sessions: 1 } });
  const own = await place.app.inject({ url: '/api/user', headers: { cookie } });
  expect(own.statusCode).toBe(401);
  expect(await signIn(testEmail, testPassword)).toBe(401);
  expect(await signIn(testEmail, 'another horse battery')).toBe(200);
  await writeFile(secret, 'short');
  const weak = await commandIn(place, 'user', 'reset-password', testEmail, '--password-file', secret);
  expect(weak.code).toBe(1);
  const { value } = await answerOf(place, 'user', 'reset-password', testEmail, '--password-file', secret);
  expect(JSON.stringify(value['error'])).toContain('at least 8');
});
