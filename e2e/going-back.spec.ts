/** Ways back: to where one was, from what one has left or deleted. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addUser } from './harness/accounts.ts';
import { type Api, signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { fillFolder, nameOf as fileAt } from './harness/large-folder.ts';
import { caughtUp, listening } from './harness/listening.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('some text');
const nameOf = (number: number) => `Folder ${String(number).padStart(2, '0')}`;
/** More folders than a window shows. @returns the ids of the folder that has them, and of theirs */
const manyFolders = async (api: Api, name: string) => {
  const outer = await api.createFolder(name);
  const numbers = Array.from({ length: 60 }, (_none, number) => number);
  return { outer, ids: await Promise.all(numbers.map((number) => api.createFolder(nameOf(number), outer))) };
};
/** A point beside the name, where a press selects. */
const beside = { position: { x: 420, y: 10 } };
let accounts = 0;

/** A page of an account that nothing else has touched. */
const freshAccount = async ({ server, context, page }: World) => {
  const user = addUser(server.dataDir, `leaving-${(accounts += 1)}@example.com`);
  const headers = { origin: server.url };
  await context.request.post(`${server.url}/api/login`, { headers, data: { ...user, remember: false } });
  return { api: await signInToApi(server.url, user), files: filesPage(page) };
};

const hasFocus = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });

journey('going back leads to where one was: scroll, focus, selection', async ({ page, signIn, server }) => {
  const api = await signInToApi(server.url);
  const { outer } = await manyFolders(api, 'Outer');
  const files = filesPage(page);
  const path = `/platform/files/${outer}?sort=name&dir=ASC`;
  await signIn({ at: path });
  await expectVisible(files.row(nameOf(0)));

  const stateOf = () =>
    page.evaluate(() => {
      const grid = document.querySelector('[role=grid]');
      const active = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '');
      const selected = document.querySelectorAll('[role=row][aria-selected=true] [role=rowheader]');
      return {
        scrollTop: grid?.scrollTop,
        active: active?.querySelector('[role=rowheader]')?.textContent,
        selected: Array.from(selected, ({ textContent }) => textContent),
        hasFocus: document.activeElement === grid,
      };
    });

  await files.grid.focus();
  await page.keyboard.press('End');
  await expectVisible(files.row(nameOf(59)));
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  const selected = [nameOf(39), nameOf(40)];
  await expectEventually(async () => (await stateOf()).selected, selected);
  const before = await stateOf();
  expect(before).toMatchObject({ active: nameOf(40), hasFocus: true });
  expect(before.scrollTop).toBeGreaterThan(0);

  await page.keyboard.press('Enter');
  await expectVisible(page.getByRole('heading', { level: 1, name: nameOf(40) }));
  await page.goBack();
  await expectPath(page, path);
  await expectEventually(stateOf, before);

  // The way back from another section works, too; a new visit finds nothing selected.
  await page.getByRole('link', { name: 'Trash' }).first().click();
  await expectVisible(page.getByText('Trash is empty'));
  await page.goBack();
  await expectEventually(stateOf, before);
  await page.getByRole('link', { name: 'Trash' }).first().click();
  await expectVisible(page.getByText('Trash is empty'));
  await page.getByRole('treeitem', { name: /^Outer,/ }).click();
  await expectVisible(files.row(nameOf(59)));
  await expectEventually(async () => (await stateOf()).selected, []);
});

/** Expects that a listing has the focus and outlines one item, which is in sight; none is selected. */
const expectOutlined = (page: Page, name: string): Promise<void> =>
  expectEventually(
    () =>
      page.evaluate(() => {
        const grid = document.querySelector('[role=grid]');
        const active = document.getElementById(grid?.getAttribute('aria-activedescendant') ?? '');
        const box = active?.getBoundingClientRect();
        return {
          active: active?.querySelector('a')?.textContent,
          isOutlined: active !== null && getComputedStyle(active).outlineStyle === 'solid',
          isInSight: box !== undefined && box.top > 0 && box.bottom <= innerHeight,
          selected: document.querySelectorAll('[role=row][aria-selected=true]').length,
          hasFocus: document.activeElement === grid,
        };
      }),
    { active: name, isOutlined: true, isInSight: true, selected: 0, hasFocus: true },
  );

