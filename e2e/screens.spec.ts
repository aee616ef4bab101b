import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addUser } from './harness/accounts.ts';
import { signInToApi } from './harness/api.ts';
import { expectAccessible, expectAccessibleInEachWindow } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { fillFolder, nameOf } from './harness/large-folder.ts';

const journey = journeysOf();
let accounts = 0;

/** A page of an account that nothing else has touched. */
const freshAccount = async ({ server, context, page }: World) => {
  const user = addUser(server.dataDir, `screens-${(accounts += 1)}@example.com`);
  const headers = { origin: server.url };
  await context.request.post(`${server.url}/api/login`, { headers, data: { ...user, remember: false } });
  const files = filesPage(page);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  return {
    api: await signInToApi(server.url, user),
    files,
    sections,
    tree: page.getByRole('tree', { name: 'Folders' }),
    favourites: page.getByRole('list', { name: 'Favourites' }),
    go: async (path: string) => {
      await page.goto(path);
      await files.heading.waitFor();
    },
  };
};

const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** Drags one of the rows of a list to the place of another one above it. */
const dragUp = async (page: Page, row: Locator, above: Locator) => {
  const [from, to] = [await row.boundingBox(), await above.boundingBox()];
  if (!from || !to) throw new Error('The rows are not drawn.');
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y - 10, { steps: 4 });
  await page.mouse.move(to.x + 40, to.y + 8, { steps: 4 });
  await page.mouse.up();
};

