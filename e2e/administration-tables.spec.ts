/** Tables of the administration: users, the log, jobs; axe checks every screen. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addUser } from './harness/accounts.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { journeysOf } from './harness/journey.ts';
import { admin } from './harness/server.ts';

const journey = journeysOf();

const emailOf = (number: number): string => `user-${String(number).padStart(2, '0')}@northlight.example`;

/** Reads the rows of the table. A user without a name is called by their address. */
const emails = (page: Page): Promise<string[]> =>
  page
    .locator('tbody th')
    .evaluateAll((cells) =>
      cells.map(
        (cell) =>
          cell.querySelector('.users-email, :not(:has(~ .users-email)).users-link')?.textContent ?? '',
      ),
    );

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
  'sixty users are searched, sorted and paged, and the address knows how',
  async ({ page, signIn, server }) => {
    for (let number = 1; number <= 60; number += 1) addUser(server.dataDir, emailOf(number));
    await signIn({ at: '/admin/users' });
    await expectVisible(page.getByText('61 users'));
    await expectEventually(async () => (await emails(page)).length, 25);
    const next = page.getByRole('button', { name: 'Next page' });
    await next.click();
    await expectPath(page, '/admin/users?page=2');
    await next.click();
    await expectVisible(page.getByText('51–61 of 61'));
    await expectEventually(() => next.isDisabled(), true);
    await page.goBack();
    await expectVisible(page.getByText('26–50 of 61'));

    const byName = page.getByRole('columnheader', { name: 'User' });
    await byName.getByRole('button').click();
    await expectPath(page, '/admin/users?sort=name&dir=ASC');
    await expectEventually(() => byName.getAttribute('aria-sort'), 'ascending');
    await expectEventually(async () => (await emails(page)).slice(0, 2), [admin.email, emailOf(1)]);
    await byName.getByRole('button').click();
    await expectEventually(async () => (await emails(page))[0], emailOf(60));
    await expectEventually(() => byName.getAttribute('aria-sort'), 'descending');

    await page.getByRole('searchbox').fill('user-3');
    await expectPath(page, '/admin/users?search=user-3&sort=name&dir=DESC');
    await expectVisible(page.getByText('10 users'));
    await page.reload();
    await expectEventually(async () => (await emails(page))[0], emailOf(39));
    await page.getByRole('searchbox').fill('nobody like that');
    await expectVisible(page.getByText('No users match “nobody like that”'));
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await expectVisible(page.getByText('61 users'));
  },
);

journey('the log tells who changed what, and is filtered by its address', async ({ page, signIn }) => {
  await signIn({ at: '/admin/settings' });
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Northlight');
  await expectVisible(page.getByText('Saved').first());
  await page.goto('/admin/activity');
  const entries = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  const change = `${admin.email} changed the title from “Holdall” to “Northlight”`;
  await expectVisible(entries.filter({ hasText: change }));
  await expectVisible(entries.filter({ hasText: `${admin.email} signed in` }).first());
  await page.getByLabel('Category').selectOption({ label: 'Administration' });
  await expectPath(page, '/admin/activity?group=admin');
  const exported = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await exported).suggestedFilename()).toMatch(/^holdall-activity-.*\.csv$/);
  await expectGone(entries.filter({ hasText: 'signed in' }).first());
  await page.reload();
  await expectVisible(entries.filter({ hasText: change }));
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expectVisible(page.getByText('Nothing matches these filters'));
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expectVisible(entries.filter({ hasText: change }));
  await page.getByRole('combobox', { name: 'Person' }).fill('admin@');
  await page.getByRole('option', { name: admin.email }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('user')).toMatch(/^[0-9a-f-]{36}$/);
  await expectVisible(entries.filter({ hasText: change }));
});

journey('jobs that were given up say why, and are tried again', async ({ page, signIn, server }) => {
  addDeadJob(server.dataDir, 'purge');
  await signIn({ at: '/admin/dashboard' });
  await page.getByRole('link', { name: 'View jobs' }).click();
  await expectPath(page, '/admin/settings/server/jobs');
  const failed = page.getByRole('list', { name: 'Failed' }).getByRole('listitem');
  await expectVisible(failed.filter({ hasText: 'Clean-up' }).getByText('The disk did not answer.'));
  await page.getByRole('button', { name: 'Retry: Clean-up' }).click();
  await expectVisible(page.getByText('Retrying 1 job'));
  // The page refreshes itself: a job that appears meanwhile is seen, too.
  addDeadJob(server.dataDir, 'metering');
  await expectVisible(failed.filter({ hasText: 'Daily metering' }));
});

for (const width of [1280, 360])
  journey(
    `axe finds nothing in the administration at ${width}`,
    async ({ page, signIn, guard }) => {
      guard.allow(/status of 404/);
      await signIn();
      const own = (await (await page.request.get('/api/user')).json()) as { data: { id: string } };
      const { id } = own.data;
      const screens = [
        ['/admin/dashboard', 'Storage used'],
        ['/admin/users', 'Email'],
        ['/admin/users?search=nobody-like-that', 'No users match'],
        ['/admin/user/create', 'Create an invitation link instead'],
        [`/admin/user/${id}/details`, 'Restrictions'],
        [`/admin/user/${id}/storage`, 'Traffic'],
        [`/admin/user/${id}/password`, 'Reset link'],
        [`/admin/user/${id}/delete`, 'You can’t delete yourself.'],
        ['/admin/settings/appearance', 'Accent colour'],
        ['/admin/settings/others', 'Chunk size'],
        ['/admin/settings/server/jobs', 'Daily metering'],
        ['/admin/activity', 'signed in'],
      ] as const;
      for (const [path, text] of screens) {
        await page.goto(path);
        const main = page.getByRole('main');
        const mark = path === '/admin/users' ? main.getByRole('link', { name: /@/ }) : main.getByText(text);
        await expectVisible(mark.filter({ visible: true }).first());
        await expectAccessible(page, path);
      }
    },
    { viewport: { width, height: 800 }, timeout: 180_000 },
  );
