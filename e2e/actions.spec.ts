import { join } from 'node:path';
import type { FileChooser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { writeFolder } from './harness/real-files.ts';
import { admin } from './harness/server.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('some text');
/** A point beside the name, where a press selects. */
const beside = { position: { x: 420, y: 10 } };
const mostStops = 60;

/** A folder with a folder and three files. */
const arrange = async (url: string, name: string) => {
  const api = await signInToApi(url);
  const id = await api.createFolder(name);
  const inner = await api.createFolder('Invoices', id);
  for (const file of ['a.txt', 'b.txt', 'c.txt']) await api.uploadFile(file, bytes, id);
  return { api, id, inner, at: `/platform/files/${id}?sort=name&dir=ASC` };
};
const selectedNames = (page: Page) =>
  page.locator('[role=row][aria-selected=true] [role=rowheader]').allTextContents();
const undoButton = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });

const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
const tabTo = async (page: Page, locator: Locator) => {
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press('Tab');
    if (await isFocused(locator)) return;
  }
  throw new Error(`Tab does not reach ${locator.toString()}`);
};

journey(
  'items are renamed, deleted, moved and brought back with the mouse; a taken name is asked about',
  async (world) => {
    const { page, signIn, server, guard } = world;
    // Browsers report every refusal.
    guard.allow(/409/);
    const { api, at, inner } = await arrange(server.url, 'By mouse');
    await api.uploadFile('a.txt', Buffer.from('old'), inner);
    await api.createFolder('Deep', inner);
    await signIn({ at });
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
    await expectEventually(files.names, ['Invoices', 'a.txt', 'c.txt', 'z.txt']);
    await undoButton(page).click();
    await expectEventually(files.names, ['Invoices', 'a.txt', 'b.txt', 'c.txt']);

    await files.row('b.txt').click(beside);
    await files.row('c.txt').click({ ...beside, modifiers: ['ControlOrMeta'] });
    await expectVisible(page.getByText('2 selected').first());
    await expectAccessible(page, 'the selection bar');
    await files.row('b.txt').getByRole('button', { name: 'More actions for b.txt' }).click();
    await menu.getByRole('menuitem', { name: 'Delete' }).click();
    await expectEventually(files.names, ['Invoices', 'a.txt']);
    await expectVisible(page.getByText('2 items moved to trash'));
    await undoButton(page).click();
    await expectEventually(files.names, ['Invoices', 'a.txt', 'b.txt', 'c.txt']);
    await files.row('Invoices').click({ button: 'right', ...beside });
    await menu.getByRole('menuitem', { name: 'Icon and colour' }).click();
    await expectVisible(files.dialog);
    await expectAccessible(page, 'icon and colour');
    await page.keyboard.press('Escape');
    await expectGone(files.dialog);

    await files.row('a.txt').click(beside);
    await files.row('c.txt').click({ ...beside, modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('ControlOrMeta+x');
    await files.openFolder('Invoices');
    await expectVisible(files.row('Deep'));
    await page.keyboard.press('ControlOrMeta+v');
    await expectVisible(files.dialog.getByRole('heading', { name: '“a.txt” is already in Invoices' }));
    await expectAccessible(page, 'the question about a taken name');
    await files.dialog.getByRole('button', { name: /^Keep both/ }).click();
    await expectEventually(files.names, ['Deep', 'a (1).txt', 'a.txt', 'c.txt']);
    await expectVisible(page.getByText('2 items moved to Invoices'));
    // Deleting the folder that is shown goes up.
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Delete' }).click();
    await expectPath(page, at);
    await page.reload();
    await expectEventually(files.names, ['b.txt']);
  },
);

journey(
  'items are selected, renamed, moved, deleted and brought back with the keyboard alone',
  async ({ page, signIn, server }) => {
    const { at, inner } = await arrange(server.url, 'By keyboard');
    await signIn({ at });
    const files = filesPage(page);
    await expectVisible(files.row('a.txt'));
    const { keyboard } = page;

    // The heading has the focus: the listing's keys work at once.
    await keyboard.press('End');
    await keyboard.press('F2');
    await expectVisible(page.getByRole('textbox', { name: 'New name of c.txt' }));
    await expectAccessible(page, 'renaming');
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
    // An empty folder has its keys, too.
    await keyboard.press('Backspace');
    await expectEventually(files.names, ['Invoices', 'a.txt', 'b.txt', 'c.txt']);
    await keyboard.press('Enter');
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
    await expectAccessible(page, 'the menu');
    await keyboard.press('Escape');
    await expectGone(page.getByRole('menu'));
    await keyboard.press('ControlOrMeta+/');
    await expectVisible(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    await expectAccessible(page, 'the shortcuts');
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
    await expectAccessible(page, 'deleting forever');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectEventually(() => files.names(), ['Invoices', 'a.txt', 'b.txt']);
  },
);

journey(
  'items are duplicated, copied to a folder chosen by name and pasted; each copy can be undone',
  async (world) => {
    const { page, signIn, server, guard } = world;
    guard.allow(/409/);
    const { api, id, inner, at } = await arrange(server.url, 'Copies');
    await api.uploadFile('deep.txt', bytes, inner);
    await signIn({ at });
    const files = filesPage(page);
    const menu = page.getByRole('menu');
    const choose = async (name: string, action: string) => {
      await files.row(name).click({ button: 'right', ...beside });
      await menu.getByRole('menuitem', { name: action }).click();
    };
    await choose('a.txt', 'Duplicate');
    await expectEventually(files.names, ['Invoices', 'a (1).txt', 'a.txt', 'b.txt', 'c.txt']);
    await expectVisible(page.getByText('a.txt duplicated'));
    await undoButton(page).click();
    await expectEventually(files.names, ['Invoices', 'a.txt', 'b.txt', 'c.txt']);

    await choose('Invoices', 'Copy to…');
    await expectVisible(files.dialog.getByRole('heading', { name: 'Copy Invoices' }));
    await expectAccessible(page, 'copying');
    await files.dialog.getByLabel('Search folders').fill('Copies');
    await files.dialog.getByRole('option', { name: 'Copies' }).click();
    await files.dialog.getByRole('button', { name: 'Copy here' }).click();
    await expectEventually(files.names, ['Invoices', 'Invoices (1)', 'a.txt', 'b.txt', 'c.txt']);

    await files.row('a.txt').click(beside);
    await page.keyboard.press('ControlOrMeta+c');
    await expectVisible(page.getByText('1 item copied. Paste it wherever you like.'));
    await files.openFolder('Invoices (1)');
    await expectVisible(files.row('deep.txt'));
    await page.keyboard.press('ControlOrMeta+v');
    await expectEventually(async () => (await files.names()).toSorted(), ['a.txt', 'deep.txt']);
    await expectVisible(page.getByText('a.txt copied to Invoices (1)'));
    // The second time the name is taken, by the copy.
    await page.keyboard.press('ControlOrMeta+v');
    await expectVisible(files.dialog.getByText('The copy gets a number added to its name.'));
    await files.dialog.getByRole('button', { name: /^Keep both/ }).click();
    await expectEventually(async () => (await files.names()).toSorted(), ['a (1).txt', 'a.txt', 'deep.txt']);
    await page.keyboard.press('ControlOrMeta+z');
    await expectEventually(async () => (await files.names()).toSorted(), ['a.txt', 'deep.txt']);
    const copied = (await api.list(id)).find(({ attributes }) => attributes.name === 'a.txt');
    expect(Buffer.from(await api.download(copied?.id ?? '')).toString()).toBe('some text');
  },
);

journey(
  'a user signs in, makes folders, uploads, opens, selects and leaves without a mouse',
  async ({ page }) => {
    const real = writeFolder(
      'keys',
      new Map([
        ['single.txt', Buffer.from('single')],
        ['Trip/day.txt', Buffer.from('day')],
      ]),
    );
    // Listened to from the beginning: a key opens the browser's dialogue at once.
    const choosers: FileChooser[] = [];
    page.on('filechooser', (chooser) => choosers.push(chooser));
    const files = filesPage(page);
    const choose = async (name: string) => {
      await expectEventually(async () => choosers.length, 1);
      await choosers.pop()?.setFiles(join(real.path, name));
      await expectVisible(files.row(name));
    };
    await page.goto('/');
    await expectVisible(page.getByRole('heading', { level: 1 }));
    await tabTo(page, page.getByLabel('Email'));
    await page.keyboard.type(admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(admin.password);
    await page.keyboard.press('Enter');
    await expectPath(page, '/platform/files');

    await expectVisible(files.newFolderButton);
    await tabTo(page, files.newFolderButton);
    await page.keyboard.press('Enter');
    await expectEventually(() => isFocused(files.dialog.getByLabel('Name')), true);
    // A popup keeps the focus inside, and gives it back where it is left.
    for (let stop = 0; stop < 30; stop++) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(() => {
        const { activeElement, body } = document;
        return activeElement !== null && activeElement !== body && activeElement.closest('dialog') === null;
      });
      expect(isOutside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expectGone(files.dialog);
    await expectEventually(() => isFocused(files.newFolderButton), true);
    await page.keyboard.press('Enter');
    await expectEventually(() => isFocused(files.dialog.getByLabel('Name')), true);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('First');
    await page.keyboard.press('Enter');
    await expectGone(files.dialog);
    // The folder is what one goes on with.
    await expectEventually(() => isFocused(files.grid), true);
    await expectEventually(() => files.row('First').getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Space');
    await expectEventually(() => selectedNames(page), []);
    await page.keyboard.press('Enter');
    await expectVisible(page.getByRole('heading', { level: 1, name: 'First' }));

    await tabTo(page, files.uploadButton);
    await page.keyboard.press('Enter');
    await choose('single.txt');
    await tabTo(page, page.getByRole('button', { name: 'More upload options' }));
    await page.keyboard.press('Enter');
    await expectVisible(page.getByRole('menu'));
    await page.keyboard.press('End');
    await expectEventually(() => isFocused(page.getByRole('menuitem', { name: 'Request files…' })), true);
    await page.keyboard.press('ArrowUp');
    await expectEventually(() => isFocused(page.getByRole('menuitem', { name: 'New text file' })), true);
    await page.keyboard.press('ArrowUp');
    await expectEventually(() => isFocused(page.getByRole('menuitem', { name: 'Folder' })), true);
    await page.keyboard.press('Enter');
    await choose('Trip');
    await tabTo(page, files.breadcrumb.getByRole('link', { name: 'Home' }));
    await page.keyboard.press('Enter');
    await expectVisible(files.row('First'));
    await tabTo(page, page.getByRole('button', { name: 'Sign out' }));
    await page.keyboard.press('Enter');
    await expectPath(page, '/');
  },
);

journey(
  'Escape closes one layer: menu, rename, emoji, popup, selection',
  async ({ page, signIn, server }) => {
    const { at } = await arrange(server.url, 'Layers');
    await signIn({ at });
    const files = filesPage(page);
    const row = files.row('a.txt');
    const menu = page.getByRole('menu');
    await row.click();
    await expectEventually(() => selectedNames(page), ['a.txt']);
    await row.click({ button: 'right' });
    await expectVisible(menu);
    await page.keyboard.press('Escape');
    await expectGone(menu);
    expect(await selectedNames(page)).toEqual(['a.txt']);

    const field = files.grid.getByRole('textbox');
    await page.keyboard.press('F2');
    await expectVisible(field);
    await page.keyboard.press('Escape');
    await expectGone(field);
    expect(await selectedNames(page)).toEqual(['a.txt']);

    await files.newFolderButton.click();
    await files.dialog.getByRole('button', { name: 'More emoji' }).click();
    const search = files.dialog.getByLabel('Search emoji');
    await search.fill('cat');
    // Arrow keys before the end of a search are the matter of a test of the picker.
    await expectVisible(files.dialog.getByRole('button', { name: 'cat face' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expectGone(search);
    await expectVisible(files.dialog);
    await expectEventually(
      () => files.dialog.evaluate((dialog) => dialog.contains(document.activeElement)),
      true,
    );
    await page.keyboard.press('Escape');
    await expectGone(files.dialog);
    expect(await selectedNames(page)).toEqual(['a.txt']);
    await files.grid.focus();
    await page.keyboard.press('Escape');
    await expectEventually(() => selectedNames(page), []);
  },
);
