import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
/** A point beside the link of a row. */
const beside = { position: { x: 420, y: 10 } };
const textBytes = (text: string) => new TextEncoder().encode(text);

journey(
  'a new folder has a name of its own, an emoji and a colour, and is opened and left again',
  async (world) => {
    const { page, signIn, guard } = world;
    guard.allow(/status of 409/);
    await signIn();
    const files = filesPage(page);
    const name = files.dialog.getByLabel('Name');
    const create = files.dialog.getByRole('button', { name: 'Create folder' });
    await files.newFolderButton.click();
    await name.fill('Holidays');
    await files.dialog.getByRole('button', { name: '🚀' }).click();
    await files.dialog.getByRole('radio', { name: 'Plum' }).check();
    await create.click();
    await expectGone(files.dialog);
    await expectVisible(files.row('Holidays').locator('img.emoji'));

    await files.newFolderButton.click();
    await name.fill('Holidays');
    await create.click();
    await expectVisible(files.alert.getByText('An item with this name is already here.'));
    await files.alert.getByRole('button').click();
    await expectGone(files.alert);
    expect(await name.inputValue()).toBe('Holidays');
    await name.fill('a/b');
    await create.click();
    await expectVisible(files.dialog.getByText('Names can’t contain slashes.'));
    // The ring of a field at fault is that of its fault, also where it has the focus.
    const rings = await name.evaluate((field) => {
      const ring = (): string => getComputedStyle(field.parentElement ?? field).boxShadow;
      const focused = ring();
      field.blur();
      return { focused, left: ring() };
    });
    expect(rings.focused).toBe(rings.left);
    await page.keyboard.press('Escape');
    await expectGone(files.dialog);

    await files.openFolder('Holidays');
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Holidays' }));
    await expectEventually(async () => (await page.title()).includes('Holidays'), true);
    await files.newFolderButton.click();
    await name.fill('Norway');
    await page.keyboard.press('Enter');
    await expectGone(files.dialog);
    await expectVisible(page.getByRole('treeitem', { name: /Holidays.*1 item/ }));
    await files.openFolder('Norway');
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Norway' }));
    await files.breadcrumb.getByRole('link', { name: 'Holidays' }).click();
    await expectVisible(files.row('Norway'));
    await page.goBack();
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Norway' }));
    await page.goBack();
    await page.goBack();
    await expectVisible(files.row('Holidays'));
  },
);

journey(
  'items are sorted by their headers, and the grid and the details stay as they were left',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Sorted');
    for (const [name, size] of [
      ['item 10.txt', 1],
      ['item 9.txt', 3],
      ['Item 1.txt', 2],
    ] as const)
      await api.uploadFile(name, textBytes('x'.repeat(size)), folder);
    await api.createFolder('zebra', folder);
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    const details = page.getByRole('complementary', { name: 'Details' });
    const grid = page.getByRole('button', { name: 'Grid', exact: true });
    const header = (name: string) => files.grid.getByRole('columnheader', { name });
    await expectEventually(files.names, ['zebra', 'Item 1.txt', 'item 9.txt', 'item 10.txt']);
    await header('Name').getByRole('button').click();
    await expectEventually(() => header('Name').getAttribute('aria-sort'), 'ascending');
    await expectEventually(files.names, ['zebra', 'Item 1.txt', 'item 9.txt', 'item 10.txt']);
    await header('Name').getByRole('button').click();
    await expectEventually(files.names, ['zebra', 'item 10.txt', 'item 9.txt', 'Item 1.txt']);
    await header('Size').getByRole('button').click();
    await expectEventually(files.names, ['zebra', 'item 9.txt', 'Item 1.txt', 'item 10.txt']);
    expect(new URL(page.url()).searchParams.get('sort')).toBe('size');

    await grid.click();
    await expectGone(files.grid.getByRole('columnheader').first());
    for (const name of ['zebra', 'item 9.txt', 'Item 1.txt', 'item 10.txt'])
      await expectVisible(files.row(name));
    await page.getByRole('button', { name: 'Close details' }).click();
    await expectGone(details);
    await page.reload();
    await expectVisible(files.row('zebra'));
    await expectEventually(() => grid.getAttribute('aria-pressed'), 'true');
    expect(await details.count()).toBe(0);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expectVisible(header('Name'));
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await expectVisible(details);
    // Whatever the window would have chosen.
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.reload();
    await expectVisible(details);
  },
);

/** Returns the name and the bytes of the file that the browser saves when something is done. */
const saved = async (page: Page, act: () => Promise<unknown>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
};

journey(
  'a file is downloaded byte for byte, and folders, some items and everything as one archive',
  async (world) => {
    const { page, signIn, server } = world;
    const api = await signInToApi(server.url);
    const name = 'Žluťoučký kůň #1 100%.bin';
    const [inside, odd, second] = [randomBytes(3_000), randomBytes(60_000), randomBytes(1_000)];
    const around = await api.createFolder('Around');
    const trip = await api.createFolder('Trip', around);
    await api.uploadFile('inside.bin', inside, trip);
    await api.uploadFile(name, odd, around);
    await api.uploadFile('second.bin', second, around);
    /** Tells which of them an archive holds; their bytes are stored in it as they are. */
    const heldBy = ({ bytes }: { readonly bytes: Buffer }) =>
      Object.entries({ 'Trip/inside.bin': inside, [name]: odd, 'second.bin': second })
        .filter(([path, content]) => bytes.includes(path) && bytes.includes(content))
        .map(([path]) => path);
    await signIn({ at: `/platform/files/${around}` });
    const files = filesPage(page);
    await files.row(name).hover();
    const alone = await saved(page, () =>
      files
        .row(name)
        .getByRole('button', { name: /^Download/ })
        .click(),
    );
    expect(alone.name).toBe(name);
    expect(alone.bytes.equals(odd)).toBe(true);
    await files.row(name).click(beside);
    const details = page.getByRole('complementary', { name: 'Details' });
    await expectVisible(details.getByText(name));
    await expectVisible(details.getByText(createHash('sha256').update(odd).digest('hex')));

    await files.row('Trip').click({ button: 'right', ...beside });
    const fromMenu = await saved(page, () => page.getByRole('menuitem', { name: 'Download' }).click());
    expect(fromMenu.name).toBe('Trip.zip');
    expect(heldBy(fromMenu)).toEqual(['Trip/inside.bin']);

    await files.row(name).click(beside);
    await files.row('Trip').click({ ...beside, modifiers: ['ControlOrMeta'] });
    const bar = page.getByRole('region', { name: 'Selection' });
    const fromBar = await saved(page, () => bar.getByRole('button', { name: 'Download' }).click());
    expect(fromBar.name).toBe('files.zip');
    expect(heldBy(fromBar)).toEqual(['Trip/inside.bin', name]);

    await files.row('second.bin').click(beside);
    await page.keyboard.press('ControlOrMeta+a');
    await expectVisible(page.getByRole('main').getByText('3 selected'));
    const fromKeyboard = await saved(page, () => page.keyboard.press('ControlOrMeta+s'));
    expect(fromKeyboard.name).toBe('files.zip');
    expect(heldBy(fromKeyboard)).toEqual(['Trip/inside.bin', name, 'second.bin']);
  },
);
