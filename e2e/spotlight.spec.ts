import type { Page } from 'playwright-core';
import { signInToApi } from './harness/api.ts';
import { expectAccessible, expectAccessibleInEachWindow } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const textBytes = (text: string) => new TextEncoder().encode(text);

const spotlightOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('combobox');
  const option = (name: string | RegExp) => dialog.getByRole('option', { name, exact: true });
  const open = () => page.keyboard.press('Control+k');
  return {
    dialog,
    field,
    option,
    active: dialog.getByRole('option', { selected: true }),
    open,
    /** Opens it, and chooses what it offers for words. */
    run: async (words: string, name: string | RegExp): Promise<void> => {
      await open();
      await field.fill(words);
      await option(name).click();
      await expectGone(dialog);
    },
  };
};

journey('a user finds, opens and shows items by the keyboard alone', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const outer = await api.createFolder('Client work');
  const harbour = await api.createFolder('Harbour House', outer);
  const plan = await api.uploadFile('Harbour plan.txt', textBytes('the plan'), outer);
  for (let number = 0; number < 40; number += 1)
    await api.uploadFile(`filler ${number}.txt`, textBytes('x'), outer);
  await signIn();
  const files = filesPage(page);
  const spotlight = spotlightOf(page);
  await expectVisible(files.row('Client work'));
  await spotlight.open();
  await page.keyboard.type('harb');
  await expectVisible(spotlight.option(/Harbour plan\.txt/));
  await expectEventually(async () => (await spotlight.active.textContent())?.includes('Harbour House'), true);
  await expectVisible(spotlight.dialog.getByText('Home / Client work').first());
  await page.keyboard.press('Enter');
  await expectPath(page, `/platform/files/${harbour}`);
  await expectGone(spotlight.dialog);

  await spotlight.open();
  // Enter comes before the answer, and means the result that it will bring.
  await page.keyboard.type('harbour plan');
  await page.keyboard.press('Enter');
  await expectPath(page, `/platform/files/${outer}?preview=${plan}`);
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
  const row = files.row('Harbour plan.txt');
  await expectEventually(() => row.getAttribute('aria-selected'), 'true');
  // The newest come first: this one is far down.
  await expectEventually(
    () => row.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight),
    true,
  );
});

journey('a user runs the actions of the spotlight from every screen', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const letters = await api.createFolder('Letters House');
  await signIn();
  const files = filesPage(page);
  const { run, dialog, field, option, open } = spotlightOf(page);
  await run('dark', 'Toggle theme');
  await expectEventually(() => page.evaluate(() => document.documentElement.dataset['theme']), 'dark');
  await run('toggle list', 'Toggle list and grid');
  await expectEventually(() => files.grid.getAttribute('data-view'), 'grid');
  await run('Quarter four', /^New folder named/);
  const name = page.getByLabel('Name');
  await expectEventually(() => name.inputValue(), 'Quarter four');
  await expectEventually(() => name.evaluate((input) => input === document.activeElement), true);
  await page.keyboard.press('Enter');
  await expectVisible(files.row('Quarter four'));

  await open();
  await dialog.getByRole('button', { name: 'Images' }).focus();
  await page.keyboard.press('Control+/');
  await expectGone(dialog);
  await expectVisible(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
  await page.keyboard.press('Escape');
  await expectGone(page.getByRole('dialog'));

  await run('trash', 'Trash');
  await expectPath(page, '/platform/trash');
  const upload = async (words: string, action: string, file: string): Promise<void> => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), run(words, action)]);
    await chooser.setFiles({ name: file, mimeType: 'text/plain', buffer: Buffer.from('x') });
  };
  await upload('letters', 'Upload to Letters House', 'letter.txt');
  await expectEventually(
    async () => (await api.list(letters)).map(({ attributes }) => attributes.name),
    ['letter.txt'],
  );
  await upload('upload f', 'Upload files', 'from the trash screen.txt');
  await run('home', 'Home');
  await files.row('from the trash screen.txt').click();
  await page.keyboard.press('Delete');
  await expectGone(files.row('from the trash screen.txt'));
  await open();
  await field.fill('trash screen');
  await expectVisible(dialog.getByText('In trash'));
  await option(/from the trash screen/).click();
  await expectVisible(page.getByText('This file is in the trash'));
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expectGone(page.getByText('This file is in the trash'));
  await page.keyboard.press('Escape');

  await run('request', 'Request files…');
  const asking = page.getByRole('dialog', { name: 'Request files' });
  await expectVisible(asking.getByText('Files go into a new folder in Home'));
  await page.keyboard.press('Escape');
  await expectGone(asking);
  await run('letter', /^All results for “letter”/);
  await expectPath(page, '/platform/search?q=letter');
  await run('two-factor', 'Security');
  await expectPath(page, '/user/settings/password');
  await run('general', 'Settings: General');
  await expectPath(page, '/admin/settings/others');
  await run('log out', 'Sign out');
  await expectVisible(page.getByRole('heading', { name: 'Welcome back' }));
});

journey(
  'the spotlight is accessible, and leaves the focus where it was',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    await api.createFolder('Axe');
    await signIn();
    const { dialog, field, option } = spotlightOf(page);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expectVisible(dialog);
    await expectAccessible(page, 'what is at hand');
    await field.fill('axe');
    await expectVisible(option(/^Axe/));
    await expectAccessibleInEachWindow(page, 'results');
    await field.fill('zzqq');
    await dialog.getByRole('button', { name: 'Files', exact: true }).click();
    await expectVisible(dialog.getByRole('paragraph').getByText(/No results/));
    await expectAccessible(page, 'nothing');
    await page.keyboard.press('Escape');
    await expectGone(dialog);
    await expectEventually(() => page.evaluate(() => document.activeElement?.className), 'search-button');
  },
);
