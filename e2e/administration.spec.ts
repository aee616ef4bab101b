/** The administration, as administrators see it and those whom they administer feel it. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addUser } from './harness/accounts.ts';
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

/** Opens the browser of somebody who signs in with the form. */
const browserOf = async (world: World, credentials: Credentials) => {
  const other = await otherBrowser(world);
  other.guard.allow(refusedWithoutSession);
  await signInWithForm(other.page, credentials);
  await expectVisible(filesPage(other.page).uploadButton);
  return other;
};

journey('a user gets an account, is restricted, shut out and let in again, and knows why', async (world) => {
  const { page, signIn, guard } = world;
  guard.allow(/status of 422/);
  const mara = { email: 'mara@northlight.example', password };
  await signIn({ at: '/admin/dashboard' });
  await page.getByRole('button', { name: 'Create user' }).click();
  await expectVisible(heading(page, 'Create user'));
  const submit = page.getByRole('button', { name: 'Create user' });
  await page.getByLabel('Email').fill('mara@northlight');
  await submit.click();
  await expectVisible(page.getByText('Enter a name.'));
  await expectVisible(page.getByText('Enter a valid email, like name@example.com'));
  const first = page.getByLabel('First name');
  await expectEventually(() => first.evaluate((field) => field === document.activeElement), true);
  await first.fill('Mara');
  await page.getByLabel('Last name').fill('Lindqvist');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('New password').fill(password);
  await submit.click();
  // The server has the last word: this email has an account.
  await expectVisible(page.locator('form').getByRole('alert'));
  await page.getByLabel('Email').fill(mara.email);
  await submit.click();
  await expectVisible(heading(page, 'Mara Lindqvist'));

  const other = await browserOf(world, mara);
  await page.getByRole('switch', { name: 'Can upload' }).click();
  const reason = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('The project is over') === true,
  );
  await page.getByRole('textbox', { name: 'Reason' }).fill('The project is over');
  await reason;
  await other.page.goto('/admin/users');
  await expectVisible(heading(other.page, 'You need an administrator account'));
  await other.page.getByRole('button', { name: 'Go home' }).click();
  await expectPath(other.page, '/platform/files');
  await filesPage(other.page).uploadButton.click();
  await expectVisible(other.page.getByRole('alertdialog').getByText('The project is over'));

  await page.getByRole('button', { name: 'Suspend…' }).click();
  const popup = page.getByRole('dialog', { name: 'Suspend Mara Lindqvist?' });
  await popup.getByLabel('Reason (optional)').fill('Left the studio');
  await popup.getByRole('button', { name: 'Suspend', exact: true }).click();
  await welcome(other.page).waitFor();
  await expectVisible(page.getByText('Reason: Left the studio'));
  await signInWithForm(other.page, mara);
  await expectVisible(other.page.getByText('Left the studio'));
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await expectVisible(page.getByText('Mara Lindqvist can sign in again'));
  await signInWithForm(other.page, mara);
  await expectVisible(filesPage(other.page).uploadButton);
  expect(other.guard.complaints()).toEqual([]);
});

