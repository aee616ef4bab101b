import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fourFields } from '../apps/server/src/testing/media-files.ts';
import { addUser } from './harness/accounts.ts';
import { codeOf } from './harness/authenticator.ts';
import { expectAccessible, expectAccessibleInEachWindow, inEachWindow } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { post } from './harness/session.ts';
import type { Credentials } from './harness/server.ts';

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

/** Signs in beside the page. @returns the status of the answer */
const signInStatus = async (url: string, { email, password }: Credentials): Promise<number> =>
  (await post(`${url}/api/login`, { email, password, remember: false })).status;

const dialogOf = (page: Page) => page.getByRole('dialog');

journey('a profile saves itself, field by field, and comes back as it was saved', async (world) => {
  const { page, context, server } = world;
  await openAt(world, '/user/profile');
  await context.request.post(`${server.url}/api/create-folder`, {
    headers: { origin: server.url },
    data: { name: 'Harvest', emoji: '🍎' },
  });
  await page.getByLabel('First name').fill('Mara');
  await expectSaved(page);
  await page.getByLabel('Last name').pressSequentially('Lindqvist');
  await expectVisible(page.getByText('Mara Lindqvist', { exact: true }));
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.click();
  expect(await page.getByRole('option').first().textContent()).toBe('Czech Republic');
  await country.fill('slov');
  await page.getByRole('option', { name: 'Slovakia' }).click();
  await page.getByLabel('Time zone').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('Icel');
  await page.keyboard.press('Enter');
  await page.getByLabel('Time zone').selectOption({ label: 'UTC +05:45' });
  await page.getByRole('radio', { name: 'Purple' }).check();
  const lastSaved = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('applemoji') === true,
  );
  await page.getByRole('radio', { name: 'From your device' }).check();
  expect((await lastSaved).ok()).toBe(true);
  await expectVisible(page.getByRole('link', { name: 'Account: Mara Lindqvist' }));
  await page.reload();
  await expectEventually(() => page.getByLabel('First name').inputValue(), 'Mara');
  expect(await page.getByLabel('Last name').inputValue()).toBe('Lindqvist');
  expect(await country.inputValue()).toBe('Iceland');
  expect(await page.getByLabel('Time zone').inputValue()).toBe('5.75');
  expect(await page.getByRole('radio', { name: 'Purple' }).isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: 'From your device' }).isChecked()).toBe(true);
  // The device's own emoji are text.
  await page.goto('/platform/files');
  const emoji = filesPage(page).row('Harvest').locator('.emoji');
  await expectEventually(() => emoji.evaluate((drawn) => [drawn.tagName, drawn.textContent]), ['SPAN', '🍎']);
});

journey(
  'a name that is emptied is not saved, and one that waits is saved when the page is left',
  async (world) => {
    const { page } = world;
    await openAt(world, '/user/profile');
    const name = page.getByLabel('First name');
    await name.fill('Mara');
    await expectSaved(page);
    await name.fill('');
    await page.getByLabel('Last name').focus();
    expect(await name.inputValue()).toBe('Mara');
    await name.fill('Ilse');
    await page.getByRole('link', { name: 'Security' }).click();
    await expectPath(page, '/user/settings/password');
    await expectVisible(page.getByRole('link', { name: 'Account: Ilse' }));
  },
);

journey('a photo is cut to its square, shown everywhere, and taken away again', async (world) => {
  const { page } = world;
  await openAt(world, '/user/profile');
  const picker = page.locator('input[type=file]');
  await picker.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expectVisible(page.getByText('We can’t read this file as a photo.'));
  await picker.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await fourFields(600, 400).png().toBuffer(),
  });
  const popup = dialogOf(page);
  await expectVisible(popup);
  const zoom = popup.getByRole('slider', { name: 'Zoom' });
  expect(await zoom.inputValue()).toBe('1');
  await popup.getByLabel('Visible area').focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('+');
  await page.keyboard.press('ArrowRight');
  expect(Number(await zoom.inputValue())).toBeCloseTo(1.1 ** 5, 3);
  await popup.getByRole('button', { name: 'Use this photo' }).click();
  await expectGone(popup);
  const shown = page.getByRole('link', { name: /^Account:/ }).locator('img');
  await expectVisible(shown);
  await expectEventually(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), 96);
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expectGone(shown);
});

