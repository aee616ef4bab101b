import type { Page } from 'playwright-core';
import { signInToApi } from './harness/api.ts';
import { expectAccessibleInEachWindow } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { png } from './harness/preview-files.ts';

const journey = journeysOf();
const textBytes = (text: string) => new TextEncoder().encode(text);

const spotlightOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Search' });
  return {
    dialog,
    field: dialog.getByRole('combobox'),
    option: (name: string | RegExp) => dialog.getByRole('option', { name, exact: true }),
    active: dialog.getByRole('option', { selected: true }),
    filter: (name: string) => dialog.getByRole('button', { name, exact: true }),
    open: () => page.keyboard.press('Control+k'),
  };
};

journey('by keyboard alone, a folder and a file are found and opened', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const outer = await api.createFolder('Client work');
  const harbour = await api.createFolder('Harbour House', outer);
  const plan = await api.uploadFile('Harbour plan.txt', textBytes('the plan'), outer);
  await signIn();
  const files = filesPage(page);
  const spotlight = spotlightOf(page);
  await expectVisible(files.row('Client work'));
  await spotlight.open();
  await expectVisible(spotlight.dialog);
  await page.keyboard.type('harb');
  await expectVisible(spotlight.option(/^Harbour House/));
  await expectVisible(spotlight.option(/Harbour plan\.txt/));
  await expectEventually(
    () => spotlight.active.textContent().then((text) => text?.includes('Harbour House')),
    true,
  );
  await expectVisible(spotlight.dialog.getByText('Home / Client work').first());
  await expectEventually(() => spotlight.dialog.locator('mark').first().textContent(), 'Harb');
  await page.keyboard.press('Enter');
  await expectPath(page, `/platform/files/${harbour}`);
  await expectGone(spotlight.dialog);

  await spotlight.open();
  // Enter comes before the answer, and means the result that it will bring.
  await page.keyboard.type('harbour plan');
  await page.keyboard.press('Enter');
  await expectPath(page, `/platform/files/${outer}?preview=${plan}`);
  await expectVisible(page.getByRole('dialog', { name: 'Preview: Harbour plan.txt' }));
  await expectVisible(page.getByText('the plan'));
  await page.keyboard.press('Escape');
  await expectPath(page, `/platform/files/${outer}`);

  await page.goto('/platform/files');
  await expectVisible(files.row('Client work'));
  await spotlight.open();
  // The item that was opened last is at hand.
  await expectVisible(spotlight.option(/Harbour plan\.txt/));
  await page.keyboard.type('harbour');
  await expectVisible(spotlight.option(/^Harbour House/));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Enter');
  await expectPath(page, `/platform/files/${outer}`);
  await expectEventually(() => files.row('Harbour plan.txt').getAttribute('aria-selected'), 'true');
});

journey('“Show in folder” scrolls to an item that is far down', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const folder = await api.createFolder('Long');
  await api.uploadFile('the oldest of all.txt', textBytes('x'), folder);
  for (let number = 0; number < 60; number += 1)
    await api.uploadFile(`filler ${number}.txt`, textBytes('x'), folder);
  await signIn();
  const spotlight = spotlightOf(page);
  await spotlight.open();
  await spotlight.field.fill('oldest of all');
  await expectVisible(spotlight.option(/the oldest of all/));
  await page.keyboard.press('Control+Enter');
  const row = filesPage(page).row('the oldest of all.txt');
  await expectVisible(row);
  await expectEventually(() => row.getAttribute('aria-selected'), 'true');
  await expectEventually(
    () => row.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight),
    true,
  );
});

journey('actions work from every screen', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  await api.createFolder('Something');
  await signIn();
  const files = filesPage(page);
  const spotlight = spotlightOf(page);
  const run = async (words: string, name: string | RegExp) => {
    await spotlight.open();
    await spotlight.field.fill(words);
    await spotlight.option(name).click();
    await expectGone(spotlight.dialog);
  };
  await run('dark', 'Toggle theme');
  await expectEventually(() => page.evaluate(() => document.documentElement.dataset['theme']), 'dark');
  await run('toggle list', 'Toggle list and grid');
  await expectEventually(() => files.grid.getAttribute('data-view'), 'grid');
  await run('Quarter four', /^New folder named/);
  await expectEventually(() => page.getByLabel('Name').inputValue(), 'Quarter four');
  await expectEventually(
    () => page.getByLabel('Name').evaluate((field) => field === document.activeElement),
    true,
  );
  await page.keyboard.press('Enter');
  await expectVisible(files.row('Quarter four'));
  await run('keyboard', /Keyboard shortcuts/);
  await expectVisible(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('dialog'));
  await run('trash', 'Trash');
  await expectPath(page, '/platform/trash');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), run('upload f', 'Upload files')]);
  await chooser.setFiles({
    name: 'from the trash screen.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('x'),
  });
  await run('home', 'Home');
  await expectVisible(files.row('from the trash screen.txt'));
  await files.row('from the trash screen.txt').click();
  await page.keyboard.press('Delete');
  await expectGone(files.row('from the trash screen.txt'));
  await run('request', 'Request files…');
  const asking = page.getByRole('dialog', { name: 'Request files' });
  await expectVisible(asking.getByText('Files go into a new folder in Home'));
  await page.keyboard.press('Escape');
  await expectGone(asking);
  await run('empty', 'Empty trash');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty trash' }).click();
  await expectVisible(page.getByText('Your trash was successfully cleared.'));
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('alertdialog'));
  await run('log out', 'Sign out');
  await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
});