journey('a user becomes an administrator and none again, is given room, and is deleted', async (world) => {
  const { page, signIn } = world;
  const ben = { email: 'ben@northlight.example', password };
  await signIn();
  const id = await createUser(world, { email: ben.email, name: 'Ben' });
  await page.goto(`/admin/user/${id}/details`);
  await page.getByLabel('Role').selectOption({ label: 'Admin' });
  await expectVisible(page.getByText('Ben Okafor is now an administrator'));
  const other = await browserOf(world, ben);
  await other.page.getByRole('link', { name: 'Settings' }).click();
  await other.page.getByRole('link', { name: /^Users/ }).click();
  await expectVisible(other.page.getByRole('link', { name: 'Ben Okafor' }));
  await page.getByLabel('Role').selectOption({ label: 'User' });
  await expectVisible(page.getByText('Ben Okafor is now a regular user'));
  // Their permissions are others now: they sign in anew, and come back to where they were.
  await welcome(other.page).waitFor();
  await fillSignIn(other.page, ben);
  await expectVisible(heading(other.page, 'You need an administrator account'));

  await page.getByRole('link', { name: 'Storage', exact: true }).click();
  await page.getByText('Custom').click();
  const size = page.getByLabel('Size', { exact: true });
  await size.fill('0');
  await expectVisible(page.getByText('With 0, nothing can be stored.'));
  await size.fill('2,5');
  await size.blur();
  await expectEventually(() => size.inputValue(), '2.5');
  await expectVisible(page.getByText('Saved').first());
  await page.reload();
  await expectEventually(() => size.inputValue(), '2.5');
  await expectVisible(page.getByText('Not in effect'));

  await page.getByRole('link', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete user…' }).click();
  const popup = page.getByRole('alertdialog', { name: 'Delete Ben Okafor?' });
  const confirm = popup.getByRole('button', { name: 'Delete forever' });
  await popup.getByRole('textbox').fill('Ben');
  expect(await confirm.isDisabled()).toBe(true);
  await popup.getByRole('textbox').fill('Ben Okafor');
  await confirm.click();
  await expectPath(page, '/admin/users');
  await expectVisible(page.getByText('Ben Okafor is being deleted'));
  await welcome(other.page).waitFor();
  expect(other.guard.complaints()).toEqual([]);
});

/** A job that was given up, as only a broken disk would leave one. */
const addDeadJob = (dataDir: string, kind: string): void => {
  const db = new DatabaseSync(join(dataDir, 'holdall.sqlite'));
  db.exec('pragma busy_timeout = 5000');
  db.prepare(
    `insert into jobs (id, kind, payload, state, run_at, attempts, max_attempts, last_error, created_at, finished_at)
     values (?, ?, '{}', 'dead', 1000, 3, 3, 'The disk did not answer.', 1000, 2000)`,
  ).run(`0199a0c0-0000-7${randomUUID().slice('00000000-0000-4'.length)}`, kind);
  db.close();
};

journey(
  'an administrator reads tables whose addresses keep what is shown',
  async ({ page, signIn, server }) => {
    for (let number = 1; number <= 30; number += 1)
      addUser(server.dataDir, `reader-${number}@northlight.example`);
    addDeadJob(server.dataDir, 'purge');
    await signIn({ at: '/admin/users?search=reader-' });
    await expectVisible(page.getByText('30 users'));
    await page.getByRole('button', { name: 'Next page' }).click();
    await expectPath(page, '/admin/users?search=reader-&page=2');
    await expectVisible(page.getByText('26–30 of 30'));
    await page.goBack();
    await expectVisible(page.getByText('1–25 of 30'));
    const byName = page.getByRole('columnheader', { name: 'User' });
    await byName.getByRole('button').click();
    await expectEventually(() => byName.getAttribute('aria-sort'), 'ascending');
    await page.getByRole('searchbox').fill('reader-3');
    await expectPath(page, '/admin/users?search=reader-3&sort=name&dir=ASC');
    await page.reload();
    await expectVisible(page.getByText('2 users'));

    await page.goto('/admin/activity');
    const entries = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
    await expectVisible(entries.filter({ hasText: `${admin.email} signed in` }).first());
    await page.getByLabel('Category').selectOption({ label: 'Administration' });
    await expectPath(page, '/admin/activity?group=admin');
    await expectGone(entries.filter({ hasText: 'signed in' }).first());
    await page.getByLabel('To', { exact: true }).fill('2020-01-01');
    await expectVisible(page.getByText('Nothing matches these filters'));
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectVisible(entries.filter({ hasText: 'signed in' }).first());
    const exported = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    expect((await exported).suggestedFilename()).toMatch(/^holdall-activity-.*\.csv$/);
    await page.getByRole('combobox', { name: 'Person' }).fill('admin@');
    await page.getByRole('option', { name: admin.email }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('user')).toMatch(/^[0-9a-f-]{36}$/);

    await page.goto('/admin/dashboard');
    await page.getByRole('link', { name: 'View jobs' }).click();
    await expectPath(page, '/admin/settings/server/jobs');
    const failed = page.getByRole('list', { name: 'Failed' }).getByRole('listitem');
    await expectVisible(failed.filter({ hasText: 'Clean-up' }).getByText('The disk did not answer.'));
    await page.getByRole('button', { name: 'Retry: Clean-up' }).click();
    await expectVisible(page.getByText('Retrying 1 job'));
    // The page refreshes itself: a job that appears meanwhile is seen, too.
    addDeadJob(server.dataDir, 'metering');
    await expectVisible(failed.filter({ hasText: 'Daily metering' }));
  },
);
