import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { dragFiles, dropFiles } from './harness/drop.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { previewPage } from './harness/preview-page.ts';
import { writeFolder } from './harness/real-files.ts';

const journey = journeysOf();
const bytes = new TextEncoder().encode('some text');
const beside = { position: { x: 420, y: 10 } };

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element.toString()} is not drawn.`);
  return box;
};
/** Presses `from` and carries it over `to`, without letting go. */
const carry = async (page: Page, from: Locator, to: Locator) => {
  const [start, end] = [await boxOf(from), await boxOf(to)];
  await page.mouse.move(start.x + 200, start.y + 12);
  await page.mouse.down();
  // The code of dragging loads once the page is at rest, or with the press.
  let step = 0;
  await expectEventually(async () => {
    step += 1;
    await page.mouse.move(start.x + 210 + (step % 2), start.y + 20, { steps: 3 });
    return page.locator('.drag-ghost').isVisible();
  }, true);
  await page.mouse.move(end.x + Math.min(80, end.width / 2), end.y + end.height / 2, { steps: 5 });
};
const selectedNames = (page: Page) =>
  page.locator('[role=row][aria-selected=true] [role=rowheader]').allTextContents();

const arrange = async (url: string, name: string) => {
  const api = await signInToApi(url);
  const id = await api.createFolder(name);
  const inner = await api.createFolder('Invoices', id);
  await api.createFolder('Deep', inner);
  await api.createFolder('Photos', id);
  for (const file of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await api.uploadFile(file, bytes, id);
  return { id, inner };
};
const open = async (page: Page, id: string) => {
  await page.goto(`/platform/files/${id}?sort=name&dir=ASC`);
  await expectVisible(filesPage(page).row('a.txt'));
};

journey(
  'items are dragged to folders, open ones on their way, to paths and to the trash',
  async ({ page, signIn, server }) => {
    const { id, inner } = await arrange(server.url, 'Dragging');
    await signIn();
    await open(page, id);
    const files = filesPage(page);
    const ghost = page.locator('.drag-ghost');

    await files.row('a.txt').click(beside);
    await files.row('b.txt').click({ ...beside, modifiers: ['ControlOrMeta'] });
    await carry(page, files.row('b.txt'), files.row('Photos'));
    await expectVisible(ghost.getByText('2 items'));
    await page.mouse.up();
    await expectGone(ghost);
    await expectEventually(() => files.names(), ['Invoices', 'Photos', 'c.txt', 'd.txt']);
    await expectVisible(files.row('Photos').getByText('2 items'));
    await expectVisible(page.getByText('2 items moved to Photos'));
    await page.keyboard.press('ControlOrMeta+z');
    await expectEventually(() => files.names(), ['Invoices', 'Photos', 'a.txt', 'b.txt', 'c.txt', 'd.txt']);

    // With Alt it is copied.
    await page.keyboard.down('Alt');
    await carry(page, files.row('d.txt'), files.row('Photos'));
    await expectEventually(() => page.locator('html').getAttribute('data-dragging'), 'copy');
    await page.mouse.up();
    await page.keyboard.up('Alt');
    await expectVisible(page.getByText('d.txt copied to Photos'));
    await expectEventually(() => files.names(), ['Invoices', 'Photos', 'a.txt', 'b.txt', 'c.txt', 'd.txt']);
    await page.keyboard.press('ControlOrMeta+z');
    await expectVisible(files.row('Photos').getByText('0 items'));

    // Nothing goes into itself, and Escape ends it.
    await carry(page, files.row('Photos'), files.row('Photos'));
    await expectVisible(ghost);
    await expectEventually(() => page.locator('html').getAttribute('data-dragging'), 'invalid');
    await page.keyboard.press('Escape');
    await expectGone(ghost);
    await page.mouse.up();
    expect(new URL(page.url()).pathname, 'the end of a drag is no click').toBe(`/platform/files/${id}`);

    // A folder that a drag rests on opens.
    await carry(page, files.row('c.txt'), files.row('Invoices'));
    await expectEventually(async () => new URL(page.url()).pathname, `/platform/files/${inner}`);
    await expectVisible(files.row('Deep'));
    const deep = await boxOf(files.row('Deep'));
    await page.mouse.move(deep.x + 90, deep.y + 24, { steps: 3 });
    await page.mouse.up();
    await expectVisible(files.row('Deep').getByText('1 item'));

    // Along the path, back to the folder above.
    await carry(page, files.row('Deep'), files.breadcrumb.getByRole('link', { name: 'Dragging' }));
    await page.mouse.up();
    await expectVisible(page.getByText('Nothing here yet'));
    await page.keyboard.press('Backspace');
    await expectEventually(() => files.names(), ['Deep', 'Invoices', 'Photos', 'a.txt', 'b.txt', 'd.txt']);

    await carry(page, files.row('d.txt'), page.getByRole('link', { name: 'Trash' }).first());
    await page.mouse.up();
    await expectVisible(page.getByText('d.txt moved to trash'));
    await page.reload();
    await expectEventually(() => files.names(), ['Deep', 'Invoices', 'Photos', 'a.txt', 'b.txt']);
  },
);

journey(
  'items are dragged to the tree, whose folders open on the way, and to favourites',
  async ({ page, signIn, server }) => {
    const { id } = await arrange(server.url, 'Beside');
    await signIn();
    await open(page, id);
    const files = filesPage(page);
    const tree = page.getByRole('tree', { name: 'Folders' });
    const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name},`) }).last();
    const favourites = page.getByRole('list', { name: 'Favourites' });
    const isValid = () => page.locator('html').getAttribute('data-dragging');
    const here = page.url();

    await item('Beside').locator('[data-toggle]').click();
    await expectVisible(item('Photos'));
    await carry(page, files.row('a.txt'), item('Photos'));
    await expectEventually(isValid, 'valid');
    await page.mouse.up();
    await expectVisible(page.getByText('a.txt moved to Photos'));
    await expectEventually(() => files.names(), ['Invoices', 'Photos', 'b.txt', 'c.txt', 'd.txt']);

    // A closed folder opens below a drag that rests on it, and the page stays where it is.
    expect(await item('Invoices').getAttribute('aria-expanded')).toBe('false');
    await carry(page, files.row('b.txt'), item('Invoices'));
    await expectVisible(item('Deep'));
    expect(page.url()).toBe(here);
    const deep = await boxOf(item('Deep'));
    await page.mouse.move(deep.x + 80, deep.y + deep.height / 2, { steps: 3 });
    await page.mouse.up();
    await expectVisible(page.getByText('b.txt moved to Deep'));

    // Items that are dropped on a favourite folder go into it.
    const section = page.getByText('Drag files and folders here');
    await carry(page, files.row('Photos'), section);
    await expectEventually(isValid, 'valid');
    await page.mouse.up();
    const photos = favourites.getByRole('listitem').filter({ hasText: 'Photos' });
    await expectVisible(photos);
    await carry(page, files.row('c.txt'), photos);
    await page.mouse.up();
    await expectVisible(page.getByText('c.txt moved to Photos'));
    await expectEventually(() => files.names(), ['Invoices', 'Photos', 'd.txt']);
    const kept = page.waitForResponse(/\/api\/folders\/favourites/);
    // Items that are carried have a place below the favourites that are there.
    await carry(page, files.row('d.txt'), page.getByRole('heading', { name: 'Favourites' }));
    await expectEventually(isValid, 'valid');
    await page.mouse.up();
    await expectEventually(() => favourites.getByRole('link').allTextContents(), ['Photos', 'd.txt']);
    await kept;
    const keptToo = page.waitForResponse(/\/api\/folders\/favourites/);
    await carry(page, files.row('Invoices'), page.getByRole('heading', { name: 'Favourites' }));
    await expectVisible(section);
    const zone = await boxOf(section);
    await page.mouse.move(zone.x + 40, zone.y + zone.height / 2, { steps: 3 });
    await expectEventually(isValid, 'valid');
    await page.mouse.up();
    await expectGone(section);
    await expectEventually(
      () => favourites.getByRole('link').allTextContents(),
      ['Photos', 'd.txt', 'Invoices'],
    );
    expect(page.url()).toBe(here);
    await keptToo;
    await page.reload();
    await expectEventually(
      () => favourites.getByRole('link').allTextContents(),
      ['Photos', 'd.txt', 'Invoices'],
    );
    await expectEventually(() => files.names(), ['Invoices', 'Photos', 'd.txt']);
    // A favourite file opens over the folder that it is in.
    await page.goto('/platform/recent-uploads');
    await favourites.getByRole('link', { name: 'd.txt' }).click();
    await expectVisible(previewPage(page).named('d.txt'));
    await previewPage(page).close.click();
    await expectEventually(async () => new URL(page.url()).pathname, `/platform/files/${id}`);
  },
);

