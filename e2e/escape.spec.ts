import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { phone } from './harness/other-browser.ts';
import { textBytes } from './harness/preview-files.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';

const journey = journeysOf();

/** Opens the details of a file in its preview. @param folderName that of the folder it is in, which is new */
const openPreviewDetails = async ({ page, signIn, server }: World, folderName: string) => {
  const api = await signInToApi(server.url);
  const { folder, 'a.txt': file } = await folderWith(api, folderName, { 'a.txt': textBytes('some text') });
  await signIn();
  const { dialog } = previewPage(page);
  await page.goto(`/platform/files/${folder}?preview=${file}`);
  await expectVisible(dialog.getByText('some text'));
  const details = dialog.getByRole('complementary', { name: 'Details' });
  await page.keyboard.press('Alt+Enter');
  await expectVisible(details);
  return { dialog, details };
};

journey(
  'Escape closes one layer: menu, rename, emoji, popup, selection',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const { folder } = await folderWith(api, 'Layers', { 'a.txt': textBytes('some text') });
    await signIn();
    const files = filesPage(page);
    await page.goto(`/platform/files/${folder}`);
    const row = files.row('a.txt');
    const selected = page.locator('[role=row][aria-selected=true]');
    const menu = page.getByRole('menu');
    await row.click();
    await expectEventually(() => selected.count(), 1);
    await row.click({ button: 'right' });
    await expectVisible(menu);
    await page.keyboard.press('Escape');
    await expectGone(menu);
    expect(await selected.count()).toBe(1);

    const field = files.grid.getByRole('textbox');
    await page.keyboard.press('F2');
    await expectVisible(field);
    await page.keyboard.press('Escape');
    await expectGone(field);
    expect(await selected.count()).toBe(1);

    await files.newFolderButton.click();
    await files.dialog.getByRole('button', { name: 'More emoji' }).click();
    const search = files.dialog.getByLabel('Search emoji');
    await search.fill('cat');
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
    expect(await selected.count()).toBe(1);
    await files.grid.focus();
    await page.keyboard.press('Escape');
    await expectEventually(() => selected.count(), 0);
  },
);

journey(
  'on a phone Escape closes the details over a preview first, and what lies in a sheet before the sheet',
  async (world) => {
    const { page } = world;
    const { dialog, details } = await openPreviewDetails(world, 'Sheets');
    await page.keyboard.press('Escape');
    await expectGone(details);
    await expectVisible(dialog);
    await page.keyboard.press('Escape');
    await expectGone(dialog);

    await page.getByRole('button', { name: 'Menu' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    await sheet.getByRole('button', { name: 'New folder' }).first().tap();
    const popup = page.getByRole('dialog', { name: 'New folder' });
    await expectVisible(popup);
    await page.keyboard.press('Escape');
    await expectGone(popup);
    await expectVisible(sheet);
    await page.keyboard.press('Escape');
    await expectGone(sheet);
  },
  phone,
);

journey('beside a preview the details stay, unless the focus is in them', async (world) => {
  const { page } = world;
  const { dialog, details } = await openPreviewDetails(world, 'Sides');
  await details.getByRole('button', { name: 'Close details' }).focus();
  await page.keyboard.press('Escape');
  await expectGone(details);
  await expectVisible(dialog);
  await page.keyboard.press('Alt+Enter');
  await expectVisible(details);
  await page.keyboard.press('Escape');
  await expectGone(dialog);
});
