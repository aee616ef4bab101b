import type { Item } from '@holdall/contract/files';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { signInToApi } from './harness/api.ts';
import { expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { startLimitingProxy } from './harness/limiting-proxy.ts';
import { writeFolder } from './harness/real-files.ts';
import { slowUploads } from './harness/slow-network.ts';

const chunkSize = 1_048_576;
const journey = journeysOf({}, { chunkSize });

const bytesOf = (text: string) => new TextEncoder().encode(text);

journey(
  'a taken name is asked about: keep both, replace, skip, for all',
  async ({ page, signIn, server, guard }) => {
    // Browsers report every refusal.
    guard.allow(/409/);
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Clashes');
    for (const name of ['one.txt', 'two.txt', 'three.txt'])
      await api.uploadFile(name, bytesOf('old'), folder);
    const real = writeFolder(
      'clashes',
      new Map([
        ['one.txt', Buffer.from('new one')],
        ['two.txt', Buffer.from('new two')],
        ['three.txt', Buffer.from('new three')],
      ]),
    );
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
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
    await expectVisible(files.dock.getByText('one (1).txt').first());
    await expectVisible(files.row('one (1).txt'));
    expect(await contents()).toMatchObject({ 'one.txt': 'old', 'one (1).txt': 'new one' });

    await files.choose(join(real.path, 'two.txt'));
    await files.dialog.getByRole('button', { name: /^Replace/ }).click();
    await expectVisible(files.dock.getByText('Done'));
    expect(await contents()).toMatchObject({ 'two.txt': 'new two' });

    await files.choose(['two.txt', 'three.txt'].map((name) => join(real.path, name)));
    await files.dialog.getByRole('checkbox', { name: 'Do the same for 1 more' }).check();
    await files.dialog.getByRole('button', { name: /^Skip/ }).click();
    await expectGone(files.dialog);
    await expectVisible(files.dock.getByText('2 skipped'));
    expect(await contents()).toMatchObject({ 'three.txt': 'old' });
  },
);

journey(
  'an upload that a reload interrupts goes on where the server stands',
  async ({ page, signIn, server, guard }) => {
    guard.allow(/request failed: .*ERR_ABORTED/);
    page.on('dialog', (dialog) => void dialog.accept());
    const bytes = randomBytes(6 * chunkSize);
    const real = writeFolder('interrupted', new Map([['film.bin', bytes]]));
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Interrupted');
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    await expectVisible(page.getByText('Nothing here yet'));
    const restoreSpeed = await slowUploads(page, chunkSize / 2);
    await files.choose(join(real.path, 'film.bin'));
    await page.waitForResponse((answer) => answer.url().includes('/api/upload') && answer.ok());
    // An upload is kept as soon as it begins.
    await page.waitForFunction(() => localStorage.getItem('holdall:unfinished-uploads') === 'yes');
    await page.reload();
    await restoreSpeed();
    await expectVisible(files.dock.getByText('1 upload was interrupted'));
    const offsets: number[] = [];
    page.on('request', (request) => {
      const form = request.url().endsWith('/api/upload/chunks') ? request.postData() : null;
      const offset = /name="offset"\r\n\r\n(\d+)/.exec(form ?? '')?.[1];
      if (offset !== undefined) offsets.push(Number(offset));
    });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      files.dock.getByRole('button', { name: 'Choose again' }).click(),
    ]);
    await chooser.setFiles(join(real.path, 'film.bin'));
    await expectVisible(files.row('film.bin'));
    const [item] = await api.list(folder);
    expect(Buffer.from(await api.download(item?.id ?? '')).equals(bytes)).toBe(true);
    expect(offsets.every((offset) => offset > 0)).toBe(true);
    await page.reload();
    await expectVisible(files.row('film.bin'));
    await expectGone(files.dock);
  },
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
