import type { Page } from 'playwright-core';
import { addUser } from './harness/accounts.ts';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('some text');
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

journey('a folder that is open in the tree is deleted, and nothing asks for it any more', async (world) => {
  const { page } = world;
  const { api, files } = await freshAccount(world);
  const outer = await api.createFolder('Outer');
  const inner = await api.createFolder('Inner', outer);
  const below = await api.createFolder('Below', inner);
  await api.createFolder('Deep', below);
  const tree = page.getByRole('tree', { name: 'Folders' });
  const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name},`) });

  await page.goto(`/platform/files/${below}`);
  await expectVisible(item('Below'));
  await item('Below').locator('[data-toggle]').click();
  await expectVisible(item('Deep'));
  await page.goto(`/platform/files/${outer}`);
  await expectVisible(item('Deep'));
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
});

journey(
  'a folder of the trash that is shown is left when it is restored or deleted for good',
  async (world) => {
    const { page } = world;
    const { api, files } = await freshAccount(world);
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
      async () => (await api.list()).map(({ attributes }) => attributes.name),
      ['Restored'],
    );
  },
);

journey('a deletion in the preview deletes what lies there now', async (world) => {
  const { page } = world;
  const { api, files } = await freshAccount(world);
  const preview = previewPage(page);
  const { folder, 'a.txt': file } = await folderWith(api, 'Folder', { 'a.txt': bytes });
  if (!folder || !file) throw new Error('The file was not made.');
  await api.remove([{ id: file, type: 'file' }]);

  // Over the trash, a file that has been restored goes back there, and is not asked about.
  await page.goto(`/platform/trash?preview=${file}`);
  await preview.dialog.getByRole('button', { name: 'Restore' }).click();
  await expectVisible(preview.dialog.getByText('some text'));
  await preview.dialog.getByRole('button', { name: 'Delete' }).click();
  await expectVisible(preview.dialog.getByText('This file is in the trash'));
  await preview.dialog.getByRole('button', { name: 'Restore' }).click();
  await expectEventually(async () => (await api.list(folder)).length, 1);

  // Over the latest, a file that went to the trash with its folder is asked about.
  await page.goto(`/platform/recent-uploads?preview=${file}`);
  await expectVisible(preview.dialog.getByText('some text'));
  await api.remove([{ id: folder, type: 'folder' }]);
  await expectVisible(preview.dialog.getByText('This file is in the trash'));
  await preview.dialog.getByRole('button', { name: 'Delete' }).click();
  await expectVisible(files.alert.getByText('Delete a.txt forever?'));
});

journey('deleting in the preview goes on to the next file, and closes with the last', async (world) => {
  const { page } = world;
  const { api, files } = await freshAccount(world);
  const { dialog, named, position } = previewPage(page);
  const contents = { 'a.txt': bytes, 'b.txt': bytes, 'c.txt': bytes };
  const { folder } = await folderWith(api, 'Folder', contents);
  await page.goto(`/platform/files/${folder}?sort=name&dir=ASC`);
  await files.row('b.txt').click(beside);
  await page.keyboard.press('Enter');
  await expectVisible(named('b.txt'));
  await page.keyboard.press('Delete');
  await expectVisible(named('c.txt'));
  await expectVisible(position('2 of 2'));
  await expectVisible(notices(page).getByText('b.txt moved to trash'));
  await page.keyboard.press('Shift+Delete');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectVisible(named('a.txt'));
  await expectVisible(position('1 of 1'));
  await expectVisible(notices(page).getByText('c.txt moved to trash'));
  await notices(page).getByRole('button', { name: 'Undo' }).last().click();
  await expectVisible(position('1 of 2'));
  await dialog.getByRole('button', { name: 'Next file' }).click();
  await expectVisible(named('c.txt'));
  await page.keyboard.press('Delete');
  await expectVisible(named('a.txt'));
  await page.keyboard.press('Delete');
  await expectGone(dialog);
  await expectVisible(page.getByText('Nothing here yet'));
  await expectPath(page, `/platform/files/${folder}?sort=name&dir=ASC`);
});

journey('a deletion is not offered to be undone once the trash is emptied', async (world) => {
  const { page } = world;
  const { api, files } = await freshAccount(world);
  const folder = await api.createFolder('Folder');
  for (const name of ['a.txt', 'b.txt']) await api.uploadFile(name, bytes, folder);
  await page.goto(`/platform/files/${folder}?sort=name&dir=ASC`);
  await files.row('a.txt').click(beside);
  await page.keyboard.press('Delete');
  await expectVisible(notices(page).getByText('a.txt moved to trash'));
  await page.getByRole('link', { name: 'Trash' }).first().click();
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await files.alert.getByRole('button', { name: 'Empty trash' }).click();
  await expectVisible(files.alert.getByText('Your trash was successfully cleared.'));
  await expectGone(notices(page).getByRole('button', { name: 'Undo' }));
  await page.getByRole('button', { name: 'Awesome, thanks' }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expectVisible(page.getByRole('status').getByText('Nothing to undo.'));
});

const farDown = { timeout: 240_000 };
journey(
  'an item far down in the trash is shown, selected',
  async (world) => {
    const { page } = world;
    const { api, files } = await freshAccount(world);
    const folder = await api.createFolder('Many');
    const ids: string[] = [];
    for (let number = 0; number < 510; number += 1)
      ids.push(await api.uploadFile(`${String(number).padStart(3, '0')}.txt`, bytes, folder));
    await api.remove(ids.map((id) => ({ id, type: 'file' })));
    await page.goto(`/platform/trash?sort=name&dir=ASC&select=${ids[507]}`);
    await expectEventually(() => files.row('507.txt').getAttribute('aria-selected'), 'true');
    await expectEventually(async () => new URL(page.url()).search, '?sort=name&dir=ASC');
  },
  farDown,
);

journey('a rectangle selects among the latest uploads', async (world) => {
  const { page } = world;
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
});
