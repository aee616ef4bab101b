/** Settings of the administration, which show at once everywhere, and what the server does about its files. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { accentTokens } from '@holdall/contract/accent-tokens';
import type { APIRequestContext, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { createMailServer } from '../apps/server/src/testing/mail-server.ts';
import { fourFields } from '../apps/server/src/testing/media-files.ts';
import { signInToApi } from './harness/api.ts';
import { expectAccessible } from './harness/expect-accessible.ts';
import { expectEventually, expectGone, expectPath, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf, type World } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { otherBrowser } from './harness/other-browser.ts';
import { writeFolder } from './harness/real-files.ts';
import { admin } from './harness/server.ts';
import { slowUploads } from './harness/slow-network.ts';

const credentials = { username: 'files', password: 'a password of the mail server' };
const mails = await createMailServer({ credentials });
const journey = journeysOf({ HOLDALL_ALLOWED_PRIVATE_HOSTS: '127.0.0.1', HOLDALL_LOG_LEVEL: 'info' });
afterAll(() => mails.close());

/** Makes the calls of an administrator elsewhere. */
const administratorOf = (request: APIRequestContext, url: string) => {
  const headers = { origin: url };
  return {
    change: async (group: string, name: string, value: unknown) => {
      const data = { name, value };
      const answer = await request.patch(`${url}/api/admin/settings/${group}`, { headers, data });
      expect(answer.ok()).toBe(true);
    },
    setImage: async (path: string, name: string, buffer: Buffer) => {
      const multipart = { name, _method: 'PATCH', file: { name: 'x.png', mimeType: 'image/png', buffer } };
      const answer = await request.post(`${url}${path}`, { headers, multipart });
      expect(await answer.text()).toContain('/api/images/');
    },
  };
};

const accentOf = (page: Page) => () =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());

