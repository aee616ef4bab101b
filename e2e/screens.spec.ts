import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addUser } from './harness/accounts.ts';
import { signInToApi } from './harness/api.ts';
import { expectAccessible, expectAccessibleInEachWindow } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';

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

journey('sections without anything in them say so, and the panel leads to them', async (world) => {
  const { page } = world;
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
  }
  await expectVisible(page.getByText('Drag folders here'));
});

journey('deleted items are looked through, brought back, and deleted for good', async (world) => {
  const { page } = world;
  const { go, api, files } = await freshAccount(world);
  const outer = await api.createFolder('Outer');
  const inner = await api.createFolder('Inner', outer);
  await api.uploadFile('deep.txt', randomBytes(10), inner);
  const alone = await api.uploadFile('alone.txt', randomBytes(20));
  await api.remove([
    { id: outer, type: 'folder' },
    { id: alone, type: 'file' },
  ]);

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
  await expectEventually(
    async () => (await api.list()).map(({ attributes }) => attributes.name),
    ['alone.txt'],
  );

  await page.getByRole('button', { name: 'Empty trash' }).click();
  await expectVisible(
    files.alert.getByText(
      '3 items (10 B) will be deleted forever. This can’t be undone. Items inside folders are included.',
    ),
  );
  await page.keyboard.press('Escape');
  await expectGone(files.alert);
  await expectVisible(files.row('Outer'));
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await files.alert.getByRole('button', { name: 'Empty trash' }).click();
  await expectVisible(files.alert.getByText('Your trash was successfully cleared.'));
  await page.getByRole('button', { name: 'Awesome, thanks' }).click();
  await expectVisible(page.getByText('Trash is empty'));
  await page.reload();
  await expectVisible(page.getByText('Trash is empty'));
});

journey('a folder in the trash that is opened in Files says so and comes back', async (world) => {
  const { page } = world;
  const { go, api, files } = await freshAccount(world);
  const folder = await api.createFolder('Gone');
  await api.uploadFile('inside.txt', randomBytes(10), folder);
  await api.remove([{ id: folder, type: 'folder' }]);
  await go(`/platform/files/${folder}`);
  await expectVisible(page.getByText('This folder is in the trash, so you can’t add anything to it.'));
  await expectVisible(files.row('inside.txt'));
  await expectGone(files.uploadButton);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expectGone(page.getByText('This folder is in the trash'));
  await expectVisible(files.uploadButton);
  expect((await api.list()).map(({ id }) => id)).toEqual([folder]);
});

