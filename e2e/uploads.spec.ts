import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Api, signInToApi } from './harness/api.ts';
import { slowUploads } from './harness/slow-network.ts';
import { dropFiles } from './harness/drop.ts';
import { expectEventually, expectGone, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { nestedFolder, type RealFolder, writeFolder } from './harness/real-files.ts';

const chunkSize = 1_048_576;
const journey = journeysOf({}, { chunkSize, blacklist: 'text/html,exe' });

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
  await title.waitFor({ timeout: 60_000 });
  return title.innerText();
};

journey(
  'files and whole folders are uploaded by the button and by a drop; a blocked type is refused',
  async (world) => {
    const { page, signIn, server, guard } = world;
    guard.allow(/status of 422/);
    const real = writeFolder('one', new Map([['notes from today.txt', randomBytes(5_000)]]));
    const blockedFiles = new Map(['page.html', 'setup.exe'].map((name) => [name, randomBytes(100)]));
    const blocked = writeFolder('blocked', blockedFiles);
    const api = await signInToApi(server.url);
    const folder = await api.createFolder('By button');
    await signIn({ at: `/platform/files/${folder}` });
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

    await files.dock.getByRole('button', { name: 'Close' }).click();
    const picked = nestedFolder('By picker', 30);
    await files.choose(picked.path, 'Folder');
    await expectVisible(files.dock.getByText(/^Uploading \d+ of 30$/));
    expect(await endOfUploads(files)).toBe('30 items uploaded');
    await expectVisible(files.row('By picker'));
    // A file input does not report folders without files.
    expectSame(await storedBelow(api, await folderNamed(api, 'By picker', folder)), picked, ['empty folder']);

    await files.breadcrumb.getByRole('link', { name: 'Home' }).click();
    await expectVisible(files.row('By button'));
    const dropped = nestedFolder('By drop', 130);
    await dropFiles(page, [dropped.path], { x: 700, y: 500 });
    await expectVisible(files.dock.getByText(/^Uploading \d+ of \d+$/));
    expect(await endOfUploads(files)).toMatch(/^\d+ items uploaded$/);
    await expectVisible(files.row('By drop'));
    expectSame(await storedBelow(api, await folderNamed(api, 'By drop')), dropped);
  },
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
