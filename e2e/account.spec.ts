/** A person's own account, and how an administrator opens one for them where no mails are sent. */
import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fourFields } from '../apps/server/src/testing/media-files.ts';
import { addUser } from './harness/accounts.ts';
import { authPage } from './harness/auth-page.ts';
import { expectAccessible, expectAccessibleInEachWindow } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { otherBrowser } from './harness/other-browser.ts';
import { refusedWithoutSession } from './harness/page-guard.ts';
import { admin, type Credentials } from './harness/server.ts';
import { cookiesOf, post } from './harness/session.ts';

const journey = journeysOf();
let accounts = 0;

/** A page of an account that nothing else has touched, at a path of the section "user". */
const openAt = async ({ server, context, page }: World, path: string) => {
  const user = addUser(server.dataDir, `account-${(accounts += 1)}@example.com`);
  await context.request.post(`${server.url}/api/login`, {
    headers: { origin: server.url },
    data: { ...user, remember: false },
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return user;
};

/** Waits until a field has said that it is saved. */
const expectSaved = (page: Page) => expectVisible(page.getByRole('status').getByText('Saved'));

/** A sign-in on another device. */
const elsewhere = async (url: string, { email, password }: Credentials, agent = 'curl') => {
  const data = { email, password, remember: false };
  const answer = await post(`${url}/api/login`, data, { 'user-agent': agent });
  const cookie = cookiesOf(answer);
  const status = async () => (await fetch(`${url}/api/user`, { headers: { cookie } })).status;
  return { answered: answer.status, status };
};

const dialogOf = (page: Page) => page.getByRole('dialog');

journey(
  'a new user gives a name, fills in the profile, has a photo and another email, and finds all of it again',
  async (world) => {
    const { page, context, server, guard } = world;
    guard.allow(/status of 422/);
    const popup = dialogOf(page);
    const { email, password } = await openAt(world, '/user/profile');
    await expectVisible(popup.getByText('People you share files with see your name.', { exact: false }));
    await expectAccessible(page, 'asking for a name');
    await popup.getByLabel('First name').fill('Mara');
    await page.keyboard.press('Enter');
    await expectGone(popup);
    await expectEventually(() => page.getByLabel('First name').inputValue(), 'Mara');
    await page.getByLabel('Last name').pressSequentially('Lindqvist');
    await expectSaved(page);
    await expectVisible(page.getByText('Mara Lindqvist', { exact: true }));
    const country = page.getByRole('combobox', { name: 'Country' });
    await country.click();
    expect(await page.getByRole('option').first().textContent()).toBe('Czech Republic');
    await country.fill('slov');
    await page.getByRole('option', { name: 'Slovakia' }).click();
    await page.getByLabel('Time zone').selectOption({ label: 'UTC +05:45' });
    await page.getByRole('radio', { name: 'Purple' }).check();
    const lastSaved = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('applemoji') === true,
    );
    await page.getByRole('radio', { name: 'From your device' }).check();
    expect((await lastSaved).ok()).toBe(true);

    const picker = page.locator('input[type=file]');
    const noPhoto = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };
    await picker.setInputFiles(noPhoto);
    await expectVisible(page.getByText('We can’t read this file as a photo.'));
    const photo = await fourFields(600, 400).png().toBuffer();
    await picker.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo });
    const zoom = popup.getByRole('slider', { name: 'Zoom' });
    expect(await zoom.inputValue()).toBe('1');
    await popup.getByLabel('Visible area').focus();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('+');
    expect(Number(await zoom.inputValue())).toBeCloseTo(1.1 ** 5, 3);
    await popup.getByRole('button', { name: 'Use this photo' }).click();
    const shown = page.getByRole('link', { name: 'Account: Mara Lindqvist' }).locator('img');
    await expectEventually(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), 96);

    await page.getByRole('button', { name: 'Change email' }).click();
    const changeEmail = async (confirmation: string): Promise<void> => {
      await popup.getByLabel('New email').fill(`new-${email}`);
      await popup.getByLabel('Current password').fill(confirmation);
      await popup.getByRole('button', { name: 'Change email' }).click();
    };
    await changeEmail('not my password');
    await expectVisible(popup.getByText('That’s not your password.'));
    await changeEmail(password);
    await expectGone(popup);
    expect((await elsewhere(server.url, { email: `new-${email}`, password })).answered).toBe(200);

    await page.reload();
    await expectVisible(page.getByText(`new-${email}`).first());
    await expectEventually(() => page.getByLabel('Last name').inputValue(), 'Lindqvist');
    expect(await country.inputValue()).toBe('Slovakia');
    expect(await page.getByLabel('Time zone').inputValue()).toBe('5.75');
    expect(await page.getByRole('radio', { name: 'Purple' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await expectGone(shown);
    // The device's own emoji are text.
    const data = { name: 'Harvest', emoji: '🍎' };
    await context.request.post('/api/create-folder', { headers: { origin: server.url }, data });
    await page.goto('/platform/files');
    const emoji = filesPage(page).row('Harvest').locator('.emoji');
    await expectEventually(
      () => emoji.evaluate((drawn) => [drawn.tagName, drawn.textContent]),
      ['SPAN', '🍎'],
    );
  },
  { asksNames: true },
);

journey(
  'devices are signed out, one and with a new password all, and an access token is shown once',
  async (world) => {
    const { page, server, guard } = world;
    guard.allow(/status of 422/);
    // A page that connects while its session is replaced would be refused once.
    const connected = listening(page, 'private-user');
    const user = await openAt(world, '/user/settings/password');
    await connected;
    const agent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
    const handset = await elsewhere(server.url, user, agent);
    const laptop = await elsewhere(server.url, user);
    await page.reload();
    const devices = page.getByRole('list', { name: 'Signed-in devices' });
    await expectEventually(() => devices.getByRole('listitem').count(), 3);
    await expectVisible(devices.getByText('This device'));
    await devices.getByRole('button', { name: /^Sign out Safari on iOS/ }).click();
    const question = page.getByRole('alertdialog', { name: /^Sign out Safari on iOS/ });
    await question.getByLabel('Current password').fill(user.password);
    await question.getByRole('button', { name: 'Sign out' }).click();
    await expectGone(devices.getByText('Safari on iOS'));
    expect([await handset.status(), await laptop.status()]).toEqual([401, 200]);

    const password = 'seven quiet harbours at noon';
    const change = async (current: string): Promise<void> => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not my password');
    await expectVisible(page.getByText('That’s not your password.'));
    await change(user.password);
    await page.getByRole('alertdialog', { name: 'Your password was changed' }).getByRole('button').click();
    await expectEventually(() => page.getByLabel('Current password').inputValue(), '');
    await expectEventually(() => devices.getByRole('listitem').count(), 1);
    await expectVisible(page.getByText('You changed your password'));
    expect(await laptop.status()).toBe(401);
    expect((await elsewhere(server.url, user)).answered).toBe(401);
    expect((await elsewhere(server.url, { ...user, password })).answered).toBe(200);

    await page.getByRole('button', { name: 'Create token' }).click();
    const popup = dialogOf(page);
    await popup.getByLabel('Name').fill('Backup');
    await popup.getByLabel('Expires after').selectOption({ label: 'Never' });
    await popup.getByLabel('Current password').fill(password);
    await popup.getByRole('button', { name: 'Create token' }).click();
    const token = (await popup.locator('code').textContent()) ?? '';
    const status = async () =>
      (await fetch(`${server.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status()).toBe(200);
    await popup.getByRole('button', { name: 'I’ve copied it' }).click();
    const tokens = page.getByRole('list', { name: 'Personal access tokens' });
    await expectVisible(tokens.getByText('Never expires'));
    expect(await page.content()).not.toContain(token);
    await tokens.getByRole('button', { name: 'Revoke Backup' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expectVisible(page.getByText('No tokens yet'));
    expect(await status()).toBe(401);
  },
);

journey('the pages of the account suit a phone and a desktop', async (world) => {
  const { page } = world;
  const user = await openAt(world, '/user');
  await expectPath(page, '/user/profile');
  await expectAccessibleInEachWindow(page, 'Profile');
  await page.getByRole('combobox', { name: 'Country' }).click();
  await expectAccessible(page, 'Profile with its countries', { within: 'main' });
  await page.goto('/user/settings/storage');
  await expectVisible(page.getByText('No uploads or downloads yet.'));
  await expectAccessibleInEachWindow(page, 'Storage');
  await page.goto('/user/settings');
  await expectPath(page, '/user/settings/password');
  await expectVisible(page.getByText('This device'));
  await expectVisible(page.getByText('You signed in'));
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectAccessibleInEachWindow(page, 'Security with errors');
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  await dialogOf(page).getByLabel('Current password').fill(user.password);
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
  await expectVisible(dialogOf(page).getByLabel('Six-digit code'));
  await expectAccessibleInEachWindow(page, 'Setting two-factor sign-in up');
});

journey('an invitation and a reset link are handed over where no mail is sent', async (world) => {
  const { page, signIn } = world;
  const email = 'ilse@northlight.example';
  await signIn({ at: '/admin/user/create' });
  await page.getByLabel('First name').fill('Ilse');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('switch', { name: 'Create an invitation link instead' }).click();
  await page.getByRole('button', { name: 'Create user' }).click();
  const invitation = page.getByRole('dialog', { name: 'Invitation link for Ilse' });
  await expectVisible(invitation.getByRole('img', { name: 'QR code for the link' }));
  await expectAccessible(page, 'an invitation link');
  const link = await invitation.getByLabel('Link', { exact: true }).inputValue();
  await invitation.getByRole('button', { name: 'Close' }).last().click();
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Ilse' }));

  const { page: theirs, guard } = await otherBrowser(world);
  const auth = authPage(theirs);
  const choose = async (address: string, heading: string, password: string): Promise<void> => {
    await theirs.goto(address);
    await expectVisible(auth.heading(heading));
    await theirs.locator('input[name=password]').fill(password);
    await auth.button('Save password').click();
    await theirs.getByRole('alertdialog').getByRole('button').click();
    await auth.password.fill(password);
    await auth.password.press('Enter');
    await expectPath(theirs, '/platform/files');
    await expectVisible(theirs.getByRole('link', { name: /^Account:/ }));
  };
  await choose(link, 'Welcome to Holdall', 'rain on the roof of the shed');

  await page.getByRole('link', { name: 'Password', exact: true }).click();
  await page.getByRole('button', { name: 'Create reset link…' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Create link', exact: true }).click();
  const reset = page.getByRole('dialog', { name: 'Reset link for Ilse' });
  const again = await reset.getByLabel('Link', { exact: true }).inputValue();
  // The link is asked about once more as the session of the old password ends.
  for (const expected of [refusedWithoutSession, /status of 410/]) guard.allow(expected);
  await choose(again, 'Choose a new password', 'a kettle that whistles in thirds');
  expect(guard.complaints()).toEqual([]);
});