journey(
  'an administrator’s title, colours and pictures show in every open page, which is not loaded anew',
  async (world) => {
    const { page, context, server, signIn } = world;
    const { change, setImage } = administratorOf(context.request, server.url);
    await signIn();
    const { page: other, guard } = await otherBrowser(world, { storageState: await context.storageState() });
    const { page: visitor } = await otherBrowser(world);
    const ready = listening(other, 'private-application');
    await other.goto('/platform/files');
    await visitor.goto('/');
    await expectVisible(visitor.getByRole('heading', { level: 1 }));
    await ready;
    for (const open of [other, visitor]) await open.evaluate(() => Object.assign(window, { stays: true }));
    await expectEventually(accentOf(other), '#006671');

    await page.goto('/admin/settings');
    await page.getByRole('textbox', { name: 'Title' }).fill('Northlight');
    await expectVisible(other.getByRole('complementary').getByText('Northlight'));
    await expectEventually(async () => (await other.title()).endsWith('— Northlight'), true);
    await page.getByText('Plum', { exact: true }).click();
    for (const shown of [other, page])
      await expectEventually(accentOf(shown), accentTokens('plum', 'light')['accent'] ?? '');
    await change('appearance', 'default_theme', 'dark');
    await expectEventually(accentOf(other), accentTokens('plum', 'dark')['accent'] ?? '');

    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose Logo', exact: true }).click();
    const logo = await fourFields(300, 300).png().toBuffer();
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    const width = () =>
      other.evaluate(() => document.querySelector<HTMLImageElement>('.panel-brand img')?.naturalWidth);
    await expectEventually(width, 300);
    await setImage('/api/admin/settings/images', 'favicon', await fourFields(64, 64).png().toBuffer());
    await expectEventually(
      () => other.locator('link[rel="icon"]').evaluate((link: HTMLLinkElement) => link.type),
      'image/png',
    );
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Northlight');
    expect(await page.getByRole('radio', { name: 'Plum' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Remove Logo', exact: true }).click();
    await expectGone(other.locator('.panel-brand img[src*="/api/images/"]'));
    const wide = await fourFields(600, 150).png().toBuffer();
    await setImage('/api/admin/settings/images', 'logo_horizontal', wide);
    await expectVisible(other.getByRole('img', { name: 'Northlight' }));

    // A visitor is told of nothing, and looks on coming back.
    await change('others', 'registration', true);
    await visitor.evaluate(() => dispatchEvent(new Event('focus')));
    await expectVisible(visitor.getByRole('link', { name: 'Create an account' }));
    for (const open of [other, visitor]) expect(await open.evaluate(() => 'stays' in window)).toBe(true);

    // The next page comes in these colours from its first paint on.
    expect(await (await context.request.get(`${server.url}/`)).text()).toContain('data-accent="plum"');
    await other.reload();
    await expectVisible(other.getByRole('img', { name: 'Northlight' }));
    await expectEventually(accentOf(other), accentTokens('plum', 'dark')['accent']);
    expect(guard.complaints()).toEqual([]);
  },
);

journey(
  'a user’s upload goes on when uploads get other rules, which count for the next one',
  async ({ page, context, server, signIn }) => {
    const { change } = administratorOf(context.request, server.url);
    const bytes = randomBytes(6 * 1024 * 1024);
    const real = writeFolder(
      'under-way',
      new Map([
        ['long.bin', bytes],
        ['page.html', randomBytes(100)],
      ]),
    );
    const ready = listening(page, 'private-application');
    await signIn();
    await ready;
    const files = filesPage(page);
    const goOn = await slowUploads(page, 512 * 1024);
    await files.choose(join(real.path, 'long.bin'));
    await expectVisible(files.dock.getByText(/^Uploading/));
    await change('others', 'chunk_size', 1024 * 1024);
    await change('others', 'mimetypes_blacklist', ['text/html']);
    await change('appearance', 'title', 'Harbour');
    await expectEventually(async () => (await page.title()).endsWith('— Harbour'), true);
    await files.choose(join(real.path, 'page.html'));
    await expectVisible(files.alert.getByText('text/html'));
    await files.alert.getByRole('button').click();
    await goOn();
    await expectVisible(files.row('long.bin'));
    const api = await signInToApi(server.url);
    const [stored] = await api.list();
    expect(Buffer.from(await api.download(stored?.id ?? '')).equals(bytes)).toBe(true);
  },
);

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const field = document.activeElement;
    const label = field?.getAttribute('aria-labelledby')?.split(' ')[0];
    return (
      (label && document.getElementById(label)?.textContent) ??
      (field as HTMLInputElement | null)?.labels?.[0]?.textContent ??
      field?.textContent ??
      ''
    );
  });

/** Presses Tab until the element of this name has the focus. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 60 && (await focused(page)) !== name; presses += 1)
    await page.keyboard.press('Tab');
  expect(await focused(page)).toBe(name);
};

/** Replaces the text of the field of this name. */
const typeInto = async (page: Page, name: string, text: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
};

journey(
  'an administrator sets up a mail server by the keyboard alone, and is told what is wrong until its test arrives',
  async ({ page, signIn, guard }) => {
    guard.allow(/status of 422/);
    await signIn({ at: '/admin/settings/environment' });
    await expectVisible(page.getByRole('heading', { level: 2, name: 'Email' }));
    await tabTo(page, 'Kept on the server');
    await page.keyboard.press('ArrowDown');
    await expectVisible(page.getByLabel('Server', { exact: true }));
    await typeInto(page, 'Server', '127.0.0.1');
    await typeInto(page, 'Port', '0');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText('Enter a port from 1 to 65535.'));
    expect(await focused(page)).toBe('Port');
    await typeInto(page, 'Port', String(mails.port));
    await tabTo(page, 'STARTTLS');
    await page.keyboard.press('ArrowLeft');
    await expectEventually(() => page.getByRole('radio', { name: 'None' }).isChecked(), true);
    await typeInto(page, 'User name', credentials.username);
    await tabTo(page, 'Sender');
    await page.keyboard.type('Northlight <files@northlight.example>');
    // Nothing of it counts before it was tried.
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText('The mail server doesn’t accept this user name and password.'));
    await expectAccessible(page, 'a mail server that refuses', { within: 'main' });
    expect(await focused(page)).toBe('Password');
    await page.keyboard.type(credentials.password);
    await tabTo(page, 'Send test email');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText(`Test email sent to ${admin.email}.`).first());
    const [mail] = await mails.mails();
    expect(mail).toMatchObject({
      recipients: [admin.email],
      user: credentials.username,
      from: { name: 'Northlight', address: 'files@northlight.example' },
    });

    // Other pages are looked at meanwhile, and nothing is lost.
    await page.getByRole('link', { name: 'General' }).click();
    await expectVisible(page.getByText('Storage plan'));
    await page.getByRole('link', { name: 'Environment' }).click();
    await expectEventually(
      () => page.getByLabel('Password', { exact: true }).inputValue(),
      credentials.password,
    );
    await tabTo(page, 'Save');
    await page.keyboard.press('Enter');
    await expectVisible(page.getByText('Saved. It works and is now in use.'));
    expect(await focused(page)).toBe('Save');
    await page.reload();
    await expectEventually(
      () => page.getByLabel('Password', { exact: true }).getAttribute('placeholder'),
      'A password is set. Leave this empty to keep it',
    );
    expect(await page.getByLabel('Server', { exact: true }).inputValue()).toBe('127.0.0.1');
    expect(await page.content()).not.toContain(credentials.password);
  },
);

