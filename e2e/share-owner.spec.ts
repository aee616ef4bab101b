import type { Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { createMailServer } from '../apps/server/src/testing/mail-server.ts';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
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

journey('a folder is shared: the link is copied, changed in place, and marked', async (world) => {
  const { page, context, signIn, server } = world;
  const api = await signInToApi(server.url);
  await api.createFolder('Drawings');
  await context.grantPermissions(clipboard);
  await signIn();
  const files = filesPage(page);
  const popup = await openShare(page, 'Drawings');
  await expectVisible(popup.getByText('Only you have access'));
  await popup.getByText('Editor', { exact: true }).click();
  await popup.getByRole('switch', { name: 'Password' }).check();
  await passwordOf(page).fill('harbour house');
  await popup.getByRole('switch', { name: 'Expiration' }).check();
  await popup.getByRole('radio', { name: '7 days' }).check();
  await expectVisible(popup.getByText('Link stops working on'));
  await popup.getByRole('button', { name: 'Create link' }).click();
  await expectVisible(popup.getByRole('button', { name: 'Copied' }));
  const address = await popup.getByLabel('Link', { exact: true }).inputValue();
  expect(address).toMatch(new RegExp(`^${server.url}/share/[\\w-]{22,}$`));
  await expectEventually(() => copied(page), address);
  await expectVisible(popup.getByText('On: guests must enter it'));
  expect(await popup.getByRole('radio', { name: 'Editor' }).isChecked()).toBe(true);
  // The page also reads the link that it has just made.
  const saved = page.waitForResponse(
    (answer) => /\/api\/share\/[\w-]+$/.test(answer.url()) && answer.request().method() === 'POST',
  );
  await popup.getByRole('radio', { name: '6 hours' }).check();
  await saved;
  await page.reload();
  await openShare(page, 'Drawings');
  await expectEventually(() => popup.getByRole('radio', { name: '6 hours' }).isChecked(), true);

  await popup.getByText('Visitor', { exact: true }).click();
  await popup.getByRole('switch', { name: 'Expiration' }).uncheck();
  await expectVisible(popup.getByText('Off: the link never expires'));
  await popup.getByRole('switch', { name: 'Password' }).uncheck();
  await expectVisible(popup.getByText('Off: the link is enough'));
  await popup.getByRole('switch', { name: 'Download limit' }).check();
  await expectVisible(popup.getByText('0 of 10 used'));
  await popup.getByLabel('Maximum downloads').fill('25');
  await expectVisible(popup.getByText('0 of 25 used'));
  await popup.getByRole('button', { name: 'Show' }).last().click();
  const code = popup.getByRole('img', { name: 'QR code for the link to Drawings' });
  await expectVisible(code);
  await expectEventually(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true);
  await popup.getByRole('button', { name: 'Done' }).click();
  await expectGone(popup);

  await expectVisible(page.getByRole('row', { name: 'Drawings, Folder, Shared by link · Visitor' }));
  await page.reload();
  await expectVisible(page.getByRole('row', { name: 'Drawings, Folder, Shared by link · Visitor' }));
  const again = await openShare(page, 'Drawings');
  await expectVisible(again.getByText('0 of 25 used'));
  expect(await again.getByLabel('Link', { exact: true }).inputValue()).toBe(address);

  await again.getByRole('button', { name: 'Stop sharing' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop sharing?' });
  await expectVisible(question.getByText('The link stops working immediately.'));
  await question.getByRole('button', { name: 'Stop sharing' }).click();
  await expectGone(again);
  await expectVisible(page.getByRole('row', { name: 'Drawings, Folder', exact: true }));
  await expectGone(files.row('Drawings').locator('[data-tooltip^="Shared by link"]'));
});

journey('a file’s link has no editors; where the browser does not copy, it is selected', async (world) => {
  const { page, signIn, server } = world;
  const api = await signInToApi(server.url);
  await api.uploadFile('plan.txt', bytes);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await signIn();
  await filesPage(page).row('plan.txt').getByRole('checkbox').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Share' }).click();
  const popup = sharePopup(page, 'plan.txt');
  await expectVisible(popup.getByText('Anyone with the link can view and download this file.'));
  expect(await popup.getByRole('radio', { name: 'Editor' }).count()).toBe(0);
  await popup.getByRole('button', { name: 'Create link' }).click();
  await expectVisible(popup.getByText('The link is selected: copy it from there.'));
  const field = popup.getByLabel('Link', { exact: true });
  const chosen = () =>
    field.evaluate((input: HTMLInputElement) =>
      input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
    );
  await expectEventually(chosen, await field.inputValue());
  await page.keyboard.press('Escape');
  await expectGone(popup);
  // The menu copies, too; refused, it shows the link.
  await filesPage(page).row('plan.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expectVisible(popup.getByText('The link is selected: copy it from there.'));
});

journey('Publicly shared lists what has a link, and ends one or many', async (world) => {
  const { page, context, signIn, server } = world;
  const api = await signInToApi(server.url);
  const links = await openLinks(server.url);
  const names = ['Alpha', 'Beta', 'Gamma'];
  const folder = await api.createFolder('Everything');
  for (const name of names) {
    const id = await api.createFolder(name, folder);
    await links.share(
      { id, type: 'folder' },
      name === 'Alpha' ? { permission: 'editor', password: 'harbour lights' } : {},
    );
  }
  await context.grantPermissions(clipboard);
  await signIn();
  await page.getByRole('link', { name: 'Publicly shared' }).first().click();
  await expectPath(page, '/platform/my-shared-items');
  const { row, heading } = filesPage(page);
  await expectVisible(heading.filter({ hasText: 'Publicly shared' }));
  await expectVisible(row('Alpha').getByText('Editor'));
  await expectVisible(row('Alpha').getByText('Never'));
  await row('Alpha').hover();
  await row('Alpha').getByRole('button', { name: 'Copy the link to Alpha' }).click();
  await expectVisible(page.getByText('Link copied'));
  expect(await copied(page)).toMatch(/\/share\/[\w-]{22,}$/);

  await row('Alpha').hover();
  await row('Alpha').getByRole('button', { name: 'Stop sharing Alpha' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expectGone(row('Alpha'));

  for (const name of ['Beta', 'Gamma']) {
    await row(name).hover();
    await row(name).getByRole('checkbox').check();
  }
  const selection = page.getByRole('region', { name: 'Selection' });
  await selection.getByRole('button', { name: 'Stop sharing' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop sharing 2 items?' });
  await question.getByRole('button', { name: 'Stop sharing' }).click();
  await expectGone(row('Beta'));
  await expectGone(row('Gamma'));
  await expectVisible(page.getByText('2 links no longer work.'));
});

journey('the changes of an editor are told, seen and taken back', async (world) => {
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
  await expectVisible(popup.getByText('Guest 1'));
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

  // Mails about it lead to the list.
  await page.goto(`/platform/my-shared-items?changes=${folder}`);
  await expectVisible(popup.getByText('Undone').first());
  await page.waitForURL(/\/platform\/my-shared-items$/);

  // After the link has ended it can be looked at still.
  await links.revoke(token);
  await page.goto('/platform/my-shared-items');
  await expectVisible(page.getByText('1 ended link has guest activity.'));
  await page.getByRole('button', { name: 'Show' }).click();
  const ended = page.getByRole('dialog', { name: 'Ended links' });
  await ended.getByRole('button', { name: 'Guest activity in Harbour House' }).click();
  await expectVisible(popup.getByText('Undone').first());
});

for (const width of [1280, 360])
  journey(
    `axe finds nothing wrong with sharing at ${width}`,
    async ({ page, signIn, server }) => {
      const api = await signInToApi(server.url);
      const links = await openLinks(server.url);
      const folder = await api.createFolder(`Shown ${width}`);
      const token = await links.share(
        { id: folder, type: 'folder' },
        { permission: 'editor', password: 'harbour lights', expiration: 48 },
      );
      await links.update(token, { password: null });
      await (await guestOf(server.url, token)).upload('new.txt');
      await api.createFolder(`Plain ${width}`);
      await signIn();
      const { row } = filesPage(page);
      const open = async (name: string) => {
        await row(name)
          .getByRole('button', { name: `More actions for ${name}` })
          .click();
        await page.getByRole(width < 640 ? 'button' : 'menuitem', { name: 'Share…' }).click();
        return sharePopup(page, name);
      };
      await row(`Plain ${width}`).hover();
      const create = await open(`Plain ${width}`);
      for (const name of ['Password', 'Expiration', 'Download limit', 'Send by email'])
        await create.getByRole('switch', { name }).check();
      await passwordOf(page).fill('harbour lights');
      await expectAccessible(page, 'share create');
      await page.keyboard.press('Escape');
      await expectGone(create);
      await row(`Shown ${width}`).hover();
      const edit = await open(`Shown ${width}`);
      await edit.getByRole('button', { name: 'Show' }).last().click();
      await expectVisible(edit.getByRole('img', { name: /QR code/ }));
      await edit.getByRole('button', { name: 'Write' }).click();
      // Labels that are scrolled out of sight would count as none.
      await edit.evaluate((box) => box.scrollTo({ top: 0 }));
      await expectAccessible(page, 'share edit');
      await edit.getByRole('button', { name: 'Show' }).first().click();
      const guests = page.getByRole('dialog', { name: 'Guest activity' });
      await expectVisible(guests.getByText('Uploaded “new.txt”'));
      await expectAccessible(page, 'what guests did');
      expect(await page.getByRole('dialog').count(), 'it is in the same popup').toBe(1);
      await guests.getByRole('button', { name: 'Back' }).click();
      await expectVisible(edit);
      await edit.getByRole('button', { name: 'Show' }).first().click();
      await expectVisible(guests.getByText('Uploaded “new.txt”'));
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expectGone(edit);
      await page.goto('/platform/my-shared-items');
      await expectVisible(row(`Shown ${width}`));
      await expectAccessible(page, 'publicly shared');
    },
    { viewport: { width, height: 800 } },
  );
