import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { writeFolder } from './harness/real-files.ts';

const journey = journeysOf({}, { blacklist: 'text/html' });
const waysIn = [
  '/forgotten-password',
  '/successfully-send',
  // Links that work: invitation.spec.ts.
  '/create-new-password?token=a&email=mara%40example.com',
  '/create-new-password',
  '/confirm-email?token=a',
] as const;

journey(
  'the ways into an account fit a window of 1280 pixels at four times its size',
  async ({ page, guard }) => {
    guard.allow(/status of 410/);
    for (const path of ['/', ...waysIn]) {
      await page.goto(path);
      await expectVisible(page.getByRole('heading', { level: 1 }));
      const widths = await page.locator('main').evaluate((main) => [main.scrollWidth, main.clientWidth]);
      expect(widths).toEqual([320, 320]);
      // Content that does not fit below one another is scrolled to.
      await page
        .getByRole('main')
        .getByRole('button')
        .or(page.getByRole('main').getByRole('link'))
        .last()
        .click({ trial: true });
    }
  },
  { viewport: { width: 320, height: 256 } },
);

for (const width of [1280, 360]) {
  const device = { viewport: { width, height: 800 } };
  const isPhone = width === 360;

  journey(
    `axe finds nothing outside at ${width}`,
    async ({ page, guard }) => {
      guard.allow(/status of (401|404|410)/);
      await page.goto('/');
      await expectVisible(page.getByRole('heading', { level: 1 }));
      await expectAccessible(page, 'sign-in');
      await page.getByLabel('Email').fill('nobody');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expectVisible(page.getByText('Enter a valid email'));
      await expectAccessible(page, 'sign-in with an error');
      for (const path of waysIn) {
        await page.goto(path);
        await expectVisible(page.getByRole('heading', { level: 1 }));
        await expectAccessible(page, path);
      }
      await page.goto('/nowhere');
      await expectVisible(page.getByRole('heading', { name: 'This page doesn’t exist' }));
      await expectAccessible(page, 'not-found');
    },
    device,
  );

  journey(
    `axe finds nothing in Files at ${width}`,
    async ({ page, signIn, server }) => {
      const api = await signInToApi(server.url);
      const folder = await api.createFolder(`Everything ${width}`);
      const real = writeFolder(
        'upload',
        new Map([
          ['one.bin', randomBytes(10)],
          ['page.html', randomBytes(10)],
        ]),
      );
      await signIn();
      const files = filesPage(page);

      await page.goto(`/platform/files/${folder}`);
      await expectVisible(page.getByText('Nothing here yet'));
      await expectAccessible(page, 'an empty folder');

      await api.createFolder('A folder', folder);
      await api.uploadFile(
        'A long name of a file that does not fit into its column.jpeg',
        randomBytes(10),
        folder,
      );
      await page.reload();
      await expectVisible(files.row('A folder'));
      await expectAccessible(page, 'the list');

      if (!isPhone) {
        await files.row('A folder').click({ position: { x: 300, y: 10 } });
        await expectAccessible(page, 'a selection with details');
        await page.getByRole('button', { name: 'Grid', exact: true }).click();
        await expectAccessible(page, 'the grid');
        await page.getByRole('button', { name: 'List', exact: true }).click();
        await page.getByRole('button', { name: 'Theme' }).click({ button: 'right' });
        await expectVisible(page.getByRole('menu'));
        await expectAccessible(page, 'a menu');
        await page.keyboard.press('Escape');
        await expectGone(page.getByRole('menu'));

        await files.newFolderButton.click();
        await expectVisible(files.dialog.getByRole('radio').first());
        await expectAccessible(page, 'the new folder popup');
        await files.dialog.getByRole('button', { name: 'More emoji' }).click();
        // Emoji are drawn a moment after the field, and give the list that scrolls a place for the focus.
        await expectVisible(files.dialog.locator('.emoji-search-emoji').first());
        await expectAccessible(page, 'the emoji search');
        // The search closes by itself first, then the popup.
        await page.keyboard.press('Escape');
        await expectGone(files.dialog.getByLabel('Search emoji'));
        await page.keyboard.press('Escape');
        await expectGone(files.dialog);

        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), files.uploadButton.click()]);
        await chooser.setFiles([join(real.path, 'one.bin'), join(real.path, 'page.html')]);
        await expectVisible(files.alert);
        await expectAccessible(page, 'an alert');
        await files.alert.getByRole('button').click();
        await expectVisible(files.dock.getByText('1 of 2 uploaded'));
        await expectAccessible(page, 'the dock with a failure');
      }
    },
    device,
  );
}

journey(
  'axe finds nothing in the popups of a phone',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Phone');
    await api.uploadFile('a file.txt', randomBytes(10), folder);
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    await expectVisible(files.row('a file.txt'));
    const expectPopupAccessible = async (popup: Locator, what: string) => {
      await expectVisible(popup);
      await expectAccessible(page, what);
      await page.keyboard.press('Escape');
      await expectGone(popup);
    };

    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    await expectPopupAccessible(page.getByRole('dialog', { name: 'Add' }), 'the Add popup');
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    await files.dialog.getByRole('button', { name: 'New folder' }).tap();
    await expectVisible(files.dialog.getByLabel('Name'));
    await expectPopupAccessible(page.getByRole('dialog', { name: 'New folder' }), 'the New folder popup');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await expectPopupAccessible(page.getByRole('dialog', { name: 'Menu' }), 'the Menu popup');
    await page.getByRole('button', { name: 'View' }).tap();
    await expectPopupAccessible(page.getByRole('menu'), 'the View menu');
    await files.row('a file.txt').tap();
    await expectPopupAccessible(files.dialog, 'the details');
  },
  { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
);
