import type { Item } from '@holdall/contract/files';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Api, signInToApi } from './harness/api.ts';
import { slowUploads } from './harness/slow-network.ts';
import { dropFiles } from './harness/drop.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { startLimitingProxy } from './harness/limiting-proxy.ts';
import { nestedFolder, type RealFolder, writeFolder } from './harness/real-files.ts';

const chunkSize = 1_048_576;
const longType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const journey = journeysOf({}, { chunkSize, blacklist: `text/html,exe,${longType}` });

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Returns the server's files below a folder: bytes by path; null is a folder without content. */
const storedBelow = async (api: Api, folder: string, path = ''): Promise<Map<string, Buffer | null>> => {
  const stored = new Map<string, Buffer | null>();
  const items = await api.list(folder);
  if (items.length === 0 && path !== '') stored.set(path, null);
  for (const { id, type, attributes } of items) {
    const inside = path === '' ? attributes.name : `${path}/${attributes.name}`;
    if (type === 'file') stored.set(inside, Buffer.from(await api.download(id)));
    else for (const entry of await storedBelow(api, id, inside)) stored.set(...entry);
  }
  return stored;
};

const expectSame = (
  stored: ReadonlyMap<string, Buffer | null>,
  real: RealFolder,
  without: readonly string[] = [],
) => {
  const wanted = [...real.content].filter(([path]) => !without.includes(path));
  expect([...stored.keys()].sort()).toEqual(wanted.map(([path]) => path).sort());
  const different = wanted.filter(
    ([path, bytes]) => !(stored.get(path) ?? Buffer.alloc(0)).equals(bytes ?? Buffer.alloc(0)),
  );
  expect(different.map(([path]) => path)).toEqual([]);
};

const folderNamed = async (api: Api, name: string, parent?: string): Promise<string> =>
  (await api.list(parent)).find(({ attributes }) => attributes.name === name)?.id ?? '';

/** Adds up the bytes of the chunks that the server takes from now on. */
const takenBytes = (page: Page): (() => Promise<number>) => {
  const lengths: Promise<string | null>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/upload/chunks') && response.ok())
      lengths.push(response.request().headerValue('content-length'));
  });
  return async () => (await Promise.all(lengths)).reduce((sum, length) => sum + Number(length), 0);
};

/** Waits until the uploads have ended, and returns the dock's title: a file that failed is not waited for. */
const endOfUploads = async (files: ReturnType<typeof filesPage>): Promise<string> => {
  const title = files.dock.getByText(/ uploaded$/);
  await title.waitFor({ timeout: 100_000 });
  return title.innerText();
};

journey(
  'files and whole folders are uploaded by the button and by a drop, also past a proxy that takes no large request; a blocked type is refused',
  async (world) => {
    const { page, signIn, server, guard } = world;
    guard.allow(/status of 422/);
    // The proxy refuses what is too large, and carries no WebSocket.
    guard.allow(/413|404|WebSocket/);
    const real = writeFolder('one', new Map([['notes from today.txt', randomBytes(5_000)]]));
    const blockedFiles = new Map(['page.html', 'setup.exe'].map((name) => [name, randomBytes(100)]));
    const blocked = writeFolder('blocked', blockedFiles);
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('By button');
    const proxy = await startLimitingProxy(server.url, 500_000);
    await signIn({ through: proxy.url, at: `/platform/files/${folder}` });
    const files = filesPage(page);
    // The browser knows this type, and sends the other file alone.
    await files.choose([join(blocked.path, 'page.html'), join(real.path, 'notes from today.txt')]);
    await expectVisible(files.alert.getByText('This file type isn’t allowed'));
    await expectVisible(files.alert.getByText('text/html'));
    await page.keyboard.press('Escape');
    await expectGone(files.alert);
    await expectVisible(files.row('notes from today.txt'));
    await expectVisible(files.dock.getByText('1 of 2 uploaded'));

    // This one is recognised by the server only.
    await files.choose(join(blocked.path, 'setup.exe'));
    await expectVisible(files.alert.getByText('This file type isn’t allowed'));
    await files.alert.getByRole('button').click();
    await expectGone(files.alert);
    expectSame(await storedBelow(api, folder), real);

    expect(proxy.refused()).toBe(0);
    await files.dock.getByRole('button', { name: 'Close' }).click();
    const photo = writeFolder('photo', new Map([['photo.bin', randomBytes(900_000)]]));
    await files.choose(join(photo.path, 'photo.bin'));
    await expectVisible(files.row('photo.bin'));
    expect(proxy.refused()).toBe(1);
    expectSame(await storedBelow(api, folder), {
      path: '',
      content: new Map([...real.content, ...photo.content]),
    });

    const picked = nestedFolder('By picker', 12);
    await files.choose(picked.path, 'Folder');
    await expectVisible(files.dock.getByText(/^Uploading \d+ of 12$/));
    expect(await endOfUploads(files)).toBe('12 items uploaded');
    await expectVisible(files.row('By picker'));
    // A file input does not report folders without files.
    expectSame(await storedBelow(api, await folderNamed(api, 'By picker', folder)), picked, ['empty folder']);

    await files.breadcrumb.getByRole('link', { name: 'Home' }).click();
    await expectVisible(files.row('By button'));
    const dropped = nestedFolder('By drop', 115);
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/upload')) requests.push(pathname);
    });
    await dropFiles(page, [dropped.path], { x: 700, y: 500 });
    await expectVisible(files.dock.getByText(/^Uploading \d+ of \d+$/));
    expect(await endOfUploads(files)).toMatch(/^\d+ items uploaded$/);
    await expectVisible(files.row('By drop'));
    expectSame(await storedBelow(api, await folderNamed(api, 'By drop')), dropped);
    // Small files travel together.
    expect(requests).toContain('/api/upload/batch');
    expect(requests.length).toBeLessThan(30);
    await proxy.close();
  },
  { timeout: 180_000 },
);