/** Milliseconds for what another process of the server does. */
const inTheBackground = { timeout: 60_000 };

/** Uploads a file into a folder of its own. @returns where its bytes lie */
const keepFile = async ({ page, server }: World, folder: string): Promise<string> => {
  const blobs = join(server.dataDir, 'blobs');
  const stored = (): string[] =>
    readdirSync(blobs, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const before = new Set(stored());
  const api = await signInToApi(server.url);
  await page.goto(`/platform/files/${await api.createFolder(folder)}`);
  const real = writeFolder('kept', new Map([['kept.bin', randomBytes(20_000)]]));
  await filesPage(page).choose(join(real.path, 'kept.bin'));
  await expectVisible(filesPage(page).row('kept.bin'));
  const [added, ...others] = stored().filter((path) => !before.has(path));
  if (added === undefined || others.length > 0) throw new Error('Not one file was stored.');
  return added;
};

journey(
  'an administrator backs up and verifies, finds a damaged file, and has it back by a press',
  async (world) => {
    const { page, signIn, server } = world;
    await signIn();
    const lost = await keepFile(world, 'Kept');
    const folder = new URL(page.url()).pathname;
    await page.goto('/admin/settings/server');
    await expectVisible(page.getByText('No damaged files'));
    await page.getByRole('link', { name: 'Change how often' }).click();
    await expectPath(page, '/admin/settings/server/backups');
    await expectVisible(page.getByText('No backups yet.'));
    await expectVisible(page.getByText(server.dataDir).first());
    await page.getByRole('button', { name: 'Back up now' }).focus();
    await page.keyboard.press('Enter');
    const backups = page.getByRole('list', { name: 'Backups' }).getByRole('listitem');
    await backups.getByText(/^\d files? · /).waitFor(inTheBackground);
    await expectGone(page.getByText('Backing up…'));
    await backups.getByRole('button', { name: /^Verify the backup of/ }).click();
    await backups.getByText(/^Verified /).waitFor(inTheBackground);

    rmSync(lost);
    await page.getByRole('link', { name: 'See the results' }).click();
    await expectPath(page, '/admin/settings/server');
    const contents = page.getByRole('radiogroup', { name: 'Read file contents' });
    await contents.getByText('All', { exact: true }).click();
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('Problems found').waitFor(inTheBackground);
    await page.getByText('Examples: Stored files').click();
    await expectVisible(page.locator('details').getByText(/kept\.bin/));
    await page.goto('/admin/dashboard');
    await expectVisible(page.getByText('The last check found problems.'));
    await expectVisible(page.getByRole('link', { name: 'View report' }));
    await page.getByRole('link', { name: 'View damaged files' }).click();
    await expectVisible(page.getByText('1 damaged file', { exact: true }));
    await page.goto(folder);
    await page.getByRole('rowheader', { name: 'kept.bin, damaged' }).click();
    await expectVisible(page.getByText(/The stored copy of this file is damaged/));
    await page.goto('/admin/settings/server');
    await page.getByRole('button', { name: 'Restore kept.bin from a backup' }).click();
    await page.getByText('No damaged files').waitFor(inTheBackground);
    await page.goto(folder);
    await expectVisible(page.getByRole('rowheader', { name: 'kept.bin', exact: true }));

    await page.goto('/admin/settings/server/logs');
    await page.getByRole('combobox', { name: 'Level' }).selectOption('Everything');
    await page.getByRole('searchbox', { name: 'Search' }).fill('listening');
    const lines = page.getByRole('list', { name: 'Log lines' }).getByRole('listitem');
    await expectVisible(lines.first().getByText('listening').first());
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    const taken = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(taken.map((line) => (JSON.parse(line) as { msg?: string }).msg)).toContain('listening');
  },
  { timeout: 240_000 },
);