journey(
  'going up focuses the folder that was left, and selects nothing',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const { outer, ids } = await manyFolders(api, 'Above');
    const inside = nameOf(47);
    await api.createFolder('Deep', ids[47]);
    const files = filesPage(page);
    const expectLeft = (name: string) => expectOutlined(page, name);
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    const enter = async (name: string): Promise<void> => {
      await page.keyboard.press('Enter');
      await expectVisible(heading(name));
    };
    await signIn({ at: `/platform/files/${outer}?sort=name&dir=ASC` });
    await expectVisible(files.row(nameOf(0)));
    await files.grid.focus();
    await page.keyboard.press('End');
    await files.openFolder(inside);
    await expectVisible(files.row('Deep'));
    await page.keyboard.press('Backspace');
    await expectLeft(inside);

    // A page that was loaded anew remembers nothing, and the folder above has to be fetched. Keys that come before it act on nothing.
    await enter(inside);
    await page.reload();
    await expectVisible(files.row('Deep'));
    let letThrough = (): void => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(`**/api/browse/folders/${outer}?*`, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('Alt+ArrowUp');
    await expectPath(page, `/platform/files/${outer}?sort=name&dir=ASC`);
    await page.keyboard.press('Shift+Delete');
    letThrough();
    await expectLeft(inside);
    expect(await files.dialog.count()).toBe(0);
    // From now on they act on the folder that is outlined.
    await page.keyboard.press('Shift+Delete');
    await expectVisible(files.dialog.or(files.alert).getByText(inside));
    await page.keyboard.press('Escape');
    await expectLeft(inside);

    await enter(inside);
    await files.breadcrumb.getByRole('link', { name: 'Above' }).click();
    await expectLeft(inside);
    await page.keyboard.press('ArrowDown');
    await expectEventually(() => files.row(nameOf(48)).getAttribute('aria-selected'), 'true');
    await files.openFolder(inside);
    await expectVisible(files.row('Deep'));
    await page.keyboard.press('Home');
    await enter('Deep');
    // Two folders up, by the menu; then the list is a grid.
    await files.breadcrumb.getByRole('button', { name: 'Show parent folders' }).click();
    await page.getByRole('menuitem', { name: 'Home' }).click();
    await expectLeft('Above');
    await page.keyboard.press('Enter');
    await expectVisible(heading('Above'));
    await page.getByRole('button', { name: 'Grid', exact: true }).click();
    await files.openFolder(inside);
    await expectVisible(files.row('Deep'));
    await page.keyboard.press('Backspace');
    await expectLeft(inside);

    await page.getByRole('link', { name: 'Trash' }).first().click();
    await expectVisible(page.getByText('Trash is empty'));
    await api.remove([{ id: outer, type: 'folder' }]);
    await expectVisible(files.row('Above'));
    await files.openFolder('Above');
    await files.openFolder(nameOf(58));
    await expectVisible(heading(nameOf(58)));
    await page.keyboard.press('Backspace');
    await expectLeft(nameOf(58));
    await page.keyboard.press('Backspace');
    await expectLeft('Above');
  },
);

