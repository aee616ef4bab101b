import type { Item } from '@holdall/contract/files';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { dragFiles, dropFiles } from './harness/drop.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { startLimitingProxy } from './harness/limiting-proxy.ts';
import { writeFolder } from './harness/real-files.ts';

const longType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const journey = journeysOf({}, { chunkSize: 1_048_576, blacklist: `text/html,${longType}` });

const bytesOf = (text: string) => new TextEncoder().encode(text);

journey(
  'a refusal is told to its end on the smallest phone, and a taken name is asked about: keep both, replace, skip, for all',
  async ({ page, signIn, server, guard }) => {
    // Browsers report every refusal.
    guard.allow(/409/);
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Clashes');
    const names = ['one.txt', 'two.txt', 'three.txt'];
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    const upload = page.getByRole('main').getByRole('button', { name: 'Upload files' });
    await expectVisible(upload);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), upload.click()]);
    const letter = { name: 'letter.docx', mimeType: longType, buffer: Buffer.from('x') };
    await chooser.setFiles([letter, { ...letter, name: 'other.docx' }]);
    await files.alert.getByRole('button').click();
    await expectGone(files.alert);
    const shownWhole = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element) =>
      scrollHeight <= clientHeight && scrollWidth <= clientWidth;
    for (const text of [`This file type is blocked: ${longType}`, '2 need your attention']) {
      const said = files.dock.getByText(text).first();
      await expectVisible(said);
      await expectEventually(() => said.evaluate(shownWhole), true);
    }
    const bottomOf = async (element: Locator) => {
      const { y, height } = (await element.boundingBox()) ?? expect.fail('It is not drawn.');
      return y + height;
    };
    const row = files.dock.getByRole('listitem').first();
    expect(await bottomOf(files.dock.getByText(longType).first())).toBeLessThanOrEqual(await bottomOf(row));

    await files.dock.getByRole('button', { name: 'Close' }).click();

    await page.setViewportSize({ width: 1280, height: 800 });
    for (const name of names) await api.uploadFile(name, bytesOf('old'), folder);
    await expectVisible(files.row('three.txt'));
    const real = writeFolder('clashes', new Map(names.map((name) => [name, Buffer.from(`new ${name}`)])));
    const contents = async (): Promise<Record<string, string>> => {
      const read = async ({ id, attributes }: Item['data']): Promise<readonly [string, string]> => [
        attributes.name,
        new TextDecoder().decode(await api.download(id)),
      ];
      return Object.fromEntries(await Promise.all((await api.list(folder)).map(read)));
    };
    await files.choose(join(real.path, 'one.txt'));
    await expectVisible(files.dialog.getByText('“one.txt” is already here'));
    await files.dialog.getByRole('button', { name: /^Keep both/ }).click();
    await expectVisible(files.row('one (1).txt'));
    await files.choose(join(real.path, 'two.txt'));
    await files.dialog.getByRole('button', { name: /^Replace/ }).click();
    await expectEventually(async () => (await contents())['two.txt'], 'new two.txt');
    await files.choose(['two.txt', 'three.txt'].map((name) => join(real.path, name)));
    await files.dialog.getByRole('checkbox', { name: 'Do the same for 1 more' }).check();
    await files.dialog.getByRole('button', { name: /^Skip/ }).click();
    await expectGone(files.dialog);
    await expectVisible(files.dock.getByText('2 skipped'));
    expect(await contents()).toEqual({
      'one.txt': 'old',
      'one (1).txt': 'new one.txt',
      'two.txt': 'new two.txt',
      'three.txt': 'old',
    });
  },
  { viewport: { width: 320, height: 640 } },
);

journey(
  'a proxy that takes no large request makes the chunks smaller',
  async ({ page, signIn, server, guard }) => {
    // This proxy carries no WebSocket.
    guard.allow(/413|404|WebSocket/);
    const bytes = randomBytes(900_000);
    const real = writeFolder('tuned', new Map([['photo.bin', bytes]]));
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Tuned');
    const proxy = await startLimitingProxy(server.url, 500_000);
    await signIn({ through: proxy.url });
    await page.goto(`${proxy.url}/platform/files/${folder}`);
    const files = filesPage(page);
    await expectVisible(page.getByText('Nothing here yet'));
    await files.choose(join(real.path, 'photo.bin'));
    await expectVisible(files.row('photo.bin'));
    expect(proxy.refused()).toBe(1);
    const [item] = await api.list(folder);
    expect(Buffer.from(await api.download(item?.id ?? '')).equals(bytes)).toBe(true);
    await proxy.close();
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
