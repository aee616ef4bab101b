/** Pages that axe, forced colours and small windows find nothing wrong with. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { expectFieldsBounded } from './harness/forced-colours.ts';
import { journeysOf } from './harness/journey.ts';
import { otherBrowser } from './harness/other-browser.ts';
import { png } from './harness/preview-files.ts';
import { previewPage } from './harness/preview-page.ts';
import { writeFolder } from './harness/real-files.ts';
import { openSession } from './harness/session.ts';
import { openLinks } from './harness/sharing.ts';

const journey = journeysOf({}, { blacklist: 'text/html' });
const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 800 };
const bytes = new TextEncoder().encode('text');

/** Expects a page to pass axe, and to have a line around each field in forced colours. */
const expectFine = async (page: Page, what: string): Promise<void> => {
  await expectAccessible(page, what);
  await expectFieldsBounded(page, what);
};

/** Looks at screens of the administration on a desktop, and on a phone those that are laid out otherwise there. */
const lookAt = async (
  page: Page,
  screens: readonly (readonly [path: string, mark: string, onPhone?: 'and on a phone'])[],
): Promise<void> => {
  for (const [path, mark, onPhone] of screens) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expectVisible(main.getByText(mark).filter({ visible: true }).first());
    await expectFine(page, path);
    if (onPhone === undefined) continue;
    await page.setViewportSize(phone);
    await expectAccessible(page, `${path} on a phone`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    await page.setViewportSize(desktop);
  }
};

/** Opens the fields of another place of files and another way of mail, and what is wrong with them left empty. */
const showFaults = async (page: Page): Promise<void> => {
  await page.goto('/admin/settings/environment');
  await page.getByText('Sent by SMTP').click();
  await expectVisible(page.getByLabel('Port', { exact: true }));
  await page.getByText('In object storage').click();
  await page.getByLabel('Region').selectOption({ label: 'Another region…' });
  for (const [name, fault] of [
    ['File storage', 'Enter the bucket name.'],
    ['Email', 'Enter the server name.'],
  ] as const) {
    await page.getByRole('form', { name }).getByRole('button', { name: 'Save', exact: true }).click();
    // The message above moves the next button away, and a click that begins there ends beside it.
    await expectVisible(page.getByText(fault));
  }
};

// First, while there are no files on this server: with some, their place is fixed.
journey(
  'an administrator can read and use the settings and the pages of the server',
  async ({ page, signIn }) => {
    const inTheBackground = { timeout: 60_000 };
    await signIn({ at: '/admin/settings/server/backups' });
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.goto('/admin/settings/server');
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('table', { name: 'What was checked' }).waitFor(inTheBackground);
    await page.getByText(/checks? passed/).click();
    await expectFine(page, 'the status of the server');
    await page.setViewportSize(phone);
    await expectAccessible(page, 'the status of the server on a phone');
    await page.goto('/admin/language?language=cs&search=trash.title');
    await expectVisible(page.getByRole('textbox', { name: 'Translation of trash.title', exact: true }));
    await expectAccessible(page, 'languages on a phone');
    // The page that is shown stands in the row of pages.
    const tab = await page.getByRole('link', { name: 'Languages', exact: true }).boundingBox();
    expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual(phone.width);
    await page.setViewportSize(desktop);
    await lookAt(page, [
      ['/admin/settings/server/backups', 'Verify', 'and on a phone'],
      ['/admin/settings/server/jobs', 'Daily metering', 'and on a phone'],
      ['/admin/settings/server/logs', 'Logs', 'and on a phone'],
      ['/admin/settings/appearance', 'Accent colour'],
      ['/admin/settings/others', 'Chunk size', 'and on a phone'],
      ['/admin/language', 'Čeština'],
    ]);
    await showFaults(page);
    await expectFine(page, 'the environment');
    await page.setViewportSize(phone);
    await expectAccessible(page, 'the environment on a phone');
    // The browser would ask before it leaves what is not saved.
    for (const name of ['File storage', 'Email'])
      await page.getByRole('form', { name }).getByRole('button', { name: 'Discard changes' }).click();
    await expectGone(page.getByLabel('Port', { exact: true }));
  },
  { viewport: desktop, timeout: 240_000 },
);

