/** Without a mail server an administrator hands over the links that open accounts. */
import { expect } from 'vitest';
import { authPage } from './harness/auth-page.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { otherBrowser } from './harness/other-browser.ts';
import { admin } from './harness/server.ts';

const journey = journeysOf();
const email = 'ilse@northlight.example';
const [first, second] = ['rain on the roof of the shed', 'a kettle that whistles in thirds'];

journey('an invitation and a reset link are handed over where no mail is sent', async (world) => {
  const { page, context, server, signIn } = world;
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
  await expectGone(invitation);
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Ilse' }));
  await expectVisible(page.getByText(/created an invitation link to hand over to Ilse/));

  const { page: theirs, guard } = await otherBrowser({ context, server });
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
  await choose(link, 'Welcome to Holdall', first);

  await page.reload();
  await page.getByRole('link', { name: 'Password', exact: true }).click();
  await expectVisible(page.getByText('1 device is signed in.', { exact: false }));
  expect(await page.getByRole('button', { name: 'Create invitation link' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Create reset link…' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Create link', exact: true }).click();
  const reset = page.getByRole('dialog', { name: 'Reset link for Ilse' });
  const again = await reset.getByLabel('Link', { exact: true }).inputValue();
  const other = await otherBrowser({ context, server });
  await other.page.goto('/forgotten-password');
  await expectVisible(other.page.getByText(/Ask your administrator for a reset link/));
  guard.allow(/status of 401/);
  await choose(again, 'Choose a new password', second);
  guard.allow(/status of 410/);
  await theirs.goto(again);
  await expectVisible(auth.heading('This link has expired'));
  expect([...guard.complaints(), ...other.guard.complaints()]).toEqual([]);
});
