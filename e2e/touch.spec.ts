import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { drawFingers } from './harness/fingers.ts';
import { journeysOf, type World } from './harness/journey.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('some text');
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
const selectedNames = (page: Page) =>
  page.locator('[role=row][aria-selected=true] [role=rowheader]').allTextContents();

/** Looks at a folder with files in it. */
const openTouched = async ({ page, signIn, server }: World, folder: string) => {
  const api = await signInToApi(server.url);
  const id = await api.createFolder(folder);
  const inner = await api.createFolder('Invoices', id);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await api.uploadFile(name, bytes, id);
  await signIn({ at: `/platform/files/${id}?sort=name&dir=ASC` });
  const files = filesPage(page);
  await expectVisible(files.row('a.txt'));
  return { id, inner, files, clear: page.getByRole('button', { name: 'Clear selection' }) };
};

journey(
  'fingers open, and rest to select, on a phone',
  async (world) => {
    const { page } = world;
    const { id, inner, files, clear } = await openTouched(world, 'Touched');

    await files.row('Invoices').tap(onRow);
    await expectEventually(async () => new URL(page.url()).pathname, `/platform/files/${inner}`);
    await page.getByRole('button', { name: 'Back' }).tap();
    await expectVisible(files.row('a.txt'));

    await press(page, files.row('a.txt'), clear);
    await expectEventually(() => selectedNames(page).then((names) => names.length), 1);
    // A tap selects a folder instead of opening it.
    await files.row('Invoices').tap(onRow);
    await expectVisible(page.getByText('2 selected').first());
    expect(new URL(page.url()).pathname).toBe(`/platform/files/${id}`);
    await expectAccessible(page, 'selecting');
    await clear.tap();
    await expectGone(clear);
    await expectEventually(() => selectedNames(page), []);
  },
  phone,
);

journey(
  'fingers act on a phone',
  async (world) => {
    const { page } = world;
    const { files, clear } = await openTouched(world, 'Acted on');
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
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).tap();
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
  'fingers are told of neither keys nor dragging',
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
    await expectVisible(files.dialog.getByText('Add folders from their menus'));
    expect(await page.getByText(/^(?:Drop files|Drag folders)/).count()).toBe(0);

    await expectVisible(files.dialog.getByRole('region', { name: 'Storage' }));
    // A scrolling menu ends with a line, and the theme stands by itself.
    const edges = await files.dialog.evaluate((dialog) => {
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
  },
  { ...phone, viewport: { width: 820, height: 1180 } },
);

journey(
  'a finger swipes on from a text whose lines fit, and scrolls one whose lines do not',
  async ({ page, signIn, server }) => {
    const api = await signInToApi(server.url);
    const id = await api.createFolder('Swiped');
    const lines = (line: string) => new TextEncoder().encode(`${line}\n`.repeat(300));
    await api.uploadFile('a.ts', lines('let short = 1;'), id);
    await api.uploadFile('b.ts', lines(`let long = '${'x'.repeat(200)}';`), id);
    await api.uploadFile('c.txt', bytes, id);
    await signIn({ at: `/platform/files/${id}?sort=name&dir=ASC` });
    await filesPage(page).row('a.ts').tap(onRow);
    const named = (name: string) => page.getByRole('dialog', { name: `Preview: ${name}` });
    await expectVisible(named('a.ts').getByText('let short = 1;').first());
    await drawFingers(page, [
      [
        { x: 300, y: 300 },
        { x: 60, y: 300 },
      ],
    ]);
    await expectVisible(named('b.ts'));
    await expectVisible(page.locator('.code-text', { hasText: 'xxxx' }));
    await drawFingers(page, [
      [
        { x: 300, y: 300 },
        { x: 60, y: 300 },
      ],
    ]);
    await expectEventually(
      () => page.locator('.code-text').evaluate(({ scrollLeft }) => scrollLeft > 100),
      true,
    );
    await expectVisible(named('b.ts'));
  },
  phone,
);

journey(
  'the actions on a selection keep their place on a phone, whatever is selected',
  async (world) => {
    const { page } = world;
    const { files, clear } = await openTouched(world, 'Bars');
    const bar = page.getByRole('region', { name: 'Selection' });
    const places = () =>
      bar.getByRole('button').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { left, top, width } = button.getBoundingClientRect();
          return [button.getAttribute('aria-label') ?? button.textContent, left, top, width];
        }),
      );
    await press(page, files.row('a.txt'), clear);
    await expectEventually(async () => (await places()).length, 5);
    const first = await places();
    await files.row('Invoices').tap(onRow);
    await expectVisible(page.getByText('2 selected').first());
    expect(await places()).toEqual(first);
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
  },
  phone,
);