journey(
  'a rectangle from blank space selects what it touches, in the list and in the grid',
  async ({ page, signIn, server }) => {
    const { id } = await arrange(server.url, 'Rectangle');
    await signIn();
    await open(page, id);
    const files = filesPage(page);
    const last = await boxOf(files.row('d.txt'));
    const below = { x: last.x + 300, y: last.y + 120 };
    const draw = async (to: { x: number; y: number }) => {
      await page.mouse.move(below.x, below.y);
      await page.mouse.down();
      await page.mouse.move(below.x - 10, below.y - 10, { steps: 2 });
      await page.mouse.move(to.x, to.y, { steps: 4 });
    };
    // The code of dragging loads once the page is at rest.
    await expectEventually(async () => {
      await draw({ x: last.x + 100, y: last.y - 20 });
      const names = await selectedNames(page);
      await page.mouse.up();
      return names;
    }, ['c.txt', 'd.txt']);
    await expectEventually(() => selectedNames(page), ['c.txt', 'd.txt']);
    const first = await boxOf(files.row('a.txt'));
    await page.keyboard.down('Control');
    await draw({ x: first.x + 100, y: last.y + 10 });
    await page.mouse.up();
    await page.keyboard.up('Control');
    await expectEventually(() => selectedNames(page), ['c.txt']);
    await page.mouse.click(below.x, below.y);
    await expectEventually(() => selectedNames(page), []);

    await page.getByRole('button', { name: 'Grid', exact: true }).click();
    await expectVisible(files.grid.locator('.grid-tile').first());
    const tile = await boxOf(files.row('Photos'));
    const empty = { x: tile.x + tile.width + 4, y: tile.y + tile.height + 40 };
    const wide = await boxOf(files.grid);
    await page.mouse.move(wide.x + wide.width - 30, wide.y + wide.height - 30);
    await page.mouse.down();
    await page.mouse.move(empty.x, empty.y, { steps: 4 });
    await page.mouse.move(tile.x + 20, tile.y + 20, { steps: 4 });
    // To the right and below: four columns fit beside the details.
    await expectEventually(() => page.locator('[role=row][aria-selected=true]').count(), 4);
    await expectEventually(() => files.row('Invoices').getAttribute('aria-selected'), 'false');
    await expectEventually(() => files.row('c.txt').getAttribute('aria-selected'), 'false');
    await page.mouse.up();
    await expectVisible(page.getByRole('button', { name: 'Clear selection' }));
  },
);

