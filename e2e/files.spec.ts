import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';

const journey = journeysOf();
const textBytes = (text: string) => new TextEncoder().encode(text);

journey(
  'a new folder has a name, an emoji and a colour, and is opened and left again',
  async ({ page, signIn }) => {
    await signIn();
    const files = filesPage(page);
    await files.newFolderButton.click();
    await files.dialog.getByLabel('Name').fill('Holidays');
    await files.dialog.getByRole('button', { name: '🚀' }).click();
    await files.dialog.getByRole('radio', { name: 'Plum' }).check();
    await files.dialog.getByRole('button', { name: 'Create folder' }).click();
    await expectGone(files.dialog);
    await expectVisible(files.row('Holidays'));

    await files.openFolder('Holidays');
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Holidays' }));
    await expectEventually(async () => (await page.title()).includes('Holidays'), true);
    await files.newFolderButton.click();
    await files.dialog.getByLabel('Name').fill('Norway');
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
  'a name that is taken is refused with an alert, an impossible one under the field; the field keeps both',
  async ({ page, signIn, server, guard }) => {
    guard.allow(/status of 409/);
    const api = await signInToApi(server.url);
    await api.createFolder('Taken');
    await signIn();
    const files = filesPage(page);
    await files.newFolderButton.click();
    const name = files.dialog.getByLabel('Name');
    const create = files.dialog.getByRole('button', { name: 'Create folder' });
    await name.fill('Taken');
    await create.click();
    await expectVisible(files.alert.getByText('An item with this name is already here.'));
    await files.alert.getByRole('button').click();
    await expectGone(files.alert);
    expect(await name.inputValue()).toBe('Taken');
    for (const [refused, sentence] of [
      ['', 'Give it a name.'],
      ['a/b', 'Names can’t contain slashes.'],
      ['x'.repeat(300), 'This name is too long.'],
    ] as const) {
      await name.fill(refused);
      await create.click();
      await expectVisible(files.dialog.getByText(sentence));
      await expectEventually(() => name.getAttribute('aria-invalid'), 'true');
      expect(await name.inputValue()).toBe(refused);
      // The ring of a field at fault is that of its fault, also where it has the focus.
      const rings = await name.evaluate((field) => {
        const ring = (): string => getComputedStyle(field.parentElement ?? field).boxShadow;
        const focused = ring();
        field.blur();
        return { focused, left: ring() };
      });
      expect(rings.focused).toBe(rings.left);
    }
    await name.fill('Free');
    await create.click();
    await expectGone(files.dialog);
    await expectVisible(files.row('Free'));
  },
);

journey(
  'items are sorted by their headers, in natural order, and the grid stays chosen',
  async ({ page, signIn, server }) => {
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
    await expectEventually(files.names, ['zebra', 'Item 1.txt', 'item 9.txt', 'item 10.txt']);
    const header = (name: string) => files.grid.getByRole('columnheader', { name });
    await header('Name').getByRole('button').click();
    await expectEventually(files.names, ['zebra', 'Item 1.txt', 'item 9.txt', 'item 10.txt']);
    await expectEventually(() => header('Name').getAttribute('aria-sort'), 'ascending');
    await header('Name').getByRole('button').click();
    await expectEventually(files.names, ['zebra', 'item 10.txt', 'item 9.txt', 'Item 1.txt']);
    await header('Size').getByRole('button').click();
    await expectEventually(files.names, ['zebra', 'item 9.txt', 'Item 1.txt', 'item 10.txt']);
    expect(new URL(page.url()).searchParams.get('sort')).toBe('size');

    await page.getByRole('button', { name: 'Grid', exact: true }).click();
    await expectGone(files.grid.getByRole('columnheader').first());
    for (const name of ['zebra', 'item 9.txt', 'Item 1.txt', 'item 10.txt'])
      await expectVisible(files.row(name));
    await page.reload();
    await expectEventually(
      () => page.getByRole('button', { name: 'Grid', exact: true }).getAttribute('aria-pressed'),
      'true',
    );
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expectVisible(files.grid.getByRole('columnheader', { name: 'Name' }));
  },
);

journey('a file is downloaded byte for byte, and its details tell its checksum', async (world) => {
  const { page, signIn, server } = world;
  const api = await signInToApi(server.url);
  const name = 'Žluťoučký kůň #1 100%.bin';
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const folder = await api.createFolder('Facts');
  await api.uploadFile(name, bytes, folder);
  await signIn({ at: `/platform/files/${folder}` });
  const files = filesPage(page);
  await files.row(name).hover();
  const downloading = page.waitForEvent('download');
  await files
    .row(name)
    .getByRole('button', { name: /^Download/ })
    .click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(name);
  expect(readFileSync(await download.path()).equals(bytes)).toBe(true);

  await files.row(name).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  if (!(await details.isVisible())) await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expectVisible(details.getByText(name));
  await expectVisible(details.getByText(createHash('sha256').update(bytes).digest('hex')));
  // Closed and open both stay, whatever the window would have chosen.
  await page.getByRole('button', { name: 'Close details' }).click();
  await expectGone(details);
  await page.reload();
  await expectVisible(files.row(name));
  expect(await details.count()).toBe(0);
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  await expectVisible(details);
  await page.reload();
  await expectVisible(details);
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.reload();
  await expectVisible(details);
});

journey('a folder that is gone says so; the navigation bar that is hidden stays hidden', async (world) => {
  const { page, signIn, guard } = world;
  guard.allow(/status of 404/);
  await signIn();
  await page.goto('/platform/files/0190a0a0-0000-7000-8000-000000000000');
  await expectVisible(page.getByText('This folder is no longer here'));
  await expectVisible(page.getByRole('button', { name: 'Go home' }));
  expect(await filesPage(page).newFolderButton.count(), 'nothing can be added to it').toBe(0);
  for (const name of [/^Upload/, /^Sort by/, 'Details']) await expectGone(page.getByRole('button', { name }));

  await page.goto('/platform/files');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expectVisible(bar);
  await page.getByRole('button', { name: 'Hide navigation bar' }).click();
  await expectGone(bar);
  await page.reload();
  const show = page.getByRole('button', { name: 'Show navigation bar' });
  await expectVisible(show);
  expect(await bar.count()).toBe(0);
  // The link to one's own account stands beside it then.
  const account = page.getByRole('link', { name: /^Account: / });
  await account.click();
  await expectPath(page, '/user/profile');
  await expectVisible(account);
  await show.click();
  await expectVisible(bar);
  await page.reload();
  await expectVisible(bar);
});