journey(
  'sections without anything in them say so; a folder that is gone does, and a hidden bar stays hidden',
  async (world) => {
    const { page, guard } = world;
    guard.allow(/status of 404/);
    const { go, sections, files } = await freshAccount(world);
    await go('/platform/files');
    for (const [section, path, text] of [
      ['Latest', '/platform/recent-uploads', 'No uploads yet'],
      ['Publicly shared', '/platform/my-shared-items', 'Nothing shared yet'],
      ['Trash', '/platform/trash', 'Trash is empty'],
    ] as const) {
      const link = sections.getByRole('link', { name: section });
      await link.click();
      await expectPath(page, path);
      await expectVisible(page.getByText(text));
      await expectEventually(() => files.heading.textContent(), section);
      await expectEventually(async () => (await page.title()).startsWith(`${section} — `), true);
      await expectEventually(() => link.getAttribute('aria-current'), 'page');
      await expectEventually(() => isFocused(page, 'h1'), true);
      await expectAccessible(page, `${section}, empty`);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    await expectVisible(page.getByText('Trash is empty'));
    await expectAccessible(page, 'an empty section on a phone');

    await page.setViewportSize({ width: 1440, height: 900 });
    await go('/platform/files/0190a0a0-0000-7000-8000-000000000000');
    await expectVisible(page.getByText('This folder is no longer here'));
    await expectVisible(page.getByRole('button', { name: 'Go home' }));
    expect(await files.newFolderButton.count(), 'nothing can be added to it').toBe(0);
    for (const name of [/^Upload/, /^Sort by/, 'Details'])
      await expectGone(page.getByRole('button', { name }));

    const bar = page.getByRole('navigation', { name: 'Main' });
    const show = page.getByRole('button', { name: 'Show navigation bar' });
    await page.getByRole('button', { name: 'Hide navigation bar' }).click();
    await expectGone(bar);
    await go('/platform/files');
    await expectVisible(show);
    expect(await bar.count()).toBe(0);
    // The link to one's own account stands beside it then.
    const account = page.getByRole('link', { name: /^Account: / });
    await account.click();
    await expectPath(page, '/user/profile');
    await expectVisible(account);
    await show.click();
    await expectVisible(bar);
    await page.reload();
    await expectVisible(bar);
  },
);

journey('deleted items are looked through, brought back, and deleted for good', async (world) => {
  const { page } = world;
  const { go, api, files } = await freshAccount(world);
  const outer = await api.createFolder('Outer');
  const inner = await api.createFolder('Inner', outer);
  await api.uploadFile('deep.txt', randomBytes(10), inner);
  const gone = await api.createFolder('Gone');
  await api.uploadFile('inside.txt', randomBytes(10), gone);
  const alone = await api.uploadFile('alone.txt', randomBytes(20));
  const folders = [outer, gone].map((id) => ({ id, type: 'folder' }) as const);
  await api.remove([...folders, { id: alone, type: 'file' }]);

  await go('/platform/trash');
  await expectVisible(files.row('Outer'));
  const deleted = page.getByRole('columnheader', { name: 'Deleted' });
  expect(await deleted.getAttribute('aria-sort')).toBe('descending');
  await expectVisible(page.getByRole('button', { name: 'Sort by Deleted, Descending' }));
  await expectVisible(page.getByText('Items are deleted forever 30 days after they are moved to the trash.'));
  await expectVisible(files.row('Outer').getByText('30 days', { exact: true }));
  await expectVisible(files.row('Outer').getByText('Home'));
  await deleted.getByRole('button').click();
  await expectEventually(() => deleted.getAttribute('aria-sort'), 'ascending');
  await expectPath(page, '/platform/trash?sort=deleted_at&dir=ASC');
  await deleted.getByRole('button').click();
  await expectPath(page, '/platform/trash');
  await expectAccessibleInEachWindow(page, 'Trash');

  await files.openFolder('Outer');
  await expectPath(page, `/platform/trash/${outer}`);
  await files.openFolder('Inner');
  await expectPath(page, `/platform/trash/${inner}`);
  await expectVisible(files.row('deep.txt'));
  await files.breadcrumb.getByRole('link', { name: 'Trash' }).click();
  await expectPath(page, '/platform/trash');
  await files.row('alone.txt').hover();
  await page.getByRole('button', { name: 'Restore alone.txt' }).click();
  await expectGone(files.row('alone.txt'));

  // A folder of the trash that is opened in Files says so and comes back.
  await go(`/platform/files/${gone}`);
  await expectVisible(page.getByText('This folder is in the trash, so you can’t add anything to it.'));
  await expectVisible(files.row('inside.txt'));
  await expectGone(files.uploadButton);
  await expectAccessible(page, 'a folder in the trash');
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expectGone(page.getByText('This folder is in the trash'));
  await expectVisible(files.uploadButton);
  expect((await api.list()).map(({ id }) => id)).toEqual([gone, alone]);

  await page.getByRole('link', { name: 'Trash' }).first().click();
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await expectVisible(files.alert.getByText('3 items (10 B) will be deleted forever.'));
  await expectAccessible(page, 'Empty trash?');
  await page.keyboard.press('Escape');
  await expectGone(files.alert);
  await expectVisible(files.row('Outer'));
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await files.alert.getByRole('button', { name: 'Empty trash' }).click();
  await expectVisible(files.alert.getByText('Your trash was successfully cleared.'));
  await page.getByRole('button', { name: 'Awesome, thanks' }).click();
  await page.reload();
  await expectVisible(page.getByText('Trash is empty'));
});

journey(
  'the latest uploads stand under their day, the newest first, say where they are, and go on',
  async (world) => {
    const { page, server } = world;
    const { go, api, files } = await freshAccount(world);
    const folder = await api.createFolder('Harbour House');
    for (const name of ['first.txt', 'second.txt']) await api.uploadFile(name, randomBytes(10), folder);
    await api.uploadFile('third.txt', randomBytes(10));
    await go('/platform/recent-uploads');
    await expectVisible(files.row('second.txt').getByRole('gridcell', { name: 'Harbour House' }));
    expect(await files.names()).toEqual(['third.txt', 'second.txt', 'first.txt']);
    await expectVisible(page.getByRole('rowgroup', { name: 'Today' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expectEventually(() => files.row('second.txt').getAttribute('aria-selected'), 'true');
    await expectAccessibleInEachWindow(page, 'Latest');

    fillFolder(server.dataDir, await api.createFolder('Others'), 101);
    await page.reload();
    await expectVisible(page.getByText('Your latest 100 files'));
    await expectVisible(files.row(nameOf(0)));
    expect(await files.row('second.txt').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expectVisible(files.row('first.txt'));
    await expectGone(page.getByText('Your latest 100 files'));
    await expectEventually(async () => (await files.names()).length, 104);

    await files.row('second.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show in folder' }).click();
    await expectVisible(files.heading.filter({ hasText: 'Harbour House' }));
    await expectEventually(() => files.row('second.txt').getAttribute('aria-selected'), 'true');
    expect(new URL(page.url()).pathname).toBe(`/platform/files/${folder}`);
  },
);

journey('favourites are made by the star, ordered by keys and by dragging, kept, and left', async (world) => {
  const { page } = world;
  const { go, api, favourites, files } = await freshAccount(world);
  const names = () => favourites.getByRole('link').allTextContents();
  const star = page.getByRole('button', { name: 'Add to favourites' });
  for (const name of ['Alpha', 'Beta', 'Gamma']) await api.createFolder(name);
  await go('/platform/files');
  for (const name of ['Alpha', 'Beta', 'Gamma']) {
    await files.openFolder(name);
    await expectVisible(files.heading.getByText(name));
    await star.click();
    await expectVisible(favourites.getByRole('link', { name }));
    await files.breadcrumb.getByRole('link', { name: 'Home' }).click();
  }
  await expectEventually(names, ['Alpha', 'Beta', 'Gamma']);
  // A change that shows at once is kept once it is answered.
  const kept = () => page.waitForResponse(/\/api\/folders\/favourites/);
  await favourites.getByRole('link', { name: 'Beta' }).focus();
  const ordered = kept();
  await page.keyboard.press('Alt+ArrowUp');
  await expectEventually(names, ['Beta', 'Alpha', 'Gamma']);
  await ordered;
  const dropped = kept();
  await dragUp(
    page,
    favourites.getByRole('link', { name: 'Gamma' }),
    favourites.getByRole('link', { name: 'Beta' }),
  );
  await expectEventually(names, ['Gamma', 'Beta', 'Alpha']);
  await dropped;
  await expectPath(page, '/platform/files');
  await page.reload();
  await expectEventually(names, ['Gamma', 'Beta', 'Alpha']);

  await favourites.getByRole('link', { name: 'Alpha' }).click();
  await expectVisible(files.heading.getByText('Alpha'));
  const fills = (place: Locator) =>
    place.locator('.lucide-star').evaluateAll((stars) => stars.map((found) => getComputedStyle(found).fill));
  const filled = page.getByRole('button', { name: 'Remove from favourites', exact: true });
  await expectEventually(() => fills(filled), [expect.stringMatching(/^rgb/)]);
  const beta = favourites.getByRole('listitem').filter({ hasText: 'Beta' });
  await beta.hover();
  await beta.getByRole('button', { name: 'More actions for Beta' }).click();
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await expectPath(page, '/platform/files');
  await expectEventually(() => files.row('Beta').getAttribute('aria-selected'), 'true');
  await expectEventually(() => fills(files.row('Beta')), [expect.stringMatching(/^rgb/)]);
  // Its tooltip is no part of the page.
  await page.mouse.move(0, 0);
  await expectAccessible(page, 'favourites, tree and storage');
  for (const name of ['Beta', 'Alpha']) {
    const removed = kept();
    await favourites.getByRole('listitem').filter({ hasText: name }).hover();
    await page.getByRole('button', { name: `Remove ${name} from favourites` }).click();
    await removed;
  }
  await favourites.getByRole('link', { name: 'Gamma' }).click();
  await expectVisible(files.heading.getByText('Gamma'));
  const left = kept();
  await filled.click();
  await left;
  await expectVisible(page.getByText('Drag files and folders here'));
  await page.reload();
  await expectVisible(page.getByText('Drag files and folders here'));
});

journey(
  'the tree is walked by keys, shows the way to the folder, and is where items are moved without a mouse',
  async (world) => {
    const { page } = world;
    const { go, api, tree, files } = await freshAccount(world);
    const work = await api.createFolder('Work');
    const house = await api.createFolder('House', work);
    const plans = await api.createFolder('Plans', house);
    await api.createFolder('Zoo');
    await api.createFolder('Within', await api.createFolder('Moved'));
    const item = (name: string, within = tree) =>
      within.getByRole('treeitem', { name: new RegExp(`^${name},`) });
    const pressAll = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };

    await go('/platform/files');
    await expectVisible(item('Work'));
    expect(await item('Work').getAttribute('aria-expanded')).toBe('false');
    expect(await item('Zoo').getAttribute('aria-expanded')).toBeNull();
    await tree.focus();
    await pressAll('w', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await expectVisible(item('Plans'));
    await pressAll('ArrowRight', 'Enter');
    await expectPath(page, `/platform/files/${plans}`);
    await expectVisible(files.heading.getByText('Plans'));
    await expectEventually(() => item('Plans').getAttribute('aria-current'), 'page');
    await expectEventually(() => item('Plans').getAttribute('aria-level'), '3');
    await item('Work').locator('[data-toggle]').click();
    await expectGone(item('House'));
    await page.reload();
    await expectVisible(item('Plans'));
    await api.createFolder('Attic', work);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expectVisible(item('Attic'));
    await expectVisible(tree.getByRole('treeitem', { name: 'Work, 2 items' }));

    await page.getByRole('link', { name: 'Home' }).first().click();
    await expectVisible(files.row('Moved'));
    await files.grid.focus();
    await pressAll('m', 'Shift+F10');
    await page.getByRole('menuitem', { name: /^Move to…/ }).press('Enter');
    await expectVisible(files.dialog.getByRole('heading', { name: 'Move Moved' }));
    const popup = files.dialog.getByRole('tree');
    await expectVisible(item('Moved', popup));
    expect(await item('Moved', popup).getAttribute('aria-disabled')).toBe('true');
    expect(await popup.getByRole('treeitem', { name: /^Home/ }).getAttribute('aria-disabled')).toBe('true');
    const submit = files.dialog.getByRole('button', { name: 'Move here' });
    const opacity = (): Promise<string> => submit.evaluate((button) => getComputedStyle(button).opacity);
    // Nothing is chosen yet.
    await expectEventually(opacity, '0.5');
    await popup.focus();
    await pressAll('z', 'Enter');
    await expectEventually(opacity, '1');
    await submit.press('Enter');
    await expectGone(files.dialog);
    await expectGone(files.row('Moved'));
    await expectVisible(page.getByText('moved to Zoo'));
  },
);