journey('an email is changed with the password, and the next sign-in takes the new one', async (world) => {
  const { page, server, guard } = world;
  guard.allow(/status of 422/);
  const { email, password } = await openAt(world, '/user/profile');
  await page.getByRole('button', { name: 'Change email' }).click();
  const popup = dialogOf(page);
  await popup.getByLabel('New email').fill(`new-${email}`);
  await popup.getByLabel('Current password').fill('not my password');
  await popup.getByRole('button', { name: 'Change email' }).click();
  await expectVisible(popup.getByText('That’s not your password.'));
  await popup.getByLabel('Current password').fill(password);
  await popup.getByRole('button', { name: 'Change email' }).click();
  await expectGone(popup);
  await expectVisible(page.getByText(`new-${email}`).first());
  expect(await signInStatus(server.url, { email: `new-${email}`, password })).toBe(200);
});

journey('a new password asks for the old one, and ends the sessions of other devices', async (world) => {
  const { page, server, guard } = world;
  guard.allow(/status of 422/);
  const user = await openAt(world, '/user/settings/password');
  const fill = async (current: string, next: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  expect(await signInStatus(server.url, user)).toBe(200);
  // A page that connects while its session is replaced would be refused once.
  const connected = listening(page, 'private-user');
  await page.reload();
  await connected;
  const devices = page.getByRole('list', { name: 'Signed-in devices' });
  await expectEventually(() => devices.getByRole('listitem').count(), 2);

  const next = 'seven quiet harbours at noon';
  await fill('not my password', next);
  await expectVisible(page.getByText('That’s not your password.'));
  await fill(user.password, next);
  const alert = page.getByRole('alertdialog', { name: 'Your password was changed' });
  await expectVisible(alert);
  await alert.getByRole('button').click();
  await expectEventually(() => page.getByLabel('Current password').inputValue(), '');
  await expectEventually(() => devices.getByRole('listitem').count(), 1);
  await expectVisible(page.getByText('You changed your password'));
  expect(await signInStatus(server.url, user)).toBe(401);
  expect(await signInStatus(server.url, { ...user, password: next })).toBe(200);
});

journey('two-factor sign-in is switched on by a code of the app, and off by the password', async (world) => {
  const { page, server, guard } = world;
  guard.allow(/status of 422/);
  const user = await openAt(world, '/user/settings/password');
  const popup = dialogOf(page);
  const confirmWith = async (button: string, asked = popup) => {
    await asked.getByLabel('Current password').fill(user.password);
    await asked.getByRole('button', { name: button }).click();
  };
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
  await confirmWith('Continue');
  const qr = popup.getByRole('img', { name: 'QR code for your authenticator app' });
  await expectEventually(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
  const secret = (await popup.locator('code').textContent()) ?? '';
  await popup.getByLabel('Six-digit code').fill('12345');
  await popup.getByRole('button', { name: 'Turn on' }).click();
  await expectVisible(popup.getByText('The code has six digits.'));
  await popup.getByLabel('Six-digit code').fill(codeOf(secret));
  await popup.getByRole('button', { name: 'Turn on' }).click();
  const codes = popup.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expectEventually(() => codes.count(), 10);
  await page.keyboard.press('Escape');
  expect(await codes.count(), 'they are shown this once').toBe(10);
  await popup.getByRole('button', { name: 'I’ve saved them' }).click();
  await expectVisible(page.getByText('10 recovery codes left.'));
  const challenge = await post(`${server.url}/api/login`, { ...user, remember: false });
  expect(await challenge.json()).toEqual({ two_factor: true });

  await page.getByRole('button', { name: 'Turn off' }).click();
  await confirmWith('Turn off', page.getByRole('alertdialog'));
  await expectVisible(page.getByRole('button', { name: 'Set up two-factor sign-in' }));
  await expectVisible(page.getByText('You turned off two-factor sign-in'));
});

journey('an access token is shown once, opens the API, and no longer once it is revoked', async (world) => {
  const { page, server } = world;
  const user = await openAt(world, '/user/settings/password');
  await page.getByRole('button', { name: 'Create token' }).click();
  const popup = dialogOf(page);
  await popup.getByLabel('Name').fill('Backup');
  await popup.getByLabel('Expires after').selectOption({ label: 'Never' });
  await popup.getByLabel('Current password').fill(user.password);
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
});

journey('other devices are named and signed out', async (world) => {
  const { page, server } = world;
  const user = await openAt(world, '/user/settings/password');
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
  const other = await post(`${server.url}/api/login`, { ...user, remember: false }, { 'user-agent': agent });
  const cookie = other.headers.getSetCookie().map((line) => line.split(';')[0]);
  await page.reload();
  const devices = page.getByRole('list', { name: 'Signed-in devices' });
  await expectVisible(devices.getByText('This device'));
  await devices.getByRole('button', { name: /^Sign out Safari on iOS/ }).click();
  const popup = page.getByRole('alertdialog', { name: /^Sign out Safari on iOS/ });
  await popup.getByLabel('Current password').fill(user.password);
  await popup.getByRole('button', { name: 'Sign out' }).click();
  await expectGone(devices.getByText('Safari on iOS'));
  const answer = await fetch(`${server.url}/api/user`, { headers: { cookie: cookie.join('; ') } });
  expect(answer.status).toBe(401);
  expect(await devices.getByRole('listitem').count()).toBe(1);
});

journey(
  'axe finds nothing in the account',
  async (world) => {
    const { page } = world;
    const user = await openAt(world, '/user/profile');
    await expectAccessibleInEachWindow(page, 'Profile');
    await inEachWindow(page, async (width) => {
      await page.getByRole('combobox', { name: 'Country' }).click();
      await expectAccessible(page, `Profile with its countries at ${width}`);
      await page.keyboard.press('Escape');
    });
    await page.goto('/user/settings/storage');
    await expectVisible(page.getByText('No uploads or downloads yet.'));
    await expectAccessibleInEachWindow(page, 'Storage');
    await page.goto('/user/settings/password');
    await expectVisible(page.getByText('This device'));
    await expectVisible(page.getByText('You signed in'));
    await expectAccessibleInEachWindow(page, 'Security');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expectAccessibleInEachWindow(page, 'Security with errors');
    await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click();
    await dialogOf(page).getByLabel('Current password').fill(user.password);
    await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
    await expectVisible(dialogOf(page).getByLabel('Six-digit code'));
    await expectAccessibleInEachWindow(page, 'Setting two-factor sign-in up');
  },
  { timeout: 240_000 },
);

journey(
  'each account without a name is asked for one at its first sign-in',
  async ({ page, context, server }) => {
    const dialog = dialogOf(page);
    const expectQuestion = async (email: string): Promise<void> => {
      // A page of the session before would find that it has ended.
      await page.goto('about:blank');
      const data = { ...addUser(server.dataDir, email), remember: false };
      await context.request.post(`${server.url}/api/login`, { headers: { origin: server.url }, data });
      await page.goto('/platform/files');
      await expectVisible(dialog.getByText('People you share files with see your name.', { exact: false }));
    };
    await expectQuestion('unwilling@example.com');
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await expectGone(dialog);
    // On the same browser another person is asked.
    await expectQuestion('nameless@example.com');
    await expectAccessible(page, 'asking for a name');
    await dialog.getByLabel('First name').fill('Mara');
    await page.keyboard.press('Enter');
    await expectGone(dialog);
    await page.goto('/user/profile');
    await expectEventually(() => page.getByLabel('First name').inputValue(), 'Mara');
  },
  { asksNames: true },
);