journey(
  'an administrator can read and use the pages of users and of what they do',
  async ({ page, signIn, guard }) => {
    guard.allow(/status of 404/);
    await signIn();
    const own = (await (await page.request.get('/api/user')).json()) as { data: { id: string } };
    const { id } = own.data;
    await lookAt(page, [
      ['/admin/dashboard', 'Storage used', 'and on a phone'],
      ['/admin/users', 'admin@example.com', 'and on a phone'],
      ['/admin/users?search=nobody-like-that', 'No users match'],
      ['/admin/user/create', 'Create an invitation link instead'],
      [`/admin/user/${id}/storage`, 'Traffic'],
      [`/admin/user/${id}/password`, 'Reset link'],
      [`/admin/user/${id}/delete`, 'You can’t delete yourself.'],
      [`/admin/user/${id}/details`, 'Restrictions', 'and on a phone'],
    ]);
    expect(await page.getByRole('button', { name: 'Suspend…' }).isDisabled()).toBe(true);
    await lookAt(page, [
      ['/admin/user/0199a0c0-1111-7222-8333-444455556666', 'This user doesn’t exist'],
      ['/admin/activity', 'signed in', 'and on a phone'],
    ]);
  },
  { viewport: desktop, timeout: 240_000 },
);

const waysIn = [
  '/',
  '/forgotten-password',
  '/successfully-send',
  // Links that work: by-mail.spec.ts.
  '/create-new-password?token=a&email=mara%40example.com',
  '/create-new-password',
  '/confirm-email?token=a',
] as const;

/** Expects that the page fits a window of 1280 pixels at four times its size. */
const expectFitsEnlarged = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 320, height: 256 });
  const main = page.getByRole('main');
  const widths = await main.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(widths).toEqual([320, 320]);
  // Content that does not fit below one another is scrolled to.
  await main.getByRole('button').or(main.getByRole('link')).last().click({ trial: true });
  await page.setViewportSize(desktop);
};

journey(
  'a visitor can read and use the ways into an account',
  async ({ page, guard }) => {
    guard.allow(/status of (401|404|410)/);
    for (const path of waysIn) {
      await page.goto(path);
      await expectVisible(page.getByRole('heading', { level: 1 }));
      await expectFine(page, path);
      await expectFitsEnlarged(page);
    }
    await page.goto('/nowhere');
    await expectVisible(page.getByRole('heading', { name: 'This page doesn’t exist' }));
    await expectAccessible(page, 'not-found');
    await page.setViewportSize(phone);
    await page.goto('/');
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectVisible(page.getByText('Enter a valid email'));
    await expectAccessible(page, 'sign-in with an error on a phone');
  },
  { viewport: desktop },
);

journey(
  'a user can read and use Files and its popups',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Everything');
    const uploads = new Map(['one.bin', 'page.html'].map((name) => [name, randomBytes(10)]));
    const real = writeFolder('upload', uploads);
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    await expectVisible(page.getByText('Nothing here yet'));
    await expectAccessible(page, 'an empty folder');
    await api.createFolder('A folder', folder);
    await api.uploadFile('A long name of a file that does not fit its column.jpeg', bytes, folder);
    await expectVisible(files.row('A long name'));
    await files.row('A folder').click({ position: { x: 300, y: 10 } });
    await expectAccessible(page, 'the list, a selection and its details');
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
    await expectFine(page, 'the new folder popup');
    await files.dialog.getByRole('button', { name: 'More emoji' }).click();
    // Emoji are drawn a moment after the field, and give the list that scrolls a place for the focus.
    await expectVisible(files.dialog.locator('.emoji-search-emoji').first());
    await expectFine(page, 'the emoji search');
    // The search closes by itself first, then the popup.
    await page.keyboard.press('Escape');
    await expectGone(files.dialog.getByLabel('Search emoji'));
    await page.keyboard.press('Escape');
    await expectGone(files.dialog);

    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), files.uploadButton.click()]);
    await chooser.setFiles([...uploads.keys()].map((name) => join(real.path, name)));
    await expectVisible(files.alert);
    await expectAccessible(page, 'an alert');
    await files.alert.getByRole('button').click();
    await expectVisible(files.dock.getByText('1 of 2 uploaded'));
    await expectAccessible(page, 'the dock with a failure');
  },
  { viewport: desktop },
);