journey('the latest uploads stand under their day, the newest first', async (world) => {
  const { page } = world;
  const { go, api, files } = await freshAccount(world);
  const folder = await api.createFolder('Somewhere');
  for (const name of ['first.txt', 'second.txt']) await api.uploadFile(name, randomBytes(10), folder);
  await api.uploadFile('third.txt', randomBytes(10));
  await go('/platform/recent-uploads');
  await expectVisible(files.row('third.txt'));
  expect(await files.names()).toEqual(['third.txt', 'second.txt', 'first.txt']);
  await expectVisible(page.getByRole('rowgroup', { name: 'Today' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expectEventually(() => files.row('second.txt').getAttribute('aria-selected'), 'true');
});

journey('favourites are made by the star, ordered by the keyboard, and kept', async (world) => {
  const { page } = world;
  const { go, api, favourites, files } = await freshAccount(world);
  const names = () => favourites.getByRole('link').allTextContents();
  for (const name of ['Alpha', 'Beta']) {
    await go(`/platform/files/${await api.createFolder(name)}`);
    await page.getByRole('button', { name: 'Add to favourites' }).click();
    await expectVisible(favourites.getByRole('link', { name }));
  }
  await expectEventually(names, ['Alpha', 'Beta']);
  // A change that shows at once is kept once it is answered.
  const kept = () => page.waitForResponse(/\/api\/folders\/favourites/);
  await favourites.getByRole('link', { name: 'Beta' }).focus();
  const ordered = kept();
  await page.keyboard.press('Alt+ArrowUp');
  await expectEventually(names, ['Beta', 'Alpha']);
  await ordered;
  await page.reload();
  await expectEventually(names, ['Beta', 'Alpha']);
  await favourites.getByRole('link', { name: 'Alpha' }).click();
  await expectVisible(files.heading.getByText('Alpha'));
  const beta = favourites.getByRole('listitem').filter({ hasText: 'Beta' });
  await beta.hover();
  await beta.getByRole('button', { name: 'More actions for Beta' }).click();
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await expectPath(page, '/platform/files');
  await expectEventually(() => files.row('Beta').getAttribute('aria-selected'), 'true');
  const fills = (place: Locator) =>
    place.locator('.lucide-star').evaluateAll((stars) => stars.map((star) => getComputedStyle(star).fill));
  expect(await fills(files.row('Beta'))).toEqual([expect.stringMatching(/^rgb/)]);
  await favourites.getByRole('link', { name: 'Alpha' }).click();
  await expectVisible(files.heading.getByText('Alpha'));
  const star = page.getByRole('button', { name: 'Remove from favourites', exact: true });
  expect(await fills(star)).toEqual([expect.stringMatching(/^rgb/)]);
  await beta.hover();
  await page.getByRole('button', { name: 'Remove Beta from favourites' }).click();
  await expectEventually(names, ['Alpha']);
  const removed = kept();
  await page.getByRole('button', { name: 'Remove from favourites' }).click();
  await expectVisible(page.getByText('Drag folders here'));
  await removed;
  await page.reload();
  await expectVisible(page.getByText('Drag folders here'));
});

journey('a favourite is dragged to another place', async (world) => {
  const { page } = world;
  const { go, api, favourites } = await freshAccount(world);
  for (const name of ['One', 'Two', 'Three']) {
    await go(`/platform/files/${await api.createFolder(name)}`);
    await page.getByRole('button', { name: 'Add to favourites' }).click();
    await expectVisible(favourites.getByRole('link', { name }));
  }
  const here = page.url();
  const from = await favourites.getByRole('link', { name: 'Three' }).boundingBox();
  const to = await favourites.getByRole('link', { name: 'One' }).boundingBox();
  if (!from || !to) throw new Error('The favourites are not drawn.');
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y - 10, { steps: 4 });
  await page.mouse.move(to.x + 40, to.y + 8, { steps: 4 });
  await page.mouse.up();
  await expectEventually(() => favourites.getByRole('link').allTextContents(), ['Three', 'One', 'Two']);
  expect(page.url(), 'the press that ends it follows no link').toBe(here);
});

journey('the tree is walked by the keyboard and shows the way to the folder', async (world) => {
  const { page } = world;
  const { go, api, tree, files } = await freshAccount(world);
  const work = await api.createFolder('Work');
  const house = await api.createFolder('House', work);
  const plans = await api.createFolder('Plans', house);
  await api.createFolder('Zoo');
  const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name},`) });

  await go('/platform/files');
  await expectVisible(item('Work'));
  expect(await item('Work').getAttribute('aria-expanded')).toBe('false');
  expect(await item('Zoo').getAttribute('aria-expanded')).toBeNull();
  await tree.focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expectVisible(item('Plans'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
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
});

journey('items are moved by the popup, without a mouse', async (world) => {
  const { page } = world;
  const { go, api, files } = await freshAccount(world);
  const target = await api.createFolder('Target');
  await api.createFolder('Below', target);
  const moved = await api.createFolder('Moved');
  await api.createFolder('Within', moved);
  await go('/platform/files');
  await expectVisible(files.row('Moved'));
  await page.keyboard.press('m');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: /^Move to…/ }).press('Enter');
  await expectVisible(files.dialog.getByRole('heading', { name: 'Move Moved' }));
  const tree = files.dialog.getByRole('tree');
  await expectVisible(tree.getByRole('treeitem', { name: /^Moved/ }));
  expect(await tree.getByRole('treeitem', { name: /^Moved/ }).getAttribute('aria-disabled')).toBe('true');
  expect(await tree.getByRole('treeitem', { name: /^Home/ }).getAttribute('aria-disabled')).toBe('true');
  const submit = files.dialog.getByRole('button', { name: 'Move here' });
  const opacity = (): Promise<string> => submit.evaluate((button) => getComputedStyle(button).opacity);
  // Nothing is chosen yet.
  await expectEventually(opacity, '0.5');
  await tree.focus();
  await page.keyboard.press('t');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expectEventually(opacity, '1');
  await submit.press('Enter');
  await expectGone(files.dialog);
  await expectGone(files.row('Moved'));
  await expectVisible(page.getByText('moved to Below'));
});

journey(
  'axe finds nothing in the sections',
  async (world) => {
    const { page } = world;
    const { go, api, files, favourites } = await freshAccount(world);
    for (const path of ['recent-uploads', 'my-shared-items', 'trash']) {
      await go(`/platform/${path}`);
      await expectVisible(page.getByRole('heading', { level: 2 }).first());
      await expectAccessibleInEachWindow(page, `${path}, empty`);
    }
    const folder = await api.createFolder('Folder');
    await api.createFolder('Inside', folder);
    const gone = await api.createFolder('Gone');
    await api.uploadFile('recent.txt', randomBytes(10));
    await api.remove([{ id: gone, type: 'folder' }]);
    await go('/platform/recent-uploads');
    await expectVisible(files.row('recent.txt'));
    await expectAccessibleInEachWindow(page, 'Latest');
    await go('/platform/trash');
    await expectVisible(files.row('Gone'));
    await expectAccessibleInEachWindow(page, 'Trash');
    await page.getByRole('button', { name: 'Empty trash' }).click();
    await expectVisible(files.alert);
    await expectAccessibleInEachWindow(page, 'Empty trash?');
    await page.keyboard.press('Escape');
    await go(`/platform/files/${gone}`);
    await expectVisible(page.getByText('This folder is in the trash'));
    await expectAccessibleInEachWindow(page, 'a folder in the trash');
    await go(`/platform/files/${folder}`);
    await page.getByRole('button', { name: 'Add to favourites' }).click();
    // Its tooltip is no part of the page.
    await page.mouse.move(0, 0);
    await expectVisible(favourites.getByRole('link', { name: 'Folder' }));
    await expectVisible(page.getByRole('treeitem', { name: /^Folder/ }));
    await expectAccessible(page, 'favourites, tree and storage');
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await expectVisible(files.dialog.getByRole('treeitem', { name: /^Folder/ }));
    await expectAccessible(page, 'the menu of a phone');
  },
  { timeout: 240_000 },
);