journey(
  'a folder leaves the tree as it is deleted, and the page of the trash as it is restored or erased',
  async (world) => {
    const { page, guard } = world;
    // The trash is left while its page may still connect.
    guard.allow(/closed before the connection is established/);
    const { api, files } = await freshAccount(world);
    const outer = await api.createFolder('Outer');
    const inner = await api.createFolder('Inner', outer);
    const below = await api.createFolder('Below', inner);
    await api.createFolder('Deep', below);
    const tree = page.getByRole('tree', { name: 'Folders' });
    const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name},`) });

    const first = listening(page, 'private-user');
    await page.goto(`/platform/files/${below}`);
    await expectVisible(item('Below'));
    await item('Below').locator('[data-toggle]').click();
    await expectVisible(item('Deep'));
    await first;
    // A page that begins to listen asks once more for what it shows, which has to be there still.
    const ready = caughtUp(page, outer);
    await page.goto(`/platform/files/${outer}`);
    await expectVisible(item('Deep'));
    await ready;
    await files.row('Inner').click(beside);
    await page.keyboard.press('Delete');
    await expectVisible(page.getByText('Inner moved to trash'));
    await expectGone(item('Inner'));

    // The rows are gone: the keyboard goes on with the notice in their place.
    await expectEventually(() => hasFocus(page, 'main button'), true);
    await page.keyboard.press('ControlOrMeta+z');
    await expectVisible(item('Deep'));
    await expectVisible(files.row('Inner'));
    await expectEventually(() => hasFocus(page, '[role=grid]'), true);

    // A folder of the trash that is shown is left with it.
    const menuItem = (name: string) => page.getByRole('menu').getByRole('menuitem', { name, exact: true });
    for (const name of ['Restored', 'Erased']) {
      const folder = await api.createFolder(name);
      await api.uploadFile('a.txt', bytes, folder);
      await api.remove([{ id: folder, type: 'folder' }]);
    }
    const show = async (name: string): Promise<void> => {
      await page.goto('/platform/trash');
      await files.openFolder(name);
      await expectVisible(files.row('a.txt'));
      await page.getByRole('heading', { level: 1, name }).click({ button: 'right' });
    };
    await show('Erased');
    await menuItem('Delete forever').click();
    await files.alert.getByRole('button', { name: 'Delete forever' }).click();
    await expectPath(page, '/platform/trash');
    await expectEventually(() => files.names(), ['Restored']);
    await show('Restored');
    await menuItem('Restore to Home').click();
    await expectPath(page, '/platform/trash');
    await expectVisible(page.getByText('Trash is empty'));
    await expectEventually(
      async () => (await api.list()).map(({ attributes }) => attributes.name).toSorted(),
      ['Outer', 'Restored'],
    );
  },
);

journey('deleting in the preview goes on to the next file, and closes with the last', async (world) => {
  const { page } = world;
  const { api, files } = await freshAccount(world);
  const { dialog, named, position } = previewPage(page);
  const textOf = (name: string) => `The text of ${name}`;
  const names = ['a.txt', 'b.txt', 'c.txt'];
  const contents = Object.fromEntries(names.map((name) => [name, new TextEncoder().encode(textOf(name))]));
  /** Waits for the text, too: it is not found any more if its file is deleted while it is fetched. */
  const expectShown = (name: string) => expectVisible(named(name).getByText(textOf(name)));
  const { folder } = await folderWith(api, 'Folder', contents);
  await page.goto(`/platform/files/${folder}?sort=name&dir=ASC`);
  await files.row('b.txt').click(beside);
  await page.keyboard.press('Enter');
  await expectShown('b.txt');
  await page.keyboard.press('Delete');
  await expectShown('c.txt');
  await expectVisible(position('2 of 2'));
  await expectVisible(notices(page).getByText('b.txt moved to trash'));
  await page.keyboard.press('Shift+Delete');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectShown('a.txt');
  await expectVisible(position('1 of 1'));
  await expectVisible(notices(page).getByText('c.txt moved to trash'));
  await notices(page).getByRole('button', { name: 'Undo' }).last().click();
  await expectVisible(position('1 of 2'));
  await dialog.getByRole('button', { name: 'Next file' }).click();
  await expectShown('c.txt');
  await page.keyboard.press('Delete');
  await expectShown('a.txt');
  await page.keyboard.press('Delete');
  await expectGone(dialog);
  await expectVisible(page.getByText('Nothing here yet'));
  await expectPath(page, `/platform/files/${folder}?sort=name&dir=ASC`);
});

journey(
  'a rectangle selects among the latest uploads, and an address far down in the trash',
  async (world) => {
    const { page, server } = world;
    const { api, files } = await freshAccount(world);
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await api.uploadFile(name, bytes);
    await page.goto('/platform/recent-uploads');
    await expectVisible(files.row('a.txt'));
    const boxOf = async (name: string) => {
      const box = await files.row(name).boundingBox();
      if (!box) throw new Error(`${name} is not drawn.`);
      return box;
    };
    const [from, to] = [await boxOf('a.txt'), await boxOf('c.txt')];
    const x = from.x + from.width;
    const selected = () => page.locator('[role=row][aria-selected=true] [role=rowheader]').allTextContents();
    // The code of dragging loads once the page is at rest.
    await expectEventually(async () => {
      await page.mouse.move(x + 5, from.y + from.height + 40);
      await page.mouse.down();
      await page.mouse.move(x - 60, from.y + 10, { steps: 4 });
      await page.mouse.move(x - 80, to.y + to.height / 2, { steps: 4 });
      const names = await selected();
      await page.mouse.up();
      return names;
    }, ['c.txt', 'b.txt', 'a.txt']);
    await expectVisible(page.getByText('3 selected').first());

    const folder = await api.createFolder('Many');
    fillFolder(server.dataDir, folder, 510);
    const many = await api.list(folder);
    const far = many.find(({ attributes }) => attributes.name === fileAt(508));
    await api.remove(many.map(({ id }) => ({ id, type: 'file' })));
    await page.goto(`/platform/trash?sort=name&dir=ASC&select=${far?.id}`);
    await expectEventually(() => files.row(fileAt(508)).getAttribute('aria-selected'), 'true');
    await expectEventually(async () => new URL(page.url()).search, '?sort=name&dir=ASC');
  },
);
