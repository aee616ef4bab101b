import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { dropFiles } from './harness/drop.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { phone } from './harness/other-browser.ts';
import { png, textBytes } from './harness/preview-files.ts';
import { previewPage } from './harness/preview-page.ts';
import { writeFolder } from './harness/real-files.ts';
import { openLinks } from './harness/sharing.ts';

const journey = journeysOf();
const dead = 'This link no longer works. It may have expired or been turned off.';
/** A point beside the link of a row. */
const beside = { position: { x: 420, y: 10 } };

/** Returns the name and the bytes of the file that the browser saves when something is done. */
const saved = async (page: Page, act: () => Promise<unknown>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};

let number = 0;
/** A folder with a picture, a text and a folder in it. */
const arrange = async (url: string) => {
  const api = await signInToApi(url);
  const outside = await api.createFolder(`Outside ${(number += 1)}`);
  const folder = await api.createFolder('Harbour House', outside);
  const inner = await api.createFolder('Invoices', folder);
  const invoice = randomBytes(2_000);
  await api.uploadFile('invoice.bin', invoice, inner);
  await api.uploadFile('fjord.png', png(60, 40), folder);
  await api.uploadFile('notes.txt', textBytes('Ground floor'), folder);
  await api.uploadFile('private.txt', textBytes('Nobody else’s'), outside);
  return { api, outside, folder, inner, invoice };
};

journey(
  'a visitor comes by the link, looks, finds and downloads, and changes nothing',
  async ({ page, server }) => {
    const { folder, invoice } = await arrange(server.url);
    const { share } = await openLinks(server.url);
    const token = await share({ id: folder, type: 'folder' }, { expiration: 48 });
    const files = filesPage(page);
    await page.goto(`/share/${token}`);
    await expectPath(page, `/share/${token}/files`);
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Harbour House' }));
    await expectVisible(files.row('notes.txt'));
    const about = page.getByRole('region', { name: 'About this link' });
    await expectVisible(about.getByText('Visitor'));
    await expectVisible(about.getByText('Expires in 2 days'));
    await expectVisible(page.getByRole('link', { name: 'Sign in' }));

    // Nothing of what only owners and editors do.
    expect(await page.getByRole('button', { name: /Upload|New folder|favourites|Share/ }).count()).toBe(0);
    await files.row('notes.txt').click({ button: 'right', ...beside });
    await expectVisible(page.getByRole('menu'));
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/Rename|Move|Delete|Share|favourites/)]),
    );
    await page.keyboard.press('Escape');
    await files.row('notes.txt').click(beside);
    await page.keyboard.press('Delete');
    await page.keyboard.press('F2');
    await page.keyboard.press('ControlOrMeta+x');
    await expectVisible(files.row('notes.txt'));
    expect(await page.getByRole('textbox').count()).toBe(0);

    // The tree has the shared folder as its root.
    const tree = page.getByRole('tree');
    await expectVisible(tree.getByRole('treeitem', { name: /Harbour House/ }));
    await tree.getByRole('link', { name: 'Invoices' }).click();
    await expectVisible(files.row('invoice.bin'));
    expect(await files.breadcrumb.getByRole('link').allTextContents()).toEqual(['Harbour House']);
    await files.breadcrumb.getByRole('link', { name: 'Harbour House' }).click();
    await expectPath(page, `/share/${token}/files`);

    await files.row('fjord.png').dblclick(beside);
    const preview = previewPage(page);
    await expectVisible(preview.named('fjord.png'));
    await expectVisible(preview.dialog.getByRole('img', { name: 'Picture of fjord.png' }));
    expect(await preview.dialog.getByRole('button', { name: /Delete/ }).count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await expectGone(preview.dialog);

    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('invo');
    await expectVisible(page.getByRole('option', { name: /invoice\.bin/ }));
    await page.getByRole('combobox').fill('private');
    await expectVisible(page.getByRole('paragraph').getByText('No results for “private”'));
    await page.keyboard.press('Escape');

    const archive = await saved(page, () => page.getByRole('button', { name: 'Download all' }).click());
    expect(archive.name).toMatch(/\.zip$/);
    expect(archive.bytes.includes(invoice)).toBe(true);
    expect(archive.bytes.includes('private.txt')).toBe(false);
    await files.row('notes.txt').hover();
    const one = await saved(page, () => page.getByRole('button', { name: 'Download notes.txt' }).click());
    expect([one.name, one.bytes.toString()]).toEqual(['notes.txt', 'Ground floor']);
  },
);

