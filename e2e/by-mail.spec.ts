/** The ways into an account that begin with a mail. */
import type { Locator } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { createMailServer } from '../apps/server/src/testing/mail-server.ts';
import { authPage } from './harness/auth-page.ts';
import { expectAccessible, expectAccessibleInEachWindow } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { otherBrowser } from './harness/other-browser.ts';
import { png } from './harness/preview-files.ts';
import { changeSettings, createUser, post } from './harness/session.ts';

const mails = await createMailServer();
const journey = journeysOf({ HOLDALL_SMTP_URL: mails.url });
afterAll(() => mails.close());

const password = 'rain on the roof of the shed';
const oldPassword = 'the lamp over the kitchen table';

/** The link to a page in a mail to somebody; not one that is known already. */
const mailedLink = async (email: string, page: string, known?: string): Promise<string> => {
  const isNew = (link: string) => link.includes(page) && link !== known;
  const mail = await mails.waitFor(
    ({ recipients, links }) => recipients.includes(email) && links.some(isNew),
  );
  return mail.links.find(isNew) ?? '';
};

journey('an account is made, its address confirmed by a mail, and then it can be used', async (world) => {
  const { page, server, guard } = world;
  guard.allow(/status of (401|422)/);
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

  const link = await mailedLink(email, '/confirm-email');
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
  await page.goto(await mailedLink(email, '/confirm-email', link));
  await expectVisible(auth.heading('Confirm your email'));
  await auth.password.fill(password);
  await auth.button('Confirm email').click();
  await expectVisible(page.getByText('This isn’t the password you chose here.'));

  await page.goto(link);
  await expectVisible(page.getByText(`Enter the password you chose for ${email} again`));
  await expectPath(page, '/confirm-email');
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
});

journey(
  'a forgotten password is replaced by way of a mail, whose link works once',
  async ({ page, server, guard }) => {
    guard.allow(/status of (401|410)/);
    const email = 'mara@example.com';
    await createUser(server.url, { email, password: oldPassword });
    const referrers: string[] = [];
    page.on('request', (sent) => referrers.push(sent.headers()['referer'] ?? ''));
    const auth = authPage(page);
    await page.goto('/');
    await auth.link('Forgot password?').click();
    await expectVisible(auth.heading('Forgot your password?'));
    await auth.email.fill(email);
    await auth.email.press('Enter');
    await expectVisible(page.getByText(`If ${email} has an account, a reset link is on its way.`));
    await expectPath(page, '/successfully-send');

    const link = await mailedLink(email, '/create-new-password');
    await page.goto(link);
    await expectVisible(auth.heading('Choose a new password'));
    await expectPath(page, '/create-new-password');
    await auth.newPassword.fill(password);
    await auth.newPassword.press('Enter');
    const popup = page.getByRole('alertdialog', { name: 'Your password was changed' });
    await popup.getByRole('button').click();
    await expectPath(page, '/');
    expect(await auth.email.inputValue()).toBe(email);
    await auth.password.fill(password);
    await auth.password.press('Enter');
    await expectPath(page, '/platform/files');
    const { status } = await post(`${server.url}/api/login`, { email, password: oldPassword });
    expect(status).toBe(401);
    expect(referrers.filter((referrer) => referrer.includes('token'))).toEqual([]);

    await page.goto(link);
    await expectVisible(auth.heading('This link has expired'));
    await auth.link('Request a new one').click();
    await expectVisible(auth.heading('Forgot your password?'));
  },
);

journey(
  'a user is invited with a photo, which is changed later, and is welcomed to an account',
  async (world) => {
    const { page, signIn, guard: adminGuard } = world;
    const email = 'ilse@northlight.example';
    const crop = page.getByRole('dialog', { name: 'Choose the area to show' });
    const choosePhoto = () =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'ilse.png', mimeType: 'image/png', buffer: Buffer.from(png(600, 400)) });
    const usePhoto = crop.getByRole('button', { name: 'Use this photo' });
    const widthOf = (picture: Locator) => () =>
      picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await signIn({ at: '/admin/user/create' });
    await page.getByLabel('First name').fill('Ilse');
    await page.getByLabel('Email').fill(email);
    await choosePhoto();
    // Enter in there sends nothing.
    await crop.getByRole('slider', { name: 'Zoom' }).press('Enter');
    await usePhoto.click();
    await expectGone(crop);
    await expectEventually(widthOf(page.getByRole('img', { name: 'Chosen photo' })), 400);
    await page.getByRole('switch', { name: 'Send an invitation instead' }).click();
    await page.getByRole('button', { name: 'Create user' }).click();
    await expectVisible(page.getByText(`Ilse was created; the invitation is on its way to ${email}`));
    const shown = page.locator('main img.avatar');
    await expectEventually(widthOf(shown), 192);
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await expectGone(shown);

    // A refusal stands where the square is chosen.
    adminGuard.allow(/status of 429/);
    const message = 'Too many attempts. Please wait a moment and try again.';
    const refusal = { status: 429, json: { code: 'limit.too_many', message } };
    await page.route('**/avatar', (route) => route.fulfill(refusal), { times: 1 });
    await choosePhoto();
    await usePhoto.click();
    await expectVisible(crop.getByText(message, { exact: true }));
    await usePhoto.click();
    await expectGone(crop);
    await expectEventually(widthOf(shown), 192);

    const link = await mailedLink(email, '/create-new-password');
    const { page: theirs, guard } = await otherBrowser(world);
    const auth = authPage(theirs);
    const asked: string[] = [];
    theirs.on('request', (request) => asked.push(request.url()));
    await theirs.goto(link);
    await expectVisible(auth.heading('Welcome to Holdall'));
    await expectAccessibleInEachWindow(theirs, 'an invitation');
    await expectPath(theirs, '/create-new-password');
    await auth.password.fill(password);
    await auth.button('Save password').click();
    const done = theirs.getByRole('alertdialog', { name: 'Your account is ready' });
    await done.getByRole('button').click();
    expect(await auth.email.inputValue()).toBe(email);
    await auth.password.fill(password);
    await auth.password.press('Enter');
    await expectPath(theirs, '/platform/files');
    await expectVisible(theirs.getByRole('link', { name: /^Account:/ }));
    // The token that opens the account stands in the address of the page that was opened, and in no other.
    expect(asked.filter((address) => address.includes('token=') && address !== link)).toEqual([]);
    await mails.waitFor(({ subject }) => subject === 'Your Holdall account is ready');
    expect(guard.complaints()).toEqual([]);
  },
);
