/** Fingers, on a phone and on a tablet. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { drawFingers, tapTwice } from './harness/fingers.ts';
import { journeysOf } from './harness/journey.ts';
import { png, textBytes, webm } from './harness/preview-files.ts';
import { folderWith, previewPage } from './harness/preview-page.ts';

const journey = journeysOf();
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
const onRow = { position: { x: 150, y: 32 } };

/** Rests a finger on a row until that has an effect. */
const press = async (page: Page, row: Locator, effect: Locator) => {
  const box = await row.boundingBox();
  if (!box) throw new Error('The row is not drawn.');
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 150, y: box.y + 32 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await expectVisible(effect);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
};
/** Expects that nothing of a thing in the preview is cut off on a smaller phone, on its side or upright. */
const expectInside = async (page: Page, shown: Locator) => {
  const isInside = () =>
    shown.evaluate((element) => {
      const { top, left, right, bottom } = element.getBoundingClientRect();
      const pane = element.closest('.preview-stage')?.getBoundingClientRect();
      if (!pane) return false;
      return top >= pane.top && bottom <= pane.bottom && left >= 0 && right <= innerWidth;
    });
  for (const [width, height] of [
    [780, 360],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectEventually(isInside, true);
  }
  await page.setViewportSize(phone.viewport);
};
const selectedNames = (page: Page) =>
  page.locator('[role=row][aria-selected=true] [role=rowheader]').allTextContents();

journey(
  'fingers open, rest to select, and act on a phone; the actions on a selection keep their place',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const files = filesPage(page);
    const text = textBytes('some text');
    const { folder = '' } = await folderWith(api, 'Touched', { 'a.txt': text, 'b.txt': text, 'c.txt': text });
    const inner = await api.createFolder('Invoices', folder);
    const here = `/platform/files/${folder}?sort=name&dir=ASC`;
    await signIn({ at: here });
    const clear = page.getByRole('button', { name: 'Clear selection' });
    const bar = page.getByRole('region', { name: 'Selection' });
    const places = () =>
      bar.getByRole('button').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { left, top, width } = button.getBoundingClientRect();
          return [button.getAttribute('aria-label') ?? button.textContent, left, top, width];
        }),
      );
    await files.row('Invoices').tap(onRow);
    await expectEventually(async () => new URL(page.url()).pathname, `/platform/files/${inner}`);
    await page.getByRole('button', { name: 'Back' }).tap();
    await expectVisible(files.row('a.txt'));

    await press(page, files.row('a.txt'), clear);
    await expectEventually(async () => (await selectedNames(page)).length, 1);
    await expectEventually(async () => (await places()).length, 5);
    const first = await places();
    // A tap selects a folder instead of opening it.
    await files.row('Invoices').tap(onRow);
    await expectVisible(page.getByText('2 selected').first());
    await expectPath(page, here);
    expect(await places()).toEqual(first);
    await expectAccessible(page, 'selecting');
    // For a moment no item is selected: the bar of the page does not come in between.
    await files.row('a.txt').tap(onRow);
    await files.row('Invoices').tap(onRow);
    await expectEventually(() => selectedNames(page), []);
    expect(await places()).toEqual(first);
    expect(await bar.getByRole('button', { disabled: true }).count()).toBe(5);
    await page.getByRole('button', { name: 'Select all' }).tap();
    await expectVisible(page.getByText('4 selected').first());
    expect(await places()).toEqual(first);
    expect(await bar.getByRole('button', { disabled: true }).count()).toBe(0);
    await clear.tap();
    await expectGone(bar);
    await expectEventually(() => selectedNames(page), []);

    await files.row('b.txt').getByRole('button', { name: 'More actions for b.txt' }).tap();
    await expectVisible(files.dialog);
    await expectAccessible(page, 'the sheet');
    await files.dialog.getByRole('button', { name: 'Rename' }).tap();
    const rename = page.getByRole('dialog', { name: 'Rename item' });
    await expectVisible(rename);
    await expectAccessible(page, 'renaming');
    await rename.getByLabel('Name').fill('z.txt');
    await rename.getByRole('button', { name: 'Rename' }).tap();
    await expectGone(rename);
    await expectVisible(files.row('z.txt'));

    await files.row('c.txt').getByRole('button', { name: 'More actions for c.txt' }).tap();
    await files.dialog.getByRole('button', { name: 'Details' }).tap();
    await expectVisible(page.getByRole('dialog', { name: 'Details' }));
    await page.getByRole('button', { name: 'Close' }).tap();
    await expectGone(files.dialog);
    // Nothing stays selected behind the details.
    await expectEventually(() => selectedNames(page), []);

    await press(page, files.row('c.txt'), clear);
    await bar.getByRole('button', { name: 'Delete' }).tap();
    await expectGone(files.row('c.txt'));
    await expectGone(clear);
    // The notice of the renaming, which can be undone as well, may still be there.
    const deleted = page.getByRole('status').filter({ hasText: 'c.txt moved to trash' });
    await deleted.getByRole('button', { name: 'Undo' }).tap();
    await expectVisible(files.row('c.txt'));
  },
  phone,
);

