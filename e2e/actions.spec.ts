import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('some text');
/** A point beside the name, where a press selects. */
const beside = { position: { x: 420, y: 10 } };

/** A folder with a folder and three files. */
const arrange = async (url: string, name: string) => {
  const api = await signInToApi(url);
  const id = await api.createFolder(name);
  const inner = await api.createFolder('Invoices', id);
  for (const file of ['a.txt', 'b.txt', 'c.txt']) await api.uploadFile(file, bytes, id);
  return { id, inner };
};
const open = async (page: Page, id: string) => {
  await page.goto(`/platform/files/${id}?sort=name&dir=ASC`);
  await expectVisible(filesPage(page).row('a.txt'));
};
const selectedNames = (page: Page) =>
  page.locator('[role=row][aria-selected=true] [role=rowheader]').allTextContents();
const undoButton = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });

journey(
  'items are renamed, moved, deleted and brought back with the mouse',
  async ({ page, signIn, server, guard }) => {
    guard.allow(/status of 409/);
    const { id } = await arrange(server.url, 'By mouse');
    await signIn();
    await open(page, id);
    const files = filesPage(page);
    const menu = page.getByRole('menu');

    await files.row('b.txt').click({ button: 'right', ...beside });
    await menu.getByRole('menuitem', { name: 'Rename' }).click();
    const field = page.getByRole('textbox', { name: 'New name of b.txt' });
    await expectVisible(field);
    const marked = await field.evaluate((input: HTMLInputElement) =>
      input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
    );
    expect(marked, 'the base name is preselected').toBe('b');
    await page.keyboard.type('z');
    await page.keyboard.press('Enter');
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'c.txt', 'z.txt']);
    await undoButton(page).click();
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt', 'c.txt']);

    // A name that is taken restores the old one.
    await files.row('b.txt').click({ button: 'right', ...beside });
    await menu.getByRole('menuitem', { name: 'Rename' }).click();
    await expectVisible(field);
    await page.keyboard.type('a');
    await page.keyboard.press('Enter');
    await expectVisible(
      page.getByText('Couldn’t rename “b.txt” to “a.txt”. An item with this name is already here.'),
    );
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt', 'c.txt']);

    await files.row('a.txt').click(beside);
    await files.row('c.txt').click({ ...beside, modifiers: ['ControlOrMeta'] });
    await expectVisible(page.getByText('2 selected').first());
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Download' }).focus();
    await page.keyboard.press('Escape');
    await expectEventually(() => selectedNames(page), []);
    await page.keyboard.press('ControlOrMeta+a');
    await expectVisible(page.getByText('4 selected').first());
    await page.getByRole('button', { name: 'Clear selection' }).focus();
    await page.keyboard.press('Escape');
    await expectEventually(() => selectedNames(page), []);

    await files.row('a.txt').click(beside);
    await files.row('c.txt').click({ ...beside, modifiers: ['ControlOrMeta'] });
    await expectVisible(page.getByText('2 selected').first());
    await files.row('a.txt').getByRole('button', { name: 'More actions for a.txt' }).click();
    await menu.getByRole('menuitem', { name: 'Delete' }).click();
    await expectEventually(() => files.names(), ['Invoices', 'b.txt']);
    await expectVisible(page.getByText('2 items moved to trash'));
    await undoButton(page).click();
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt', 'c.txt']);

    // The space under the menu is not part of another selection.
    await files.row('a.txt').click(beside);
    await files.row('c.txt').click({ button: 'right', ...beside });
    await expectEventually(() => selectedNames(page), ['c.txt']);
    await menu.getByRole('menuitem', { name: 'Delete' }).click();
    await expectVisible(page.getByText('c.txt moved to trash'));
    await page.reload();
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt']);
  },
);