journey(
  'a drop on the row of a folder goes into that folder, and a picture from the clipboard is uploaded with a name',
  async (world) => {
    const { page, signIn, server, context } = world;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const real = writeFolder('drop', new Map([['dropped.bin', randomBytes(3_000)]]));
    const api = await signInToApi(server.url);
    const around = await api.createFolder('Around');
    const target = await api.createFolder('Target', around);
    await api.createFolder('Beside', around);
    await signIn({ at: `/platform/files/${around}` });
    const files = filesPage(page);
    const box = await files.row('Target').boundingBox();
    if (box === null) throw new Error('The row has no place on the screen.');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const dropped = [join(real.path, 'dropped.bin')];

    const badge = page.getByText(/^Upload 1 item to\s*Target$/);
    // A drag that stands still for two seconds is taken for over.
    await Promise.all([expectVisible(badge), dragFiles(page, dropped, middle)]);
    await dropFiles(page, dropped, middle);
    await expectGone(badge);
    await expectVisible(files.dock.getByText('1 item uploaded'));
    const names = async (folder: string) => (await api.list(folder)).map(({ attributes }) => attributes.name);
    expect(await names(target)).toEqual(['dropped.bin']);
    expect((await names(around)).sort()).toEqual(['Beside', 'Target']);
    await files.openFolder('Target');
    await expectVisible(files.row('dropped.bin'));

    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext('2d')?.fillRect(0, 0, 20, 30);
      const picture = await canvas.convertToBlob({ type: 'image/png' });
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    });
    await page.keyboard.press('ControlOrMeta+v');
    await expectVisible(files.row('Pasted image'));
    const [item] = await api.list(target);
    expect(item?.attributes.mimetype).toBe('image/png');
    expect(item?.attributes.name).toMatch(/^Pasted image \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/);
    const bytes = Buffer.from(await api.download(item?.id ?? ''));
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');

    // A paste into a text field is the text field's.
    await files.newFolderButton.click();
    await files.dialog.getByLabel('Name').focus();
    await page.keyboard.press('ControlOrMeta+v');
    await page.keyboard.press('Escape');
    await expectGone(files.dialog);
    expect(await api.list(target)).toHaveLength(2);

    // A notice makes way for the badge.
    await files.row('dropped.bin').click();
    await page.keyboard.press('Delete');
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expectVisible(notices.getByText('dropped.bin moved to trash'));
    await Promise.all([expectVisible(badge), dragFiles(page, dropped, middle)]);
    const [above, below] = await Promise.all([notices.boundingBox(), badge.boundingBox()]);
    expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  },
);
