import { expect } from 'vitest';
import { authPage } from './harness/auth-page.ts';
import { codeOf } from './harness/authenticator.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { cookiesOf, createUser, openSession, post } from './harness/session.ts';

const journey = journeysOf();
let accounts = 0;

/** An account that has two-factor sign-in on, at the step where the code is asked for. */
const challenged = async ({ server: { url }, page, guard }: World) => {
  guard.allow(/status of 401/);
  const who = { email: `two-${(accounts += 1)}@example.com`, password: 'the lamp over the kitchen table' };
  await createUser(url, who);
  const { call } = await openSession(url, who);
  const { secret } = await call<{ secret: string }>('POST', '/api/user/two-factor', {
    current_password: who.password,
  });
  const { recovery_codes: recoveryCodes } = await call<{ recovery_codes: string[] }>(
    'POST',
    '/api/user/two-factor/confirm',
    { code: codeOf(secret) },
  );
  const auth = authPage(page);
  await page.goto('/?redirect=%2Fplatform%2Ftrash');
  await auth.signIn(who);
  await expectVisible(auth.heading('One more step'));
  return { auth, who, secret, recoveryCodes };
};

journey('the app’s code is asked for in place, sends itself, and leads on', async (world) => {
  const { page, context } = world;
  const { auth, secret } = await challenged(world);
  await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'code');
  await page.goto('/platform/files');
  await expectVisible(auth.heading('Welcome back'));
  await auth.signIn({ email: `two-${accounts}@example.com`, password: 'the lamp over the kitchen table' });
  await auth.code.fill('000 000');
  await expectVisible(page.getByText('This code isn’t right.'));
  await expectAccessible(page, 'a code that is wrong');
  // The one of this half minute has confirmed the app, and counts no more.
  const code = codeOf(secret, 1);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`);
  await auth.code.press('ControlOrMeta+V');
  await expectPath(page, '/platform/files');
});

journey('a recovery code does in the app’s place, once', async (world) => {
  const { page, server } = world;
  const { auth, who, recoveryCodes } = await challenged(world);
  const [code = ''] = recoveryCodes;
  await auth.button('Use a recovery code instead').click();
  await page.getByLabel('Recovery code').fill(code);
  await auth.button('Sign in').click();
  await expectPath(page, '/platform/trash');
  const again = cookiesOf(await post(`${server.url}/api/login`, who));
  const answer = await post(
    `${server.url}/api/two-factor-challenge`,
    { recovery_code: code },
    { cookie: again },
  );
  expect(answer.status).toBe(401);
});
