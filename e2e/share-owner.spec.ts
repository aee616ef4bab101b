/** The owner of links: making, changing and ending them, and what guests have done by them. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { createMailServer } from '../apps/server/src/testing/mail-server.ts';
import { signInToApi } from './harness/api.ts';
import { expectAccessible, expectAccessibleInEachWindow } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { otherBrowser, phone } from './harness/other-browser.ts';
import { admin } from './harness/server.ts';
import { guestOf, openLinks } from './harness/sharing.ts';

const mails = await createMailServer();
const journey = journeysOf({ HOLDALL_SMTP_URL: mails.url });
afterAll(() => mails.close());
const bytes = new TextEncoder().encode('text');
const clipboard = ['clipboard-read', 'clipboard-write'];

const sharePopup = (page: Page, name: string) => page.getByRole('dialog', { name: `Share ${name}` });
const passwordOf = (page: Page) => page.locator('input[name="password"]');
const openShare = async (page: Page, name: string) => {
  await filesPage(page).row(name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const popup = sharePopup(page, name);
  await expectVisible(popup);
  return popup;
};
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

journey(
  'a folder is shared: its link is copied, changed in place, marked, listed and ended',
  async (world) => {
    const { page, context, signIn, server } = world;
    const api = await signInToApi(server.url);
    const links = await openLinks(server.url);
    await api.createFolder('Drawings');
    const other = await api.createFolder('Plans');
    await links.share({ id: other, type: 'folder' });
    await context.grantPermissions(clipboard);
    await signIn();
    const { row } = filesPage(page);
    const popup = await openShare(page, 'Drawings');
    await popup.getByText('Editor', { exact: true }).click();
    await popup.getByRole('switch', { name: 'Password' }).check();
    await passwordOf(page).fill('harbour house');
    await popup.getByRole('switch', { name: 'Expiration' }).check();
    await popup.getByRole('radio', { name: '7 days' }).check();
    await popup.getByRole('button', { name: 'Create link' }).click();
    await expectVisible(popup.getByRole('button', { name: 'Copied' }));
    const address = await popup.getByLabel('Link', { exact: true }).inputValue();
    expect(address).toMatch(new RegExp(`^${server.url}/share/[\\w-]{22,}$`));
    await expectEventually(() => copied(page), address);

    await popup.getByText('Visitor', { exact: true }).click();
    await popup.getByRole('switch', { name: 'Password' }).uncheck();
    await expectVisible(popup.getByText('Off: the link is enough'));
    await popup.getByRole('switch', { name: 'Download limit' }).check();
    await popup.getByLabel('Maximum downloads').fill('25');
    await expectVisible(popup.getByText('0 of 25 used'));
    await popup.getByRole('button', { name: 'Done' }).click();
    await expectGone(popup);
    await page.reload();
    await expectVisible(page.getByRole('row', { name: 'Drawings, Folder, Shared by link · Visitor' }));
    const again = await openShare(page, 'Drawings');
    await expectVisible(again.getByText('0 of 25 used'));
    await expectVisible(again.getByText('Off: the link is enough'));
    expect(await again.getByLabel('Link', { exact: true }).inputValue()).toBe(address);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Publicly shared' }).first().click();
    await expectPath(page, '/platform/my-shared-items');
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await row('Drawings').hover();
    await row('Drawings').getByRole('button', { name: 'Copy the link to Drawings' }).click();
    await expectVisible(page.getByText('Link copied'));
    expect(await copied(page)).toBe(address);
    for (const name of ['Drawings', 'Plans']) {
      await row(name).hover();
      await row(name).getByRole('checkbox').check();
    }
    const selection = page.getByRole('region', { name: 'Selection' });
    await selection.getByRole('button', { name: 'Stop sharing' }).click();
    const question = page.getByRole('alertdialog', { name: 'Stop sharing 2 items?' });
    await question.getByRole('button', { name: 'Stop sharing' }).click();
    await expectVisible(page.getByText('2 links no longer work.'));
    for (const name of ['Drawings', 'Plans']) await expectGone(row(name));
    await page.goto('/platform/files');
    await expectVisible(page.getByRole('row', { name: 'Drawings, Folder', exact: true }));
  },
);

journey(
  'the changes of an editor are told, seen, taken back, and listed after the link has ended',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const links = await openLinks(server.url);
    const folder = await api.createFolder('Harbour House');
    const kept = await api.uploadFile('kept.txt', bytes, folder);
    const token = await links.share({ id: folder, type: 'folder' }, { permission: 'editor' });
    const channel = listening(page, 'private-user');
    const summarized = page.waitForResponse(/share-summary/);
    await signIn();
    await Promise.all([channel, summarized]);
    const guest = await guestOf(server.url, token);
    // The toast goes away by itself, but not below a pointer.
    const told = page.getByText('A guest changed something in “Harbour House”').hover();
    told.catch(() => undefined);
    await guest.upload('one.txt');
    await guest.upload('two.txt');
    await guest.rename(kept, 'renamed.txt');
    await told;
    await expectVisible(page.getByText('3 new changes by guests').first());
    await page.getByRole('button', { name: 'View', exact: true }).click();
    const popup = page.getByRole('dialog', { name: 'Guest activity' });
    await expectVisible(popup.getByText('Uploaded “two.txt” and “one.txt”'));
    await popup.getByRole('button', { name: 'Undo: Renamed “kept.txt” to “renamed.txt”' }).click();
    await expectVisible(popup.getByText('1 change undone.'));
    const namesNow = async () => (await api.list(folder)).map(({ attributes }) => attributes.name).toSorted();
    expect(await namesNow()).toEqual(['kept.txt', 'one.txt', 'two.txt']);
    // An item that was changed since stays, and the page says so.
    const one = (await api.list(folder)).find(({ attributes }) => attributes.name === 'one.txt');
    await api.remove([{ id: one?.id ?? '', type: 'file' }]);
    await popup.getByRole('button', { name: 'Undo all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo all' }).click();
    await expectVisible(
      popup.getByText('1 change undone, 1 item was left as it is: it has been changed or moved since'),
    );
    expect(await namesNow()).toEqual(['kept.txt']);
    await popup.getByRole('button', { name: 'Done' }).click();
    await expectGone(page.getByText('new changes by guests'));

    await links.revoke(token);
    await page.goto('/platform/my-shared-items');
    await expectVisible(page.getByText('1 ended link has guest activity.'));
    await page.getByRole('button', { name: 'Show' }).click();
    const ended = page.getByRole('dialog', { name: 'Ended links' });
    await ended.getByRole('button', { name: 'Guest activity in Harbour House' }).click();
    await expectVisible(popup.getByText('Undone').first());
  },
);

journey('the popups of a link suit a phone and a desktop, and their foot stays in view', async (world) => {
  const { page, signIn, server } = world;
  const api = await signInToApi(server.url);
  const links = await openLinks(server.url);
  const folder = await api.createFolder('Shown');
  const token = await links.share(
    { id: folder, type: 'folder' },
    { permission: 'editor', password: 'harbour lights', expiration: 48 },
  );
  await links.update(token, { password: null });
  await (await guestOf(server.url, token)).upload('new.txt');
  await api.createFolder('Plain');
  await signIn();
  const create = await openShare(page, 'Plain');
  for (const name of ['Password', 'Expiration', 'Download limit', 'Send by email'])
    await create.getByRole('switch', { name }).check();
  await passwordOf(page).fill('harbour lights');
  await expectAccessibleInEachWindow(page, 'share create');
  await page.keyboard.press('Escape');
  await expectGone(create);

  const height = 700;
  await page.setViewportSize({ width: 1440, height });
  const edit = await openShare(page, 'Shown');
  await edit.getByRole('button', { name: 'Show' }).last().click();
  const code = edit.getByRole('img', { name: 'QR code for the link to Shown' });
  await expectEventually(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
  const foot = edit.getByRole('button', { name: 'Done' });
  // The code comes into view, above the foot, which stays wherever the popup is scrolled to.
  await expectEventually(async () => {
    const [box, below] = await Promise.all([code.boundingBox(), foot.boundingBox()]);
    return box !== null && below !== null && box.y > 0 && box.y + box.height <= below.y;
  }, true);
  await edit.getByRole('button', { name: 'Write' }).click();
  for (const end of [10_000, 0]) {
    await edit.evaluate((box, to) => box.scrollTo({ top: to }), end);
    const top = async () => (await foot.boundingBox())?.y ?? height;
    await expectEventually(async () => (await top()) < height - 40, true);
  }
  expect(await edit.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
  // At its top: labels that are scrolled out of sight would count as none.
  await expectAccessibleInEachWindow(page, 'share edit');
  await edit.getByRole('button', { name: 'Show' }).first().click();
  const guests = page.getByRole('dialog', { name: 'Guest activity' });
  await expectVisible(guests.getByText('Uploaded “new.txt”'));
  await expectAccessibleInEachWindow(page, 'what guests did');
  expect(await page.getByRole('dialog').count(), 'it is in the same popup').toBe(1);
  await guests.getByRole('button', { name: 'Back' }).click();
  await expectVisible(edit);
  await page.keyboard.press('Escape');
  await expectGone(edit);
  await page.goto('/platform/my-shared-items');
  await expectVisible(filesPage(page).row('Shown'));
  await expectAccessibleInEachWindow(page, 'publicly shared');
});

/** Pixels by which the focus ring of an item's button is cut off by the list around it; none where it is whole. */
const ringCutOff = (button: Locator): Promise<number> =>
  button.evaluate((element) => {
    const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element);
    if (outlineStyle === 'none') return Number.POSITIVE_INFINITY;
    const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    const inner = element.getBoundingClientRect();
    const outer = (element.closest('ul') ?? element).getBoundingClientRect();
    return Math.max(0, outer.top - inner.top + ring, inner.right + ring - outer.right);
  });