journey(
  'fingers are told of neither keys nor dragging; the menu of a phone stays under a popup that it opens',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const id = await api.createFolder('Hints');
    await api.createFolder('Empty', id);
    await signIn({ at: `/platform/files/${id}` });
    const files = filesPage(page);
    await files.row('Empty').getByRole('button', { name: 'More actions for Empty' }).tap();
    const rename = page.getByRole('menuitem', { name: 'Rename' });
    await expectVisible(rename);
    expect(await rename.innerText()).toBe('Rename');
    await page.keyboard.press('Escape');

    await page.setViewportSize(phone.viewport);
    await page.goto(`/platform/files/${id}`);
    await files.row('Empty').tap(onRow);
    await expectVisible(page.getByText('Choose files from your device, or create a folder.'));
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expectVisible(menu.getByText('Add files and folders from their menus'));
    expect(await page.getByText(/^(?:Drop|Drag) files/).count()).toBe(0);

    await expectVisible(menu.getByRole('region', { name: 'Storage' }));
    // A scrolling menu ends with a line, and the theme stands by itself.
    const edges = await menu.evaluate((dialog) => {
      const boxOf = (selector: string) => {
        const box = dialog.querySelector(selector)?.getBoundingClientRect();
        return { top: box?.top ?? 0, bottom: box?.bottom ?? 0 };
      };
      return {
        tree: boxOf('[data-tree-scroller]'),
        storage: boxOf('section[aria-label=Storage]'),
        theme: boxOf('fieldset'),
      };
    });
    expect(edges.storage.top - edges.tree.bottom).toBeGreaterThanOrEqual(4);
    expect(edges.theme.top - edges.storage.bottom).toBeGreaterThanOrEqual(12);
    await expectAccessible(page, 'the menu of a phone');

    await menu.getByRole('button', { name: 'New folder' }).first().tap();
    const popup = page.getByRole('dialog', { name: 'New folder' });
    await expectVisible(popup);
    await page.keyboard.press('Escape');
    await expectGone(popup);
    await expectVisible(menu);
    await page.keyboard.press('Escape');
    await expectGone(menu);
  },
  { ...phone, viewport: { width: 820, height: 1180 } },
);

journey(
  'fingers zoom and swipe in the preview, of which nothing is cut off; what is pinched too small springs back, and Back closes',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const { folder } = await folderWith(api, 'Fingers', {
      'a.png': png(1200, 900),
      'b.webm': webm(1),
      'c.ts': textBytes('let short = 1;\n'.repeat(300)),
      'd.ts': textBytes(`let long = '${'x'.repeat(200)}';\n`.repeat(300)),
      'e.bin': textBytes('\0\u0001\u0002'),
    });
    await signIn({ at: `/platform/files/${folder}?sort=name&dir=ASC` });
    const { row } = filesPage(page);
    const { dialog, named } = previewPage(page);
    await row('a.png').tap(onRow);
    const image = dialog.getByRole('img', { name: 'Picture of a.png' });
    await expectVisible(image);
    const width = async () => Math.round((await image.boundingBox())?.width ?? 0);
    await expectEventually(width, 360);
    const at = (x: number, y = 390) => ({ x, y });
    const swipeAt = (y?: number) => drawFingers(page, [[at(300, y), at(60, y)]]);
    const pinched = [
      [at(80), at(160)],
      [at(280), at(200)],
    ] as const;
    await drawFingers(page, pinched, () => expectEventually(async () => (await width()) < 200, true));
    await expectEventually(width, 360);
    await tapTwice(page, at(180));
    await expectEventually(width, 1200);
    await tapTwice(page, at(180));
    await expectEventually(width, 360);

    await expectInside(page, image);
    await swipeAt();
    await expectVisible(named('b.webm'));
    await expectInside(page, dialog.getByLabel('Video player'));
    const video = await dialog.getByLabel('Video player').boundingBox();
    await swipeAt((video?.y ?? 0) + 40);
    // A finger swipes on from a text whose lines fit, and scrolls one whose lines do not.
    await expectVisible(named('c.ts').getByText('let short = 1;').first());
    await swipeAt(300);
    await expectVisible(named('d.ts'));
    const text = page.locator('.code-text', { hasText: 'xxxx' });
    await expectVisible(text);
    await swipeAt(300);
    await expectEventually(() => text.evaluate(({ scrollLeft }) => scrollLeft > 100), true);
    await expectVisible(named('d.ts'));
    await page.keyboard.press('ArrowRight');
    await expectVisible(named('e.bin'));
    await expectInside(page, dialog.getByRole('button', { name: 'Download' }).last());
    await page.goBack();
    await expectGone(dialog);
    await expectVisible(row('a.png'));
  },
  phone,
);
