import { join } from 'node:path';
import type { FileChooser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { writeFolder } from './harness/real-files.ts';
import { admin } from './harness/server.ts';

const journey = journeysOf();
const mostStops = 60;

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

journey('a user signs in, opens folders, selects and leaves without a mouse', async ({ page }) => {
  await page.goto('/');
  await expectVisible(page.getByRole('heading', { level: 1 }));
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(admin.password);
  await page.keyboard.press('Enter');
  await expectPath(page, '/platform/files');

  const files = filesPage(page);
  await expectVisible(files.newFolderButton);
  for (const name of ['First', 'Second']) {
    await tabTo(page, files.newFolderButton);
    await page.keyboard.press('Enter');
    await expectEventually(() => isFocused(files.dialog.getByLabel('Name')), true);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expectGone(files.dialog);
    await expectVisible(files.row(name));
    // The folder is what one goes on with.
    await expectEventually(() => isFocused(files.grid), true);
    await expectEventually(() => files.row(name).getAttribute('aria-selected'), 'true');
  }

  await tabTo(page, files.grid);
  await page.keyboard.press('Home');
  await expectEventually(() => files.row('Second').getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Space');
  await expectEventually(() => files.row('Second').getAttribute('aria-selected'), 'false');
  await page.keyboard.press('ControlOrMeta+a');
  await expectEventually(() => files.row('First').getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Escape');
  await expectEventually(() => files.row('First').getAttribute('aria-selected'), 'false');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectVisible(page.getByRole('heading', { level: 1, name: 'First' }));
  await tabTo(page, files.breadcrumb.getByRole('link', { name: 'Home' }));
  await page.keyboard.press('Enter');
  await expectVisible(files.row('Second'));

  await tabTo(page, page.getByRole('button', { name: 'Sign out' }));
  await page.keyboard.press('Enter');
  await expectPath(page, '/');
});

journey('a popup keeps the focus inside and Escape closes it', async ({ page, signIn }) => {
  await signIn();
  const files = filesPage(page);
  await files.newFolderButton.focus();
  await page.keyboard.press('Enter');
  await expectVisible(files.dialog);
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const { activeElement } = document;
      return (
        activeElement !== null && activeElement !== document.body && activeElement.closest('dialog') === null
      );
    });
    expect(outside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expectGone(files.dialog);
  await expectEventually(() => isFocused(files.newFolderButton), true);
});

journey('files and whole folders are uploaded without a mouse', async ({ page, signIn }) => {
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
  const choose = async (name: string) => {
    await expectEventually(async () => choosers.length, 1);
    await choosers.pop()?.setFiles(join(real.path, name));
    await expectVisible(files.row(name));
  };
  await signIn();
  const files = filesPage(page);
  await expectVisible(files.uploadButton);

  await tabTo(page, files.uploadButton);
  await page.keyboard.press('Enter');
  await choose('single.txt');

  await tabTo(page, page.getByRole('button', { name: 'More upload options' }));
  await page.keyboard.press('Enter');
  await expectVisible(page.getByRole('menu'));
  await page.keyboard.press('End');
  await expectEventually(() => isFocused(page.getByRole('menuitem', { name: 'Request files…' })), true);
  await page.keyboard.press('ArrowUp');
  await expectEventually(() => isFocused(page.getByRole('menuitem', { name: 'Folder' })), true);
  await page.keyboard.press('Enter');
  await choose('Trip');
});