journey(
  'a user of a phone can read and use Files and its popups',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Phone');
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    await expectVisible(page.getByText('Nothing here yet'));
    await expectAccessible(page, 'an empty folder');
    await api.uploadFile('a file.txt', bytes, folder);
    await expectVisible(files.row('a file.txt'));
    await expectAccessible(page, 'the list');
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
  { viewport: phone, hasTouch: true, isMobile: true },
);

/** Expects that a selection in the list or the grid is told from the rest by lines, and a ticked box by its ground. */
const expectSelectionDrawn = async (page: Page, { chosen, other }: { chosen: string; other: string }) => {
  const { row } = filesPage(page);
  const lineOf = (name: string) =>
    row(name).evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth);
    });
  const boxOf = (name: string) =>
    row(name)
      .getByRole('checkbox')
      .evaluate((box) => {
        const { borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(box);
        return { line: borderTopStyle === 'none' ? 0 : Number.parseFloat(borderTopWidth), backgroundColor };
      });
  expect(await lineOf(chosen)).toBeGreaterThanOrEqual(2);
  expect(await lineOf(other)).toBe(0);
  const [on, off] = [await boxOf(chosen), await boxOf(other)];
  expect(on.line).toBeGreaterThan(0);
  expect(off.line).toBeGreaterThan(0);
  expect(on.backgroundColor).not.toBe(off.backgroundColor);
};

journey(
  'forced colours show fields, check boxes and selections to users and guests',
  async (world) => {
    const { page, signIn, server, guard } = world;
    // Pages are left before they have connected.
    guard.allow(/closed before the connection is established/);
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Plans');
    const picture = await api.uploadFile('plan.png', png(40, 30), folder);
    await api.uploadFile('b.txt', bytes, folder);
    await api.createFolder('Drawings', folder);
    const { share } = await openLinks(server.url);
    const open = await share({ id: folder, type: 'folder' }, { permission: 'editor' });
    const locked = await share({ id: picture, type: 'file' }, { password: 'harbour lights' });
    const { call } = await openSession(server.url);
    const asked = { folder_id: folder, name: 'Drawings' };
    const { data } = await call<{ data: { attributes: { token: string } } }>(
      'POST',
      '/api/file-requests',
      asked,
    );
    const guest = await otherBrowser(world, { viewport: desktop });
    for (const [path, heading] of [
      [`/share/${open}`, 'Plans'],
      [`/share/${locked}`, /protected|locked|opens/i],
      [`/request/${data.attributes.token}`, /Drawings|Upload files/],
    ] as const) {
      await guest.page.goto(path);
      await expectVisible(guest.page.getByRole('heading', { name: heading }).first());
      await expectFieldsBounded(guest.page, path);
    }

    await signIn();
    for (const path of ['/user/profile', '/user/settings/password', '/platform/search?q=a']) {
      await page.goto(path);
      await expectVisible(page.getByRole('heading', { level: 1 }));
      await expectVisible(page.getByRole('main').locator('input:visible').first());
      await expectFieldsBounded(page, path);
    }
    await page.goto(`/platform/files/${folder}`);
    const files = filesPage(page);
    for (const view of ['List', 'Grid']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await files.row('plan.png').click();
      await files.row('b.txt').click({ modifiers: ['Control'] });
      await page.mouse.move(0, 0);
      await expectFieldsBounded(page, view);
      await page.emulateMedia({ forcedColors: 'active' });
      await expectSelectionDrawn(page, { chosen: 'plan.png', other: 'Drawings' });
      await page.emulateMedia({ forcedColors: null });
      await page.keyboard.press('Escape');
    }
    await files.row('plan.png').dblclick();
    await expectVisible(previewPage(page).named('plan.png'));
    await expectFieldsBounded(page, 'a preview');
    await previewPage(page).close.click();
    for (const [item, popup] of [
      ['Share…', /^Share/],
      ['Move to…', /Move/],
    ] as const) {
      await files.row('plan.png').click({ button: 'right' });
      await page.getByRole('menuitem', { name: item }).click();
      await expectVisible(page.getByRole('dialog', { name: popup }));
      await expectFieldsBounded(page, item);
      await page.keyboard.press('Escape');
    }
  },
  { viewport: desktop },
);
