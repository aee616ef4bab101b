import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { accentTokens } from '@holdall/contract/accent-tokens';
import type { APIRequestContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { fourFields } from '../apps/server/src/testing/media-files.ts';
import { signInToApi } from './harness/api.ts';
import { expectEventually, expectVisible } from './harness/expect-page.ts';
import { filesPage } from './harness/files-page.ts';
import { journeysOf } from './harness/journey.ts';
import { listening } from './harness/listening.ts';
import { writeFolder } from './harness/real-files.ts';
import { admin } from './harness/server.ts';
import { slowUploads } from './harness/slow-network.ts';

const journey = journeysOf();

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
const widthOf = (page: Page, selector: string) => () =>
  page.evaluate((query) => document.querySelector<HTMLImageElement>(query)?.naturalWidth ?? 0, selector);

journey(
  'an administrator’s changes show in every open page, which is not loaded anew',
  async ({ page, context, server, signIn }) => {
    const { change, setImage } = administratorOf(context.request, server.url);
    const ready = listening(page, 'private-application');
    await signIn();
    await ready;
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await expectEventually(accentOf(page), '#006671');

    await change('appearance', 'title', 'Northlight');
    await expectVisible(page.getByRole('complementary').getByText('Northlight'));
    await expectEventually(async () => (await page.title()).endsWith('— Northlight'), true);

    await change('appearance', 'color', 'plum');
    await expectEventually(accentOf(page), accentTokens('plum', 'light')['accent'] ?? '');
    await change('appearance', 'default_theme', 'dark');
    await expectEventually(accentOf(page), accentTokens('plum', 'dark')['accent'] ?? '');

    await setImage('/api/admin/settings/images', 'logo', await fourFields(300, 300).png().toBuffer());
    await expectEventually(widthOf(page, '.panel-brand img'), 300);
    await setImage('/api/admin/settings/images', 'favicon', await fourFields(64, 64).png().toBuffer());
    await expectEventually(
      () => page.locator('link[rel="icon"]').evaluate((link: HTMLLinkElement) => link.type),
      'image/png',
    );
    await setImage(
      '/api/admin/settings/images',
      'logo_horizontal',
      await fourFields(600, 150).png().toBuffer(),
    );
    await expectVisible(page.getByRole('img', { name: 'Northlight' }));
    expect(await page.evaluate(() => 'stays' in window)).toBe(true);

    // The next page comes in these colours from its first paint on.
    const html = await (await context.request.get(`${server.url}/`)).text();
    expect(html).toContain('data-accent="plum"');
    await page.reload();
    await expectVisible(page.getByRole('img', { name: 'Northlight' }));
    await expectEventually(accentOf(page), accentTokens('plum', 'dark')['accent']);
    await change('appearance', 'color', 'petrol');
    await expectEventually(accentOf(page), '#64ced3');
    expect(await page.evaluate(() => document.getElementById('holdall-accent'))).toBeNull();
  },
);

journey(
  'a picture of one’s own stands in the rail, in the size that fits',
  async ({ page, context, server, signIn }) => {
    const { setImage } = administratorOf(context.request, server.url);
    await signIn();
    await setImage('/api/user/avatar', 'avatar', await fourFields(500, 400).png().toBuffer());
    await page.reload();
    await expectEventually(widthOf(page, '.rail .own-avatar img'), 96);
  },
);

journey(
  'a visitor who is not signed in sees other settings on coming back',
  async ({ page, server, context }) => {
    await page.goto('/');
    await expectVisible(page.getByRole('heading', { level: 1 }));
    await page.evaluate(() => Object.assign(window, { stays: true }));
    const login = await fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json' },
      body: JSON.stringify({ ...admin, remember: false }),
    });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const changed = await fetch(`${server.url}/api/admin/settings/others`, {
      method: 'PATCH',
      headers: { origin: server.url, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ registration: true }),
    });
    expect([changed.status, (await context.cookies()).length]).toEqual([200, 0]);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expectVisible(page.getByRole('link', { name: 'Create an account' }));
    expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  },
);

journey(
  'a newly blocked type is refused, and an upload that is under way goes on',
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