/** The administrator's own phone. */
const ownersPhone = async (world: World) => {
  const { page, context, guard } = await otherBrowser(world, phone);
  const headers = { origin: world.server.url };
  await context.request.post('/api/login', { headers, data: { ...admin, remember: false } });
  await page.goto('/platform/my-shared-items');
  return { page, guard };
};

journey(
  'items are shared as a collection, opened by a guest, changed on a phone and ended',
  async (world) => {
    const { page, context, signIn, server } = world;
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Summer');
    await api.createFolder('Beach', folder);
    const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
    for (const name of [...names, 'z.txt']) await api.uploadFile(name, bytes, folder);
    await context.grantPermissions(clipboard);
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    await files.row('Beach').click();
    for (const name of names) await files.row(name).click({ modifiers: ['Control'] });
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Share' }).click();
    const create = page.getByRole('dialog', { name: 'Share 6 items' });
    expect(await create.getByLabel('Name').inputValue()).toBe('Beach and 5 more');
    await create.getByLabel('Name').fill('Holiday');
    await expectAccessible(page, 'a new collection');
    await create.getByRole('button', { name: 'Create link' }).click();
    const made = page.getByRole('dialog', { name: 'Collection: Holiday' });
    await expectVisible(made.getByRole('button', { name: 'Copied' }));
    const address = await made.getByLabel('Link', { exact: true }).inputValue();

    const { page: shared, guard } = await otherBrowser(world);
    const row = (name: string) => shared.getByRole('row', { name });
    const ready = listening(shared);
    await shared.goto(address);
    for (const name of ['Beach', ...names]) await expectVisible(row(name));
    expect(await row('z.txt').count()).toBe(0);
    await row('Beach').dblclick();
    await expectVisible(shared.getByRole('heading', { name: 'Beach' }));
    await shared.goBack();
    await expectVisible(row('e.txt'));
    await ready;

    const { page: small, guard: smallGuard } = await ownersPhone(world);
    const section = small.getByRole('region', { name: 'Collections' });
    await expectVisible(section.getByText('Holiday'));
    await expectAccessible(small, 'collections');
    await section.getByRole('button', { name: /^Holiday/ }).tap();
    const popup = small.getByRole('dialog', { name: 'Collection: Holiday' });
    await popup.getByRole('button', { name: 'Show' }).first().tap();
    const remove = popup.getByRole('button', { name: 'Remove a.txt from the collection' });
    await expectVisible(remove);
    // Rings are drawn where the keyboard was used last.
    await small.keyboard.press('Tab');
    await remove.focus();
    expect(await ringCutOff(remove)).toBe(0);
    await remove.tap();
    await expectGone(row('a.txt'));
    const notice = small.getByRole('status').filter({ hasText: 'a.txt removed from the collection' });
    await expectVisible(notice);
    expect(await popup.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
    // The notice stands above the sheet.
    await expectEventually(async () => {
      const [above, sheet] = await Promise.all([notice.boundingBox(), popup.boundingBox()]);
      return above !== null && sheet !== null && above.y >= 0 && above.y + above.height <= sheet.y;
    }, true);
    await notice.getByRole('button', { name: 'Undo' }).tap();
    await expectVisible(row('a.txt'));

    // The guest's page asks for what is not there any more, and the owner's may, if it is told of changes at that moment.
    for (const { allow } of [guard, smallGuard, world.guard]) allow(/status of 404|WebSocket/);
    await popup.getByRole('button', { name: 'Stop sharing' }).tap();
    const question = small.getByRole('alertdialog', { name: 'Stop sharing?' });
    await question.getByRole('button', { name: 'Stop sharing' }).tap();
    await expectGone(section);
    await expectVisible(shared.getByText('This link no longer works.'));
    expect([...guard.complaints(), ...smallGuard.complaints()]).toEqual([]);
  },
);
