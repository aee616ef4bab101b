import { afterAll, expect } from 'vitest';
import { createMailServer } from '../apps/server/src/testing/mail-server.ts';
import { authPage } from './harness/auth-page.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { changeSettings, post } from './harness/session.ts';

const mails = await createMailServer();
const journey = journeysOf({ HOLDALL_SMTP_URL: mails.url });
afterAll(() => mails.close());

const password = 'rain on the roof of the shed';

/** The address in a mail that asks to confirm one, of mails but for the one with another link. */
const linkTo = async (email: string, other?: string): Promise<string> => {
  const mail = await mails.waitFor(
    ({ recipients, links }) => recipients.includes(email) && !links.some((link) => link === other),
  );
  return mail.links.find((link) => link.includes('/confirm-email')) ?? '';
};

journey('an account is made, its address confirmed by a mail, and then it can be used', async (world) => {
  const { page, server, guard } = world;
  guard.allow(/status of (401|410|422)/);
  await changeSettings(server.url, { registration: true });
  const email = 'newcomer@example.com';
  const auth = authPage(page);
  await page.goto('/');
  await auth.link('Create an account').click();
  await expectVisible(auth.heading('Create your account'));
  await expectAccessible(page, 'a new account');
  await page.getByLabel('First name').fill('Nora');
  await auth.email.fill(email);
  await auth.password.fill(password);
  await auth.button('Create account').click();
  await expectPath(page, '/successfully-send');
  await expectVisible(page.getByText(`We sent a link to ${email}.`));

  const link = await linkTo(email);
  // Programs that look at the links of mails follow them: that confirms nothing.
  expect((await fetch(link)).status).toBe(200);
  expect((await post(`${server.url}/api/login`, { email, password })).status).toBe(401);

  // Somebody else asks for an account with this address: their mail opens nothing for its owner, nor for them.
  const theirs = 'somebody else was here';
  await post(`${server.url}/api/register`, {
    first_name: 'Eve',
    email,
    password: theirs,
    password_confirmation: theirs,
  });
  await page.goto(await linkTo(email, link));
  await expectVisible(auth.heading('Confirm your email'));
  await expectPath(page, '/confirm-email');
  await auth.password.fill(password);
  await auth.button('Confirm email').click();
  await expectVisible(page.getByText('This isn’t the password you chose here.'));

  await page.goto(link);
  await expectVisible(page.getByText(`Enter the password you chose for ${email} again`));
  await expectAccessible(page, 'a registration to confirm');
  await auth.password.fill(password);
  await auth.password.press('Enter');
  await expectVisible(auth.heading('Your account is ready'));
  expect((await post(`${server.url}/api/login`, { email, password: theirs })).status).toBe(401);
  await auth.link('Sign in').click();
  expect(await auth.email.inputValue()).toBe(email);
  await auth.password.fill(password);
  await auth.password.press('Enter');
  await expectPath(page, '/platform/files');

  // The mail may be opened once more; a link that is none has expired.
  await page.goto(link);
  await expectVisible(auth.heading('Your account is ready'));
  await page.goto('/confirm-email?token=none');
  await expectVisible(auth.heading('This link has expired'));
});