journey(
  'items are selected, renamed, moved, deleted and brought back with the keyboard alone',
  async ({ page, signIn, server }) => {
    const { id, inner } = await arrange(server.url, 'By keyboard');
    await signIn();
    await open(page, id);
    const files = filesPage(page);
    const { keyboard } = page;

    // The heading has the focus: the listing's keys work at once.
    await keyboard.press('End');
    await keyboard.press('F2');
    await expectVisible(page.getByRole('textbox', { name: 'New name of c.txt' }));
    await keyboard.type('y');
    await keyboard.press('Escape');
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt', 'c.txt']);
    await keyboard.press('F2');
    await expectVisible(page.getByRole('textbox', { name: 'New name of c.txt' }));
    await keyboard.type('d');
    await keyboard.press('Enter');
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt', 'd.txt']);
    await keyboard.press('ControlOrMeta+z');
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt', 'c.txt']);

    await keyboard.press('Home');
    await keyboard.press('ArrowDown');
    await keyboard.press('Delete');
    await expectEventually(() => files.names(), ['Invoices', 'b.txt', 'c.txt']);
    // The next row has the focus: Del goes on there.
    await keyboard.press('Delete');
    await expectEventually(() => files.names(), ['Invoices', 'c.txt']);
    await keyboard.press('ControlOrMeta+z');
    await expectEventually(() => files.names(), ['Invoices', 'b.txt', 'c.txt']);
    await keyboard.press('ControlOrMeta+z');
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt', 'c.txt']);

    await keyboard.press('End');
    await keyboard.press('Shift+ArrowUp');
    await expectEventually(() => selectedNames(page), ['b.txt', 'c.txt']);
    await keyboard.press('ControlOrMeta+x');
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await expectEventually(async () => new URL(page.url()).pathname, `/platform/files/${inner}`);
    await expectVisible(page.getByText('Nothing here yet'));
    await keyboard.press('ControlOrMeta+v');
    await expectEventually(async () => (await files.names()).toSorted(), ['b.txt', 'c.txt']);
    await expectVisible(page.getByText('2 items moved to Invoices'));
    await keyboard.press('Alt+ArrowUp');
    await expectEventually(() => files.names(), ['Invoices', 'a.txt']);
    await keyboard.press('ControlOrMeta+z');
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt', 'c.txt']);

    await keyboard.press('End');
    await keyboard.press('Shift+F10');
    await expectVisible(page.getByRole('menu'));
    await keyboard.press('Escape');
    await expectGone(page.getByRole('menu'));
    await keyboard.press('ControlOrMeta+/');
    await expectVisible(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    await keyboard.press('Delete');
    await keyboard.press('Escape');
    await expectGone(page.getByRole('dialog'));
    expect(await files.names(), 'keys do not work under a popup').toEqual([
      'Invoices',
      'a.txt',
      'b.txt',
      'c.txt',
    ]);

    await keyboard.press('Shift+Delete');
    await expectVisible(page.getByRole('alertdialog', { name: 'Delete c.txt forever?' }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt']);
  },
);

journey(
  'an empty folder leads up by its keys; deleting the folder that is shown goes up',
  async ({ page, signIn, server }) => {
    const { id, inner } = await arrange(server.url, 'Upwards');
    await signIn();
    await open(page, id);
    const files = filesPage(page);
    await files.openFolder('Invoices');
    await expectVisible(page.getByText('Nothing here yet'));
    await page.keyboard.press('Backspace');
    await expectVisible(files.row('a.txt'));
    await files.openFolder('Invoices');
    await expectEventually(async () => new URL(page.url()).pathname, `/platform/files/${inner}`);
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).click({ button: 'right' });
    await page.getByRole('menu').getByRole('menuitem', { name: 'Delete' }).click();
    await expectEventually(async () => new URL(page.url()).pathname, `/platform/files/${id}`);
    await expectEventually(() => files.names(), ['a.txt', 'b.txt', 'c.txt']);
  },
);

journey('a change that the server refuses is taken back', async ({ page, signIn, server, guard }) => {
  guard.allow(/status of 500/);
  const { id } = await arrange(server.url, 'Refused');
  await signIn();
  await open(page, id);
  const files = filesPage(page);
  await page.route('**/api/remove', (route) => route.fulfill({ status: 500, body: '{}' }));
  await files.row('b.txt').click(beside);
  await page.keyboard.press('Delete');
  await expectVisible(page.getByText('Couldn’t delete “b.txt”. Something went wrong. Please try again.'));
  await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt', 'c.txt']);
  await expectEventually(() => selectedNames(page), ['b.txt']);
});

journey(
  'names that are taken where items are moved are asked about: keep both, skip, replace, for all',
  async ({ page, signIn, server, guard }) => {
    // Browsers report every refusal.
    guard.allow(/409/);
    const { id, inner } = await arrange(server.url, 'Conflicts');
    const api = await signInToApi(server.url);
    const names = ['a.txt', 'b.txt', 'c.txt'];
    for (const name of names) await api.uploadFile(name, Buffer.from('old'), inner);
    await api.createFolder('Deep', id);
    await api.createFolder('Deep', inner);
    const contents = async (): Promise<Record<string, string>> => {
      const files = (await api.list(inner)).filter(({ type }) => type === 'file');
      const read = async ({ id: file, attributes }: (typeof files)[number]) =>
        [attributes.name, new TextDecoder().decode(await api.download(file))] as const;
      return Object.fromEntries(await Promise.all(files.map(read)));
    };
    await signIn();
    await open(page, id);
    const files = filesPage(page);
    const answer = (name: RegExp) => files.dialog.getByRole('button', { name }).click();
    const cutAndPaste = async (...cut: string[]): Promise<void> => {
      await expectVisible(files.row('Invoices'));
      const [first = '', ...others] = cut;
      await files.row(first).click(beside);
      for (const name of others) await files.row(name).click({ ...beside, modifiers: ['ControlOrMeta'] });
      await page.keyboard.press('ControlOrMeta+x');
      await files.openFolder('Invoices');
      await expectVisible(files.row('Deep'));
      await expectGone(files.row('Invoices'));
      await page.keyboard.press('ControlOrMeta+v');
    };

    await cutAndPaste('a.txt');
    await expectVisible(files.dialog.getByRole('heading', { name: '“a.txt” is already in Invoices' }));
    await expectAccessible(page, 'the question about a taken name');
    await answer(/^Keep both/);
    await expectVisible(files.row('a (1).txt'));
    await expectVisible(page.getByText('a.txt moved to Invoices'));

    await page.goBack();
    await cutAndPaste('b.txt', 'c.txt', 'Deep');
    await files.dialog.getByRole('checkbox', { name: 'Do the same for 2 more' }).check();
    await answer(/^Replace/);
    // A folder replaces nothing.
    await expectVisible(
      files.dialog.getByRole('heading', { name: 'Invoices already has a folder called “Deep”' }),
    );
    await expectGone(files.dialog.getByRole('button', { name: /^Replace/ }));
    await answer(/^Skip/);
    await expectVisible(page.getByText('2 items moved to Invoices'));
    expect(await contents()).toEqual({
      'a.txt': 'old',
      'a (1).txt': 'some text',
      'b.txt': 'some text',
      'c.txt': 'some text',
    });
    await page.goBack();
    await expectEventually(() => files.names(), ['Deep', 'Invoices']);
    await page.keyboard.press('ControlOrMeta+z');
    await expectEventually(() => files.names(), ['Deep', 'Invoices', 'b.txt', 'c.txt']);

    await cutAndPaste('b.txt');
    await answer(/^Skip/);
    await expectGone(files.dialog);
    await page.goBack();
    await expectEventually(() => files.names(), ['Deep', 'Invoices', 'b.txt', 'c.txt']);
  },
);

journey('axe finds nothing in menus, bars and popups of items', async ({ page, signIn, server }) => {
  const { id } = await arrange(server.url, 'Axe');
  await signIn();
  await open(page, id);
  const files = filesPage(page);
  await files.row('Invoices').click({ button: 'right', ...beside });
  await expectVisible(page.getByRole('menu'));
  await expectAccessible(page, 'the menu');
  await page.getByRole('menuitem', { name: 'Icon and colour' }).click();
  await expectVisible(files.dialog);
  await expectAccessible(page, 'icon and colour');
  await page.keyboard.press('Escape');
  await expectGone(files.dialog);
  await page.keyboard.press('ControlOrMeta+a');
  await expectVisible(page.getByRole('button', { name: 'Clear selection' }));
  await expectAccessible(page, 'the selection bar');
  await page.keyboard.press('Shift+Delete');
  await expectVisible(files.alert);
  await expectAccessible(page, 'deleting forever');
  await page.keyboard.press('Escape');
  await expectGone(files.alert);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+/');
  await expectVisible(files.dialog);
  await expectAccessible(page, 'the shortcuts');
  await page.keyboard.press('Escape');
  await expectGone(files.dialog);
  await page.keyboard.press('End');
  await page.keyboard.press('F2');
  await expectVisible(page.getByRole('textbox', { name: 'New name of c.txt' }));
  await expectAccessible(page, 'renaming');
});