journey(
  'filters choose the results, an empty list says so, and keys stay in the list',
  async ({ page, signIn, server, guard }) => {
    guard.allow(/ERR_FAILED|status of 500/);
    const api = await signInToApi(server.url);
    await api.createFolder('Mixed folder');
    await api.uploadFile('mixed.png', png(4, 4));
    await api.uploadFile('mixed.txt', textBytes('x'));
    await signIn();
    const spotlight = spotlightOf(page);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await spotlight.field.fill('mixed');
    await expectVisible(spotlight.option(/^Mixed folder/));
    await spotlight.filter('Images').click();
    await expectVisible(spotlight.option(/mixed\.png/));
    await expectGone(spotlight.option(/mixed\.txt/));
    await expectGone(spotlight.option(/^Mixed folder/));
    await spotlight.filter('Folders').click();
    await expectVisible(spotlight.option(/^Mixed folder/));
    await expectEventually(() => spotlight.dialog.getByRole('option').count(), 1);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expectEventually(
      async () => (await spotlight.active.textContent())?.includes('Mixed folder'),
      true,
    );
    await spotlight.filter('All').click();
    for (let at = 1; at <= 8; at += 1) await api.uploadFile(`page ${at}.txt`, textBytes('x'));
    await spotlight.field.fill('page');
    await expectVisible(spotlight.dialog.getByText('8 results').first());
    await spotlight.option('6 of 8 · Show all').click();
    await expectGone(spotlight.dialog);
    await expectPath(page, '/platform/search?q=page');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await spotlight.field.fill('zzzzqqqq');
    await expectVisible(spotlight.dialog.getByRole('paragraph').getByText('No results for “zzzzqqqq”'));
    await page.route('**/api/search*', (route) => route.abort());
    await spotlight.field.fill('other');
    await expectVisible(spotlight.dialog.getByRole('paragraph').getByText('Search didn’t work'));
    await page.unroute('**/api/search*');
    await page.keyboard.press('Escape');
    await expectGone(spotlight.dialog);
    await expectEventually(() => page.evaluate(() => document.activeElement?.className), 'search-button');
  },
);

journey('an item in the trash says so, and is found there', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  await api.uploadFile('thrown away.txt', textBytes('x'));
  await signIn();
  const files = filesPage(page);
  await files.row('thrown away.txt').click();
  await page.keyboard.press('Delete');
  await expectGone(files.row('thrown away.txt'));
  const spotlight = spotlightOf(page);
  await spotlight.open();
  await spotlight.field.fill('thrown');
  await expectVisible(spotlight.dialog.getByText('In trash'));
  await spotlight.option(/thrown away/).click();
  await expectVisible(page.getByText('This file is in the trash'));
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  // Leaving the page before the answer would cut the request off.
  await expectGone(page.getByText('This file is in the trash'));
  await page.goto('/platform/files');
  await expectVisible(files.row('thrown away.txt'));
});

journey(
  'axe finds nothing in the spotlight',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    await api.createFolder('Axe');
    await signIn();
    const { dialog, field, option } = spotlightOf(page);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expectVisible(dialog);
    await expectAccessibleInEachWindow(page, 'empty');
    await field.fill('axe');
    await expectVisible(option(/^Axe/));
    await expectAccessibleInEachWindow(page, 'results');
    await field.fill('zzqq');
    await dialog.getByRole('button', { name: 'Files', exact: true }).click();
    await expectVisible(dialog.getByRole('paragraph').getByText(/No results/));
    await expectAccessibleInEachWindow(page, 'nothing');
  },
  { timeout: 240_000 },
);
