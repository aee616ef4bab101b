/** The administration, as administrators see it and those whom they administer feel it. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { otherBrowser } from './harness/other-browser.ts';
import { refusedWithoutSession } from './harness/page-guard.ts';
import { admin, type Credentials } from './harness/server.ts';

const journey = journeysOf();
const password = 'orchid valley lantern';

const fillSignIn = async (page: Page, credentials: Credentials): Promise<void> => {
  await page.getByLabel('Email').fill(credentials.email);
  await page.getByLabel('Password', { exact: true }).fill(credentials.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

const signInWithForm = async (page: Page, credentials: Credentials): Promise<void> => {
  await page.goto('/');
  await fillSignIn(page, credentials);
};

/** Makes a user by the API, as the administrator who is signed in. @returns the user's id */
const createUser = async (
  { context, server }: World,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<string> => {
  const answer = await context.request.post('/api/admin/users', {
    headers: { origin: server.url },
    data: {
      first_name: name,
      last_name: 'Okafor',
      email,
      password,
      password_confirmation: password,
      role: 'user',
    },
  });
  if (!answer.ok()) throw new Error(`Making a user answered ${answer.status()}: ${await answer.text()}`);
  return ((await answer.json()) as { data: { id: string } }).data.id;
};

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const welcome = (page: Page) => heading(page, 'Welcome back');

journey('somebody gets an account; what is wrong stands under its field', async (world) => {
  const { page, signIn, guard } = world;
  guard.allow(/status of 422/);
  await signIn({ at: '/admin/dashboard' });
  await page.getByRole('button', { name: 'Create user' }).click();
  await expectVisible(heading(page, 'Create user'));
  const submit = page.getByRole('button', { name: 'Create user' });
  await page.getByLabel('Email').fill('mara@northlight');
  await submit.click();
  await expectVisible(page.getByText('Enter a name.'));
  await expectVisible(page.getByText('Enter a valid email, like name@example.com'));
  await expectEventually(
    () => page.getByLabel('First name').evaluate((field) => field === document.activeElement),
    true,
  );
  await page.getByLabel('First name').fill('Mara');
  await page.getByLabel('Last name').fill('Lindqvist');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('New password').fill(password);
  await page.getByText('Custom').click();
  await submit.click();
  await expectVisible(page.getByText('Enter a size, like 10.'));
  await page.getByLabel('Size', { exact: true }).fill('10');
  await submit.click();
  // The server has the last word: this email has an account.
  await expectVisible(page.locator('form').getByRole('alert'));
  await page.getByLabel('Email').fill('mara@northlight.example');
  await submit.click();
  await expectVisible(heading(page, 'Mara Lindqvist'));
  await expectVisible(page.getByText('Mara Lindqvist was created'));

  const other = await otherBrowser(world);
  await signInWithForm(other.page, { email: 'mara@northlight.example', password });
  await expectVisible(filesPage(other.page).uploadButton);
  await other.page.goto('/admin/users');
  await expectVisible(heading(other.page, 'You need an administrator account'));
  await other.page.getByRole('button', { name: 'Go home' }).click();
  await expectPath(other.page, '/platform/files');
  expect(other.guard.complaints()).toEqual([]);
});

journey('somebody is restricted, shut out, let in again, and knows why', async (world) => {
  const { page, signIn } = world;
  const ilse = { email: 'ilse@northlight.example', password };
  await signIn();
  const id = await createUser(world, { email: ilse.email, name: 'Ilse' });
  const other = await otherBrowser(world);
  other.guard.allow(refusedWithoutSession);
  await signInWithForm(other.page, ilse);
  await expectVisible(filesPage(other.page).uploadButton);

  await page.goto(`/admin/user/${id}`);
  await page.getByRole('switch', { name: 'Can upload' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The project is over');
  await expectEventually(
    async () =>
      (await page.request.get(`/api/admin/users/${id}`))
        .text()
        .then((said) => said.includes('project is over')),
    true,
  );
  await other.page.reload();
  await filesPage(other.page).uploadButton.click();
  await expectVisible(other.page.getByRole('alertdialog').getByText('The project is over'));

  await page.getByRole('button', { name: 'Suspend…' }).click();
  const popup = page.getByRole('dialog', { name: 'Suspend Ilse Okafor?' });
  await popup.getByLabel('Reason (optional)').fill('Left the studio');
  await popup.getByRole('button', { name: 'Suspend', exact: true }).click();
  await welcome(other.page).waitFor();
  await expectVisible(page.getByText('Reason: Left the studio'));
  await signInWithForm(other.page, ilse);
  await expectVisible(other.page.getByText('Left the studio'));

  await page.getByRole('button', { name: 'Reactivate' }).click();
  await expectVisible(page.getByText('Ilse Okafor can sign in again'));
  await signInWithForm(other.page, ilse);
  await expectVisible(filesPage(other.page).uploadButton);
  expect(other.guard.complaints()).toEqual([]);
});

journey('somebody becomes an administrator, and is none again while looking at users', async (world) => {
  const { page, signIn } = world;
  const ben = { email: 'ben@northlight.example', password };
  await signIn();
  const id = await createUser(world, { email: ben.email, name: 'Ben' });
  await page.goto(`/admin/user/${id}/details`);
  await page.getByLabel('Role').selectOption({ label: 'Admin' });
  await expectVisible(page.getByText('Ben Okafor is now an administrator'));

  const other = await otherBrowser(world);
  other.guard.allow(refusedWithoutSession);
  await signInWithForm(other.page, ben);
  await other.page.getByRole('link', { name: 'Settings' }).click();
  await expectVisible(heading(other.page, 'Dashboard'));
  await other.page.getByRole('link', { name: /^Users/ }).click();
  await expectVisible(other.page.getByRole('link', { name: 'Ben Okafor' }));

  await page.getByLabel('Role').selectOption({ label: 'User' });
  await expectVisible(page.getByText('Ben Okafor is now a regular user'));
  // Their permissions are others now: they sign in anew, and come back to where they were.
  await welcome(other.page).waitFor();
  await fillSignIn(other.page, ben);
  await expectVisible(heading(other.page, 'You need an administrator account'));
  expect(other.guard.complaints()).toEqual([]);
});

journey('somebody is given room, and deleted by typing their name', async (world) => {
  const { page, signIn } = world;
  const priya = { email: 'priya@northlight.example', password };
  await signIn();
  const id = await createUser(world, { email: priya.email, name: 'Priya' });
  const other = await otherBrowser(world);
  other.guard.allow(refusedWithoutSession);
  await signInWithForm(other.page, priya);
  await expectVisible(filesPage(other.page).uploadButton);

  await page.goto(`/admin/user/${id}/storage`);
  await page.getByText('Custom').click();
  await expectVisible(page.getByText('Enter a size. It takes effect as soon as you do.'));
  const size = page.getByLabel('Size', { exact: true });
  await size.fill('0');
  await expectVisible(page.getByText('With 0, nothing can be stored.'));
  await size.fill('2,5');
  await size.blur();
  await expectEventually(() => size.inputValue(), '2.5');
  const given = async () =>
    ((await (await page.request.get(`/api/admin/users/${id}`)).json()) as { data: ManagedUser }).data.meta
      .storage.given;
  await expectEventually(given, 2_500_000_000);
  await page.reload();
  expect(await page.getByLabel('Size', { exact: true }).inputValue()).toBe('2.5');
  await expectVisible(page.getByText('Not in effect'));

  await page.getByRole('link', { name: 'Delete', exact: true }).click();
  await expectPath(page, `/admin/user/${id}/delete`);
  await page.getByRole('button', { name: 'Delete user…' }).click();
  const popup = page.getByRole('alertdialog', { name: 'Delete Priya Okafor?' });
  const confirm = popup.getByRole('button', { name: 'Delete forever' });
  expect(await confirm.isDisabled()).toBe(true);
  await popup.getByRole('textbox').fill('Priya');
  expect(await confirm.isDisabled()).toBe(true);
  await popup.getByRole('textbox').fill('Priya Okafor');
  await confirm.click();
  await expectPath(page, '/admin/users');
  await expectVisible(page.getByText('Priya Okafor is being deleted'));
  await welcome(other.page).waitFor();
  await page.getByRole('searchbox').fill('priya');
  await expectVisible(page.getByText('No users match “priya”'));
  expect(other.guard.complaints()).toEqual([]);
});

journey('administrators cannot delete or suspend themselves', async ({ page, signIn, guard }) => {
  guard.allow(/status of 404/);
  await signIn({ at: '/admin/users?search=admin@' });
  await page.getByRole('table').getByRole('link', { name: admin.email }).click();
  await expectVisible(heading(page, admin.email));
  expect(await page.getByRole('button', { name: 'Suspend…' }).isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Delete', exact: true }).click();
  await expectVisible(page.getByText('You can’t delete yourself.'));
  expect(await page.getByRole('button', { name: 'Delete user…' }).count()).toBe(0);
  await page.goto('/admin/user/0199a0c0-1111-7222-8333-444455556666');
  await expectVisible(heading(page, 'This user doesn’t exist'));
});

journey('users are found from anywhere, and so are the pages of the settings', async (world) => {
  const { page, signIn } = world;
  await signIn();
  const id = await createUser(world, { email: 'chiara@northlight.example', name: 'Chiara' });
  const search = page.getByRole('combobox', { name: 'Search files, folders and actions' });
  await page.keyboard.press('Control+k');
  await search.fill('chiara');
  await expectVisible(page.getByRole('option', { name: /Chiara Okafor/ }));
  await page.keyboard.press('Enter');
  await expectPath(page, `/admin/user/${id}/details`);
  await page.keyboard.press('Control+k');
  await search.fill('general');
  await page.getByRole('option', { name: 'Settings: General' }).click();
  await expectPath(page, '/admin/settings/others');
  await expectGone(search);
  await expectVisible(heading(page, 'Settings'));
});