journey(
  'a protected link opens to its password alone, and goes on to where one was going',
  async ({ page, server, guard }) => {
    guard.allow(/status of 401/);
    const { folder, inner } = await arrange(server.url);
    const { share } = await openLinks(server.url);
    const token = await share({ id: folder, type: 'folder' }, { password: 'harbour lights' });
    await page.goto(`/share/${token}/files/${inner}`);
    await expectVisible(page.getByRole('heading', { name: 'A protected folder' }));
    await expectPath(
      page,
      `/share/${token}/authenticate?redirect=${encodeURIComponent(`/share/${token}/files/${inner}`)}`,
    );
    expect(await page.content()).not.toContain('Harbour');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Open shared folder' }).click();
    await expectVisible(page.getByText('That password didn’t match. Please try again.'));
    await expectAccessible(page, 'a protected link');
    await page.getByLabel('Password', { exact: true }).fill('harbour lights');
    await page.keyboard.press('Enter');
    await expectPath(page, `/share/${token}/files/${inner}`);
    await expectVisible(filesPage(page).row('invoice.bin'));
    await page.reload();
    await expectVisible(filesPage(page).row('invoice.bin'));
  },
);

journey(
  'a single file is shown large, copied as a link and downloaded',
  async ({ page, server, context }) => {
    const { api, outside } = await arrange(server.url);
    const bytes = png(80, 60);
    const id = await api.uploadFile('house.png', bytes, outside);
    const { share } = await openLinks(server.url);
    const token = await share({ id, type: 'file' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/share/${token}`);
    await expectPath(page, `/share/${token}/file`);
    const heading = page.getByRole('heading', { level: 1, name: 'house.png' });
    await expectVisible(heading);
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await expectVisible(page.getByRole('img', { name: 'Picture of house.png' }));
    const percent = page.getByRole('button', { name: /fit to window$/ });
    await expectVisible(percent);
    const before = await percent.innerText();
    await page.keyboard.press('+');
    await expectEventually(async () => (await percent.innerText()) !== before, true);
    await percent.click();
    await expectEventually(() => percent.innerText(), before);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expectEventually(async () => (await percent.innerText()) !== before, true);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expectVisible(page.getByRole('button', { name: 'Link copied' }));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/share/${token}`);
    const file = await saved(page, () => page.getByRole('button', { name: 'Download', exact: true }).click());
    expect(file.name).toBe('house.png');
    expect(new Uint8Array(file.bytes)).toEqual(bytes);
  },
);

journey(
  'an editor on a phone adds a file, renames, deletes, and takes that back',
  async ({ page, server }) => {
    const { folder, api } = await arrange(server.url);
    const { share } = await openLinks(server.url);
    const token = await share({ id: folder, type: 'folder' }, { permission: 'editor' });
    const files = filesPage(page);
    await page.goto(`/share/${token}/files`);
    await expectVisible(files.row('notes.txt'));
    await expectVisible(page.getByRole('button', { name: 'Download all' }));
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('dialog').getByRole('button', { name: 'Upload files' }).tap(),
    ]);
    await chooser.setFiles([{ name: 'brought.txt', mimeType: 'text/plain', buffer: Buffer.from('brought') }]);
    await expectVisible(files.row('brought.txt'));
    await expectEventually(
      async () => (await api.list(folder)).some(({ attributes }) => attributes.name === 'brought.txt'),
      true,
    );

    await files.row('notes.txt').getByRole('button', { name: 'More actions for notes.txt' }).click();
    await page.getByRole('button', { name: 'Rename' }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.click();
    await name.press('ControlOrMeta+a');
    await name.pressSequentially('plan.txt');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expectVisible(files.row('plan.txt'));

    await files.row('plan.txt').getByRole('button', { name: 'More actions for plan.txt' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expectGone(files.row('plan.txt'));
    const told = page.getByRole('status').filter({ hasText: 'plan.txt moved to trash' });
    await told.getByRole('button', { name: 'Undo' }).click();
    await expectVisible(files.row('plan.txt'));
    await expectEventually(
      async () => (await api.list(folder)).some(({ attributes }) => attributes.name === 'plan.txt'),
      true,
    );
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create folder' }).click();
    await expectVisible(files.row('New folder'));
  },
  phone,
);

journey('editors in wide windows drop folders', async ({ page, server }) => {
  const { folder, api } = await arrange(server.url);
  const { share } = await openLinks(server.url);
  const token = await share({ id: folder, type: 'folder' }, { permission: 'editor' });
  const files = filesPage(page);
  await page.goto(`/share/${token}/files`);
  await expectVisible(files.row('notes.txt'));
  const content = new Map(['one.txt', 'two.txt'].map((name) => [name, Buffer.from(name)]));
  await dropFiles(page, [writeFolder('Brought', content).path], { x: 700, y: 600 });
  await expectVisible(files.row('Brought'));
  await expectEventually(
    async () =>
      (await api.list((await api.list(folder)).find(({ attributes }) => attributes.name === 'Brought')?.id))
        .map(({ attributes }) => attributes.name)
        .toSorted(),
    ['one.txt', 'two.txt'],
  );
});

journey(
  'the owner’s changes show by themselves, and a link that ends says so',
  async ({ page, server, guard }) => {
    guard.allow(/status of 404|WebSocket/);
    const { folder, api } = await arrange(server.url);
    const { share, revoke } = await openLinks(server.url);
    const token = await share({ id: folder, type: 'folder' });
    const ready = listening(page);
    await page.goto(`/share/${token}`);
    const files = filesPage(page);
    await expectVisible(files.row('notes.txt'));
    await ready;
    await api.uploadFile('later.txt', textBytes('later'), folder);
    await expectVisible(files.row('later.txt'));
    await revoke(token);
    await expectVisible(page.getByText(dead));
    await expectGone(files.grid);
    await page.reload();
    await expectVisible(page.getByText(dead));
  },
);

journey(
  'of a link with a limit only pictures are shown, and it says how much is left',
  async ({ page, server }) => {
    const { folder } = await arrange(server.url);
    const { share } = await openLinks(server.url);
    const token = await share({ id: folder, type: 'folder' }, { download_limit: 1 });
    await page.goto(`/share/${token}`);
    const files = filesPage(page);
    await expectVisible(page.getByText('1 download left'));
    await files.row('notes.txt').dblclick(beside);
    const preview = previewPage(page);
    await expectVisible(preview.named('notes.txt'));
    await expectVisible(preview.dialog.getByText('No preview available'));
    await page.keyboard.press('Escape');
    await expectGone(preview.dialog);
    await expectVisible(page.getByText('1 download left'));
    await files.row('notes.txt').hover();
    const last = page.getByRole('button', { name: 'Download notes.txt' });
    const one = await saved(page, () => last.click());
    expect(one.bytes.toString()).toBe('Ground floor');
    await expectVisible(page.getByText('No downloads left'));
    await files.row('fjord.png').hover();
    await page.getByRole('button', { name: 'Download fjord.png' }).click();
    await expectVisible(page.getByRole('alertdialog').getByText('This link has reached its download limit.'));
  },
);

for (const width of [1280, 360])
  journey(
    `axe finds nothing on the pages of links at ${width}`,
    async ({ page, server, guard }) => {
      guard.allow(/status of (401|404)/);
      const { folder, api, outside, inner } = await arrange(server.url);
      const empty = await api.createFolder('Empty', outside);
      const { share } = await openLinks(server.url);
      const files = filesPage(page);
      const editor = await share({ id: folder, type: 'folder' }, { permission: 'editor', expiration: 24 });
      await page.goto(`/share/${editor}`);
      await expectVisible(files.row('notes.txt'));
      await expectAccessible(page, 'an editor’s folder');
      if (width === 360) {
        await page.getByRole('button', { name: 'Menu' }).click();
        await expectVisible(page.getByRole('dialog').getByRole('tree'));
        await expectAccessible(page, 'the menu of a link');
      }
      const visitor = await share({ id: empty, type: 'folder' });
      await page.goto(`/share/${visitor}`);
      await expectVisible(page.getByText('This folder is empty'));
      await expectAccessible(page, 'an empty folder');
      const [invoice] = await api.list(inner);
      const single = await share({ id: invoice?.id ?? '', type: 'file' });
      await page.goto(`/share/${single}`);
      await expectVisible(page.getByRole('heading', { level: 1, name: 'invoice.bin' }));
      await expectAccessible(page, 'a shared file');
      await page.goto('/share/AbCdEfGhIjKlMnOpQrStUv');
      await expectVisible(page.getByText(dead));
      await expectAccessible(page, 'a link that is over');
      await page.goto('/temporary-unavailable');
      await expectVisible(page.getByRole('heading', { name: 'We’ll be right back' }));
      await expectAccessible(page, 'temporarily unavailable');
    },
    { viewport: { width, height: 800 } },
  );

journey(
  'a visitor is told when the network is gone, and when it is back',
  async ({ page, context, server, guard }) => {
    guard.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_FAILED|net::ERR_ABORTED/);
    const { folder } = await arrange(server.url);
    const { share } = await openLinks(server.url);
    const token = await share({ id: folder, type: 'folder' }, {});
    await page.goto(`/share/${token}`);
    await expectVisible(filesPage(page).row('notes.txt'));
    const watched = () => page.evaluate(() => performance.getEntriesByName('holdall:network').length);
    await expectEventually(watched, 1);
    await context.setOffline(true);
    await expectVisible(page.getByText('You’re offline. Uploads resume when you’re back.'));
    await context.setOffline(false);
    await expectVisible(page.getByText('You’re back online.'));
  },
);
