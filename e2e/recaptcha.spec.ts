import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { createMailServer } from '../apps/server/src/testing/mail-server.ts';
import { authPage } from './harness/auth-page.ts';
import { botKeys, createBotService } from './harness/bot-service.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { admin } from './harness/server.ts';
import { post } from './harness/session.ts';

const service = await createBotService();
const mails = await createMailServer();
const journey = journeysOf({ HOLDALL_RECAPTCHA_ORIGIN: service.origin, HOLDALL_SMTP_URL: mails.url });
afterAll(async () => {
  service.close();
  await mails.close();
});

/** Bot protection and registration are on; the administrator's own session was begun before. */
const protect = async ({ server, context }: World): Promise<void> => {
  Object.assign(service, { score: 0.9, isUp: true });
  const headers = { origin: server.url };
  const config = await context.request.get(`${server.url}/api/config`);
  const { allowedRecaptcha } = (await config.json()) as { allowedRecaptcha: boolean };
  if (allowedRecaptcha) return;
  await context.request.post(`${server.url}/api/login`, { headers, data: { ...admin, remember: false } });
  for (const [name, value] of [
    ['recaptcha_client_id', botKeys.client],
    ['recaptcha_secret', botKeys.secret],
    ['registration', true],
    ['recaptcha_allowed', true],
  ])
    await context.request.patch(`${server.url}/api/admin/settings/others`, {
      headers,
      data: { name, value },
    });
  await context.clearCookies();
};

/** Returns the traces of the service in the page. */
const traces = (page: Page) =>
  page.evaluate(() => ({
    parts: document.querySelectorAll('script[src*="/recaptcha/"], iframe, .grecaptcha-badge').length,
    isThere: Reflect.get(globalThis, 'grecaptcha') !== undefined,
  }));
const none = { parts: 0, isThere: false };
/** The two scripts, the frame and the badge. */
const whole = { parts: 4, isThere: true };

/** Leaves something in a document, as a script that has run does. */
const mark = async (page: Page): Promise<void> => {
  await expectEventually(() => traces(page), whole);
  await page.evaluate(() => Reflect.set(globalThis, 'wasThereBefore', true));
};
/** The document has begun anew: whatever the service's scripts had kept of it is gone. */
const expectUnmarked = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => Reflect.has(globalThis, 'wasThereBefore'))).toBe(false);
  expect(await traces(page)).toEqual(none);
};
const actions = () => service.verifications.map(({ action }) => action);

journey(
  'signing in shows that no program does, tells where that fails, and nothing of the service goes along',
  async (world) => {
    await protect(world);
    const { page, server, guard } = world;
    guard.allow(/status of (422|503)|recaptcha\/api\.js/);
    const auth = authPage(page);
    service.isUp = false;
    await page.goto('/?redirect=%2Fplatform%2Ftrash');
    await expectVisible(page.getByText('Protected by a bot-protection service.'));
    const notice = auth.problem.getByText('Bot protection didn’t load.');
    await expectVisible(notice);
    await expectAccessible(page, 'sign-in without the bot protection');
    expect(await page.getByText('The server cannot be reached.').isVisible()).toBe(false);
    const refused = page.waitForResponse(/recaptcha\/api\.js/);
    await auth.signIn(admin);
    // Until it has come to nothing the attempt would find the service that is there again, and sign in by itself.
    await refused;
    await expectEventually(() => auth.button('Sign in').getAttribute('aria-busy'), null);
    await expectVisible(notice);
    service.isUp = true;
    await auth.problem.getByRole('button', { name: 'Try again' }).click();
    await mark(page);
    await expectGone(notice);

    // A visitor who looks like a program may try again.
    service.score = 0.1;
    await auth.button('Sign in').click();
    await expectVisible(auth.problem.getByText('couldn’t confirm that you’re a person'));
    service.score = 0.9;
    await auth.button('Sign in').click();
    await expectPath(page, '/platform/trash');
    await expectVisible(auth.heading('Trash'));
    await expectUnmarked(page);
    expect(service.verifications.at(-1)).toEqual({ secret: botKeys.secret, action: 'sign_in' });
    const { status } = await post(`${server.url}/api/login`, { ...admin, remember: false });
    expect(status).toBe(422);

    // Nor does it go along from a form that somebody signed in looks at.
    await page.goto('/forgotten-password');
    await mark(page);
    await auth.link('Back to sign in').click();
    await expectVisible(auth.heading('Home'));
    await expectUnmarked(page);
  },
);

journey(
  'a new account and a forgotten password are protected, too, and a tab that follows a sign-in takes nothing along',
  async (world) => {
    await protect(world);
    const { page, context } = world;
    const auth = authPage(page);
    await page.goto('/register');
    await expectVisible(auth.heading('Create your account'));
    await page.getByLabel('First name').fill('Nora');
    await auth.email.fill('nora@example.com');
    await auth.password.fill('rain on the roof of the shed');
    await auth.button('Create account').click();
    await expectPath(page, '/successfully-send');
    expect(actions().at(-1)).toBe('register');
    await expectEventually(() => traces(page), none);

    await auth.link('Back to sign in').click();
    await auth.link('Forgot password?').click();
    await expectVisible(auth.heading('Forgot your password?'));
    await expectEventually(() => traces(page), whole);
    await auth.email.fill('nora@example.com');
    await auth.button('Send reset link').click();
    await expectPath(page, '/successfully-send');
    expect(actions().at(-1)).toBe('forgot_password');

    const follower = await context.newPage();
    await follower.goto('/?redirect=%2Fplatform%2Ftrash');
    await mark(follower);
    await auth.link('Back to sign in').click();
    await auth.signIn(admin);
    await expectPath(page, '/platform/files');
    await expectPath(follower, '/platform/trash');
    await expectVisible(authPage(follower).heading('Trash'));
    await expectUnmarked(follower);
  },
);
