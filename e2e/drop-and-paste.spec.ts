import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { dragFiles, dropFiles } from './harness/drop.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { writeFolder } from './harness/real-files.ts';

const journey = journeysOf();

journey('a drop on the row of a folder goes into that folder', async ({ page, signIn, server }) => {
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

  // A notice makes way for the badge.
  await files.row('dropped.bin').click();
  await page.keyboard.press('Delete');
  const notices = page.getByRole('region', { name: 'Notifications' });
  await expectVisible(notices.getByText('dropped.bin moved to trash'));
  await Promise.all([expectVisible(badge), dragFiles(page, dropped, middle)]);
  const [above, below] = await Promise.all([notices.boundingBox(), badge.boundingBox()]);
  expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
});

journey('a picture from the clipboard is uploaded with a name', async ({ page, signIn, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const api = await signInToApi(server.url);
  const folder = await api.createFolder('Pasted');
  await signIn({ at: `/platform/files/${folder}` });
  const files = filesPage(page);
  await expectVisible(page.getByText('Nothing here yet'));
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext('2d')?.fillRect(0, 0, 20, 30);
    const picture = await canvas.convertToBlob({ type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  });
  await page.keyboard.press('ControlOrMeta+v');
  await expectVisible(files.row('Pasted image'));
  await expectEventually(
    async () => (await api.list(folder)).map(({ attributes }) => attributes.mimetype),
    ['image/png'],
  );
  const [item] = await api.list(folder);
  expect(item?.attributes.name).toMatch(/^Pasted image \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/);
  const bytes = Buffer.from(await api.download(item?.id ?? ''));
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');

  // A paste into a text field is the text field's.
  await files.newFolderButton.click();
  await files.dialog.getByLabel('Name').focus();
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.press('Escape');
  await expectGone(files.dialog);
  expect(await api.list(folder)).toHaveLength(1);
});
