/** Guests of links and of file requests, from the address that they were given. */
import { Buffer } from 'node:buffer';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { dropFiles } from './harness/drop.ts';
import { expectAccessible, expectAccessibleInEachWindow } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { otherBrowser, phone } from './harness/other-browser.ts';
import { png, textBytes } from './harness/preview-files.ts';
import { previewPage } from './harness/preview-page.ts';
import { writeFolder } from './harness/real-files.ts';
import { openSession } from './harness/session.ts';
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

/** Chooses files by a control of the page. */
const choose = async (page: Page, by: Locator, files: Readonly<Record<string, string>>): Promise<void> => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), by.click()]);
  await chooser.setFiles(
    Object.entries(files).map(([name, text]) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })),
  );
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
  const picture = await api.uploadFile('fjord.png', png(80, 60), folder);
  await api.uploadFile('notes.txt', textBytes('Ground floor'), folder);
  await api.uploadFile('private.txt', textBytes('Nobody else’s'), outside);
  const namesIn = async (place: string) =>
    (await api.list(place)).map(({ attributes }) => attributes.name).toSorted();
  return { api, outside, folder, inner, picture, invoice, namesIn, links: await openLinks(url) };
};

journey(
  'a visitor opens a link by its password, looks, finds and downloads, and nothing of the account beside it is asked for',
  async ({ page, server, guard, signIn }) => {
    guard.allow(/status of 401/);
    const { folder, inner, invoice, links } = await arrange(server.url);
    const token = await links.share({ id: folder, type: 'folder' }, { password: 'harbour lights' });
    await signIn();
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const files = filesPage(page);
    const link = `/share/${token}`;
    await page.goto(`${link}/files/${inner}`);
    await expectVisible(page.getByRole('heading', { name: 'A protected folder' }));
    await expectPath(page, `${link}/authenticate?redirect=${encodeURIComponent(`${link}/files/${inner}`)}`);
    expect(await page.content()).not.toContain('Harbour');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Open shared folder' }).click();
    await expectVisible(page.getByText('That password didn’t match. Please try again.'));
    await expectAccessible(page, 'a protected link');
    await page.getByLabel('Password', { exact: true }).fill('harbour lights');
    await page.keyboard.press('Enter');
    await expectPath(page, `${link}/files/${inner}`);
    await expectVisible(files.row('invoice.bin'));
    await files.breadcrumb.getByRole('link', { name: 'Harbour House' }).click();
    await expectPath(page, `${link}/files`);

    // Nothing of what only owners and editors do.
    await files.row('notes.txt').click({ button: 'right', ...beside });
    await expectVisible(page.getByRole('menu'));
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/Rename|Move|Delete|Share|favourites/)]),
    );
    await page.keyboard.press('Escape');
    await files.row('notes.txt').click(beside);
    for (const key of ['Delete', 'F2', 'ControlOrMeta+x']) await page.keyboard.press(key);
    await expectVisible(files.row('notes.txt'));
    expect(await page.getByRole('textbox').count()).toBe(0);
    await files.row('fjord.png').dblclick(beside);
    const { dialog } = previewPage(page);
    await expectVisible(dialog.getByRole('img', { name: 'Picture of fjord.png' }));
    expect(await dialog.getByRole('button', { name: /Delete/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await expectGone(dialog);
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

    // The theme is the page’s own, as long as it is open.
    await page.getByRole('button', { name: 'Theme' }).click();
    const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    await expectEventually(theme, 'dark');
    await page.reload();
    await expectVisible(files.row('notes.txt'));
    expect(await theme()).toBe('light');
    const calls = asked.filter((path) => path.startsWith('/api/'));
    expect(calls).not.toEqual([]);
    expect(calls.filter((path) => !path.includes(token) && !path.startsWith('/api/thumbnails'))).toEqual([]);
  },
);

journey(
  'the pages of links suit a phone and a desktop; a single picture is zoomed, copied as a link and downloaded',
  async ({ page, server, context, guard }) => {
    guard.allow(/status of 404/);
    const { folder, picture, api, outside, links } = await arrange(server.url);
    const empty = await api.createFolder('Empty', outside);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const editor = await links.share(
      { id: folder, type: 'folder' },
      { permission: 'editor', expiration: 24 },
    );
    await page.goto(`/share/${editor}`);
    await expectVisible(filesPage(page).row('notes.txt'));
    await expectAccessibleInEachWindow(page, 'an editor’s folder');

    const token = await links.share({ id: picture, type: 'file' });
    await page.goto(`/share/${token}`);
    await expectPath(page, `/share/${token}/file`);
    await expectVisible(page.getByRole('img', { name: 'Picture of fjord.png' }));
    const heading = page.getByRole('heading', { level: 1, name: 'fjord.png' });
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    const percent = page.getByRole('button', { name: /fit to window$/ });
    await expectVisible(percent);
    const before = await percent.innerText();
    await page.keyboard.press('+');
    await expectEventually(async () => (await percent.innerText()) !== before, true);
    await percent.click();
    await expectEventually(() => percent.innerText(), before);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expectVisible(page.getByRole('button', { name: 'Link copied' }));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/share/${token}`);
    const file = await saved(page, () => page.getByRole('button', { name: 'Download', exact: true }).click());
    expect(file.name).toBe('fjord.png');
    expect(new Uint8Array(file.bytes)).toEqual(png(80, 60));
    await expectAccessibleInEachWindow(page, 'a shared file');

    // These have one layout for all windows.
    await page.goto(`/share/${await links.share({ id: empty, type: 'folder' })}`);
    await expectVisible(page.getByText('This folder is empty'));
    await expectAccessible(page, 'an empty folder');
    await page.goto('/share/AbCdEfGhIjKlMnOpQrStUv');
    await expectVisible(page.getByText(dead));
    await expectAccessible(page, 'a link that is over');
    await page.goto('/temporary-unavailable');
    await expectVisible(page.getByRole('heading', { name: 'We’ll be right back' }));
    await expectAccessible(page, 'temporarily unavailable');
  },
);

journey(
  'an editor on a phone adds a file, renames it, deletes it, takes that back, and reads that the network is gone',
  async ({ page, context, server, guard }) => {
    guard.allow(/ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_FAILED|net::ERR_ABORTED/);
    const { folder, namesIn, links } = await arrange(server.url);
    const token = await links.share({ id: folder, type: 'folder' }, { permission: 'editor' });
    const files = filesPage(page);
    const sheet = page.getByRole('dialog');
    await page.goto(`/share/${token}/files`);
    await expectVisible(files.row('notes.txt'));
    await page.getByRole('button', { name: 'Menu' }).tap();
    await expectVisible(sheet.getByRole('tree'));
    await expectAccessible(page, 'the menu of a link');
    await page.keyboard.press('Escape');
    await expectGone(sheet);
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    await choose(page, sheet.getByRole('button', { name: 'Upload files' }), { 'brought.txt': 'brought' });
    await expectVisible(files.row('brought.txt'));
    await expectEventually(async () => (await namesIn(folder)).includes('brought.txt'), true);

    const act = async (name: string, action: string): Promise<void> => {
      await files
        .row(name)
        .getByRole('button', { name: `More actions for ${name}` })
        .tap();
      await page.getByRole('button', { name: action }).tap();
    };
    await act('notes.txt', 'Rename');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.press('ControlOrMeta+a');
    await name.pressSequentially('plan.txt');
    await sheet.getByRole('button', { name: 'Rename' }).tap();
    await expectVisible(files.row('plan.txt'));
    await act('plan.txt', 'Delete');
    await expectGone(files.row('plan.txt'));
    const told = page.getByRole('status').filter({ hasText: 'plan.txt moved to trash' });
    await told.getByRole('button', { name: 'Undo' }).tap();
    await expectVisible(files.row('plan.txt'));
    await expectEventually(async () => (await namesIn(folder)).includes('plan.txt'), true);

    const watched = () => page.evaluate(() => performance.getEntriesByName('holdall:network').length);
    await expectEventually(watched, 1);
    await context.setOffline(true);
    await expectVisible(page.getByText('You’re offline. Uploads resume when you’re back.'));
    await context.setOffline(false);
    await expectVisible(page.getByText('You’re back online.'));
  },
  phone,
);

journey(
  'an open page of a link shows what its owner makes of it, takes folders that are dropped, and says that it has ended',
  async ({ page, server, guard }) => {
    guard.allow(/status of 404|WebSocket/);
    const { folder, api, namesIn, links } = await arrange(server.url);
    const token = await links.share({ id: folder, type: 'folder' }, { permission: 'editor' });
    const first = listening(page);
    await page.goto(`/share/${token}`);
    const files = filesPage(page);
    await expectVisible(files.row('notes.txt'));
    await first;
    const content = new Map(['one.txt', 'two.txt'].map((name) => [name, Buffer.from(name)]));
    await dropFiles(page, [writeFolder('Brought', content).path], { x: 700, y: 600 });
    await expectVisible(files.row('Brought'));
    const brought = async () =>
      (await api.list(folder)).find(({ attributes }) => attributes.name === 'Brought')?.id ?? folder;
    await expectEventually(async () => namesIn(await brought()), ['one.txt', 'two.txt']);

    // Here the server hangs up, since the link allows less.
    const about = page.getByRole('region', { name: 'About this link' });
    const again = listening(page);
    await links.update(token, { permission: 'visitor' });
    await expectVisible(about.getByText('Visitor'));
    await again;
    await api.uploadFile('later.txt', textBytes('later'), folder);
    await expectVisible(files.row('later.txt'));
    await links.update(token, { expiration: 48, download_limit: 3 });
    await expectVisible(about.getByText('Expires in 2 days'));
    await expectVisible(about.getByText('3 downloads left'));
    await api.rename(folder, 'Lake House');
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Lake House' }));
    await expectVisible(page.getByRole('tree').getByRole('treeitem', { name: /Lake House/ }));
    await links.revoke(token);
    await expectVisible(page.getByText(dead));
    await expectGone(files.grid);
  },
);

const widthsOf = (page: Page): Promise<[number, number]> =>
  page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as [number, number]);

/** Tells that a button is in sight, and that nothing lies over it. */
const isWithinReach = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { top, bottom, left, width } = element.getBoundingClientRect();
    const isTopHit = element.contains(document.elementFromPoint(left + width / 2, top + 4));
    return isTopHit && top >= 0 && bottom <= innerHeight;
  });

journey('an owner asks for files; a guest sends them from a phone, and has a receipt', async (world) => {
  const { page, server, signIn } = world;
  const api = await signInToApi(server.url);
  const inbox = await api.createFolder('Inbox');
  await api.uploadFile('photo.txt', textBytes('mine already'), inbox);
  await signIn();
  await page.getByRole('row', { name: /Inbox/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Request files…' }).click();
  const popup = page.getByRole('dialog', { name: 'Request files' });
  await popup.getByLabel('What do you need?').fill('Photos from the trip');
  await popup.getByLabel('Maximum files').fill('3');
  await expectAccessible(page, 'asking for files');
  await popup.getByRole('button', { name: 'Create request' }).click();
  const made = page.getByRole('dialog', { name: 'Photos from the trip' });
  const address = await made.getByLabel('Link').inputValue();
  await made.getByRole('button', { name: 'Show QR code' }).click();
  await expectVisible(made.getByRole('img', { name: /QR code/ }));
  await expectAccessible(page, 'a new request');
  await made.getByRole('button', { name: 'Done' }).click();

  const { page: guest, guard } = await otherBrowser(world, phone);
  const heading = (name: RegExp) => guest.getByRole('heading', { level: 1, name });
  const button = (name: string) => guest.getByRole('button', { name });
  await guest.goto(new URL(address).pathname);
  await expectVisible(guest.getByText('3 more files'));
  for (const secret of ['Inbox', 'photo.txt']) expect(await guest.content()).not.toContain(secret);
  expect(await widthsOf(guest)).toEqual([360, 360]);
  await expectAccessible(guest, 'a request');
  await choose(guest, button('Choose files'), { 'photo.txt': 'one', 'second.txt': 'second' });
  const receipt = guest.getByRole('region', { name: 'Sent during this visit' });
  const uploads = guest.getByRole('region', { name: 'Uploads' });
  await expectVisible(receipt.getByText('2 files'));
  expect(await uploads.getByRole('listitem').count(), 'an arrived file is listed once').toBe(0);
  const names = async () => (await api.list(inbox)).map(({ attributes }) => attributes.name).toSorted();
  await expectEventually(names, ['photo (1).txt', 'photo.txt', 'second.txt']);
  expect(await receipt.innerText()).not.toContain('(1)');
  expect(await isWithinReach(button('Done'))).toBe(true);
  await button('Done').tap();
  await expectVisible(heading(/^Thanks! .*files/));
  expect(await isWithinReach(button('Send more files'))).toBe(true);
  const proof = createHash('sha256').update('second').digest('hex');
  await expectVisible(guest.getByText(proof));
  const text = (await saved(guest, () => button('Save as text').tap())).bytes.toString();
  for (const part of [proof, 'photo.txt']) expect(text).toContain(part);
  await expectAccessible(guest, 'thanks');

  // One more is the last file of the request: the other one does not come, which stays to be seen.
  guard.allow(/status of (404|423)/);
  await button('Send more files').tap();
  await choose(guest, button('Choose files'), { 'third.txt': 'third', 'fourth.txt': 'one too many' });
  await expectVisible(heading(/^Thanks! Some of your files weren’t sent\.$/));
  await expectVisible(uploads.getByText('This request has reached its file limit.'));
  expect(await widthsOf(guest)).toEqual([360, 360]);
  await expectAccessible(guest, 'thanks for a part');

  await page.getByRole('link', { name: 'Publicly shared' }).first().click();
  const section = page.getByRole('region', { name: 'File requests' });
  await expectVisible(section.getByText('3 new files'));
  await section.getByRole('button', { name: 'Show' }).click();
  const list = page.getByRole('dialog', { name: 'File requests' });
  await expectVisible(list.getByText(/^Inbox · 3 files/));
  await expectAccessible(page, 'requests');
  await list.getByRole('button', { name: 'Edit: Photos from the trip' }).click();
  await expectAccessible(page, 'a request that is edited');
  const { call } = await openSession(server.url);
  await call('DELETE', `/api/file-requests/${address.split('/').at(-1)}`);
  await guest.reload();
  await expectVisible(heading(/^Request not found$/));
  await expectAccessible(guest, 'a request that is gone');
  expect(guard.complaints()).toEqual([]);
});
