import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Api, signInToApi } from './harness/api.ts';
import { startCuttableProxy } from './harness/cuttable-proxy.ts';
import { slowUploads } from './harness/slow-network.ts';
import { dropFiles } from './harness/drop.ts';
import { expectGone, expectVisible } from './harness/expect-page.ts';
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

const folderNamed = async (api: Api, name: string) =>
  (await api.list()).find(({ attributes }) => attributes.name === name)?.id;

/** Waits until the uploads have ended, and returns the dock's title: a file that failed is not waited for. */
const endOfUploads = async (files: ReturnType<typeof filesPage>): Promise<string> => {
  const title = files.dock.getByText(/ uploaded$/);
  await title.waitFor({ timeout: 60_000 });
  return title.innerText();
};

journey(
  'a file is uploaded by the button; a blocked type is refused, whoever recognises it',
  async (world) => {
    const { page, signIn, server, guard } = world;
    guard.allow(/status of 422/);
    const real = writeFolder('one', new Map([['notes from today.txt', randomBytes(5_000)]]));
    const blocked = writeFolder(
      'blocked',
      new Map([
        ['page.html', randomBytes(100)],
        ['setup.exe', randomBytes(100)],
      ]),
    );
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
  },
);

journey('a folder of 200 files is uploaded by the button', async ({ page, signIn, server }) => {
  const real = nestedFolder('By picker');
  const api = await signInToApi(server.url);
  await signIn();
  await filesPage(page).choose(real.path, 'Folder');
  const files = filesPage(page);
  await expectVisible(files.dock.getByText(/^Uploading \d+ of 200$/));
  expect(await endOfUploads(files)).toBe('200 items uploaded');
  await expectVisible(files.row('By picker'));
  // A file input does not report folders without files.
  expectSame(await storedBelow(api, (await folderNamed(api, 'By picker')) ?? ''), real, ['empty folder']);
});

journey(
  'a folder of 200 files is uploaded by dropping it, empty folders too',
  async ({ page, signIn, server }) => {
    const real = nestedFolder('By drop');
    const api = await signInToApi(server.url);
    await signIn();
    const files = filesPage(page);
    await expectVisible(files.uploadButton);
    await dropFiles(page, [real.path], { x: 700, y: 500 });
    expect(await endOfUploads(files)).toMatch(/^\d+ items uploaded$/);
    await expectVisible(files.row('By drop'));
    expectSame(await storedBelow(api, (await folderNamed(api, 'By drop')) ?? ''), real);
  },
);

journey('a file in chunks goes on where the connection broke', async ({ page, server, guard, signIn }) => {
  guard.allow(/request failed/);
  guard.allow(/Failed to load resource: net::ERR_/);
  guard.allow(/WebSocket connection to .* failed/);
  // Perhaps a part of the page was about to be loaded.
  guard.allow(/Loading chunk [\w-]+ failed/);
  const real = writeFolder('big', new Map([['film.bin', randomBytes(6 * chunkSize + 12_345)]]));
  const api = await signInToApi(server.url);
  const folder = await api.createFolder('Cut');
  const proxy = await startCuttableProxy(server.url);
  try {
    await signIn({ through: proxy.url });
    await page.goto(`${proxy.url}/platform/files/${folder}`);
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/upload')) sent += 1;
    });
    const cut = proxy.cutAfter(3.5 * chunkSize);
    await filesPage(page).choose(join(real.path, 'film.bin'));
    await cut;
    await expectVisible(filesPage(page).dock.getByText('1 item uploaded'));
    expectSame(await storedBelow(api, folder), real);
    // Seven chunks, and no more than the broken one again.
    expect(sent).toBeLessThanOrEqual(9);
  } finally {
    await proxy.close();
  }
});

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
  const first = page.waitForResponse((response) => response.url().includes('/api/upload/chunks'));
  await files.choose(join(real.path, 'archive.bin'));
  await first;
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
});

journey('an upload can be cancelled', async ({ page, signIn, server, guard }) => {
  guard.allow(/request failed: POST .*ERR_ABORTED/);
  const real = writeFolder('cancel', new Map([['long.bin', randomBytes(20 * chunkSize)]]));
  const api = await signInToApi(server.url);
  const folder = await api.createFolder('Cancelled');
  await signIn({ at: `/platform/files/${folder}` });
  await slowUploads(page, 2 * chunkSize);
  await filesPage(page).choose(join(real.path, 'long.bin'));
  const files = filesPage(page);
  await files.dock.getByRole('button', { name: 'Cancel upload' }).click();
  await expectVisible(page.getByText('Upload cancelled'));
  await expectGone(files.dock);
  expect(await api.list(folder)).toEqual([]);
});
