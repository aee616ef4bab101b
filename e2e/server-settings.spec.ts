/** The server’s tab of the settings: backups, examinations and logs, of a real installation. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { writeFolder } from './harness/real-files.ts';

const journey = journeysOf({ HOLDALL_LOG_LEVEL: 'info' });
/** Milliseconds for what another process of the server does. */
const inTheBackground = { timeout: 60_000 };
const long = { timeout: 240_000 };

/** Uploads a file into a folder of its own. @returns where its bytes lie */
const keepFile = async ({ page, server }: World, folder: string): Promise<string> => {
  const blobs = join(server.dataDir, 'blobs');
  const stored = (): string[] =>
    readdirSync(blobs, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const before = new Set(stored());
  const api = await signInToApi(server.url);
  await page.goto(`/platform/files/${await api.createFolder(folder)}`);
  const real = writeFolder('kept', new Map([['kept.bin', randomBytes(5_000)]]));
  await filesPage(page).choose(join(real.path, 'kept.bin'));
  await expectVisible(filesPage(page).row('kept.bin'));
  const [added, ...others] = stored().filter((path) => !before.has(path));
  if (added === undefined || others.length > 0) throw new Error('Not one file was stored.');
  return added;
};

journey(
  'a backup is made by keyboard, and read from beginning to end',
  async (world) => {
    const { page, signIn, server } = world;
    await signIn();
    await keepFile(world, 'Backed up');
    await page.goto('/admin/settings/server');
    const parts = page.getByRole('navigation', { name: 'Server pages' });
    await parts.getByRole('link', { name: 'Backups' }).click();
    await expectPath(page, '/admin/settings/server/backups');
    await expectVisible(page.getByText('No backups yet.'));
    await expectVisible(page.getByText(server.dataDir).first());
    await page.getByRole('button', { name: 'Back up now' }).focus();
    await page.keyboard.press('Enter');
    const backups = page.getByRole('list', { name: 'Backups' }).getByRole('listitem');
    await backups.getByText(/^1 file · 5 KB/).waitFor(inTheBackground);
    await expectGone(page.getByText('Backing up…'));
    await backups.getByRole('button', { name: /^Verify the backup of/ }).click();
    await backups.getByText(/^Verified /).waitFor(inTheBackground);
  },
  long,
);

journey(
  'a damaged file says so, and comes back from a backup by a press',
  async (world) => {
    const { page, signIn } = world;
    await signIn();
    const lost = await keepFile(world, 'Damaged');
    const folder = new URL(page.url()).pathname;
    await page.goto('/admin/settings/server');
    await expectVisible(page.getByText('No damaged files'));
    await page.goto('/admin/settings/server/backups');
    await expectVisible(page.getByText(/ free\. Copy them somewhere else as well\./));
    const backups = page.getByRole('list', { name: 'Backups' }).getByRole('listitem');
    const before = await backups.count();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await backups.nth(before).waitFor(inTheBackground);
    rmSync(lost);
    await page.getByRole('link', { name: 'Status' }).click();
    await expectPath(page, '/admin/settings/server');
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('Problems found').waitFor(inTheBackground);
    await page.goto('/admin/dashboard');
    await page.getByRole('link', { name: 'View damaged files' }).click();
    await expectVisible(page.getByText('1 damaged file', { exact: true }));

    await page.goto(folder);
    const row = page.getByRole('rowheader', { name: 'kept.bin, damaged' });
    await row.click();
    await expectVisible(page.getByText(/The stored copy of this file is damaged/));

    await page.goto('/admin/settings/server');
    await page.getByRole('button', { name: 'Restore kept.bin from a backup' }).click();
    await page.getByText('No damaged files').waitFor(inTheBackground);
    await page.goto(folder);
    await expectVisible(page.getByRole('rowheader', { name: 'kept.bin', exact: true }));
    await expectGone(row);
  },
  long,
);

journey(
  'an examination finds what was lost, and the dashboard leads to its report',
  async (world) => {
    const { page, signIn } = world;
    await signIn();
    const lost = await keepFile(world, 'Lost');
    await page.goto('/admin/settings/server');
    await page
      .getByRole('radiogroup', { name: 'Read file contents' })
      .getByText('All', { exact: true })
      .click();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('No problems found').waitFor(inTheBackground);
    await expectVisible(page.getByText(/100% of file contents read/));
    rmSync(lost);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('Problems found').waitFor(inTheBackground);
    await page.getByText('Examples: Stored files').click();
    await expectVisible(page.locator('details').getByText(/kept\.bin/));
    await page.goto('/admin/dashboard');
    await expectVisible(page.getByText('The last check found problems.'));
    await page.getByRole('link', { name: 'View report' }).click();
    await expectPath(page, '/admin/settings/server');
    await expectVisible(page.getByText('Problems found'));
  },
  long,
);

journey('the log is looked through and taken along', async ({ page, signIn }) => {
  await signIn({ at: '/admin/settings/server/logs' });
  const lines = page.getByRole('list', { name: 'Log lines' }).getByRole('listitem');
  await expectEventually(
    () => page.getByRole('combobox', { name: 'Level' }).locator('option:checked').innerText(),
    'Warnings and errors',
  );
  await page.getByRole('combobox', { name: 'Level' }).selectOption('Errors');
  await expectVisible(page.getByText('No matching lines.'));
  expect(await lines.count()).toBe(0);
  await page.getByRole('combobox', { name: 'Level' }).selectOption('Everything');
  await page.getByRole('searchbox', { name: 'Search' }).fill('no line has these words');
  await expectVisible(page.getByText('No matching lines.'));
  await page.getByRole('searchbox', { name: 'Search' }).fill('listening');
  const told = 'listening';
  await expectVisible(lines.first().getByText(told).first());
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  const taken = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  expect(taken.map((line) => (JSON.parse(line) as { msg?: string }).msg)).toContain(told);
});

const views = [
  ['/admin/settings/server', 'Checks'],
  ['/admin/settings/server/backups', 'Backups'],
  ['/admin/settings/server/jobs', 'Jobs'],
  ['/admin/settings/server/logs', 'Logs'],
] as const;

for (const width of [1280, 360])
  journey(
    `axe finds nothing in the server’s parts at ${width}`,
    async ({ page, signIn }) => {
      await signIn({ at: '/admin/settings/server/backups' });
      await page.getByRole('button', { name: 'Back up now' }).click();
      await page
        .getByRole('button', { name: /^Verify the backup of/ })
        .first()
        .waitFor(inTheBackground);
      await page.goto('/admin/settings/server');
      await page.getByRole('button', { name: 'Run now' }).click();
      await page.getByRole('table', { name: 'What was checked' }).waitFor(inTheBackground);
      for (const [path, title] of views) {
        await page.goto(path);
        await expectVisible(page.getByRole('heading', { level: 2, name: title }).first());
        const passed = page.getByText(/checks? passed/);
        if (path === '/admin/settings/server') await passed.click();
        await expectAccessible(page, path);
        const widths = await page.evaluate(() => [document.body.scrollWidth, innerWidth]);
        expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
      }
    },
    { viewport: { width, height: 800 }, ...long },
  );