journey('an upload under way survives the death of the server', async ({ page, server, guard, signIn }) => {
  guard.allow(/request failed/);
  guard.allow(/Failed to load resource: net::ERR_/);
  guard.allow(/WebSocket connection to .* failed/);
  // Perhaps a part of the page was about to be loaded.
  guard.allow(/Loading chunk [\w-]+ failed/);
  const real = writeFolder('big', new Map([['archive.bin', randomBytes(40 * chunkSize)]]));
  const api = await signInToApi(server.url);
  const folder = await api.createFolder('Killed');
  await signIn({ at: `/platform/files/${folder}` });
  const files = filesPage(page);
  const restoreSpeed = await slowUploads(page, 8 * chunkSize);
  const taken = takenBytes(page);
  await files.choose(join(real.path, 'archive.bin'));
  await expectEventually(async () => (await taken()) > chunkSize, true);
  expect(await api.list(folder)).toEqual([]);
  // The dock leaves soon after it has said so: perhaps before the server is known to be back.
  const done = files.dock.getByText('1 item uploaded').waitFor({ timeout: 100_000 });
  done.catch(() => undefined);
  await server.restartAfterKill();
  await restoreSpeed();
  // For a server that takes more than ten seconds to come back it does not wait: people say when to go on.
  const retry = files.dock.getByRole('button', { name: /^Retry/ }).first();
  retry.click({ timeout: 100_000 }).catch(() => undefined);
  await done;
  expectSame(await storedBelow(await signInToApi(server.url), folder), real);
  expect(await taken(), 'no more than the broken chunk is sent again').toBeLessThan(42 * chunkSize);
});

journey(
  'an upload is cancelled, and one that a reload interrupts goes on where the server stands',
  async (world) => {
    const { page, signIn, server, guard } = world;
    guard.allow(/request failed: .*ERR_ABORTED/);
    page.on('dialog', (dialog) => void dialog.accept());
    const real = writeFolder('film', new Map([['film.bin', randomBytes(6 * chunkSize)]]));
    const film = join(real.path, 'film.bin');
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('Interrupted');
    await signIn({ at: `/platform/files/${folder}` });
    const files = filesPage(page);
    await expectVisible(page.getByText('Nothing here yet'));
    const restoreSpeed = await slowUploads(page, chunkSize / 2);
    await files.choose(film);
    await files.dock.getByRole('button', { name: 'Cancel upload' }).click();
    await expectVisible(page.getByText('Upload cancelled'));
    await expectGone(files.dock);
    expect(await api.list(folder)).toEqual([]);

    await files.choose(film);
    const before = takenBytes(page);
    await expectEventually(async () => (await before()) > chunkSize, true);
    // An upload is kept as soon as it begins.
    await page.waitForFunction(() => localStorage.getItem('holdall:unfinished-uploads') === 'yes');
    await page.reload();
    await restoreSpeed();
    await expectVisible(files.dock.getByText('1 upload was interrupted'));
    const after = takenBytes(page);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      files.dock.getByRole('button', { name: 'Choose again' }).click(),
    ]);
    await chooser.setFiles(film);
    await expectVisible(files.row('film.bin'));
    expectSame(await storedBelow(api, folder), real);
    expect(await after()).toBeGreaterThan(0);
    expect(await after(), 'what the server has is not sent again').toBeLessThan(5.5 * chunkSize);
    await page.reload();
    await expectVisible(files.row('film.bin'));
    await expectGone(files.dock);
  },
);

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
