import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

interface Manifest {
  readonly name: string;
  readonly start_url: string;
  readonly display: string;
  readonly lang: string;
  readonly theme_color: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[];
  readonly share_target: { readonly action: string; readonly params: unknown };
}

let server: TestApp;
let dist: string;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'holdall-installed-'));
  for (const folder of ['chunks', 'assets', 'emoji']) mkdirSync(join(dist, folder));
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html lang="en"><head><title>x</title><link rel="icon" href="/assets/icon.svg"><!--holdall:head--></head>',
  );
  server = await createTestApp({
    webDist: dist,
    settings: { title: 'North "light"', default_theme: 'dark' },
  });
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true });
});
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

test('the manifest follows the settings', async () => {
  const answer = await get('/manifest.webmanifest');
  expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(answer.headers['cache-control']).toBe('no-cache');
  expect(answer.json<Manifest>()).toMatchObject({
    name: 'North "light"',
    start_url: '/',
    display: 'standalone',
    lang: 'en',
    theme_color: '#070f10',
    shortcuts: [
      { url: '/platform/files', name: 'Home' },
      { url: '/platform/recent-uploads', name: 'Latest' },
      { url: '/platform/my-shared-items', name: 'Publicly shared' },
    ],
    share_target: { action: '/share-target', params: { files: [{ name: 'files', accept: ['*/*'] }] } },
  });
});

test('its screenshots have the declared sizes, and are omitted with another look', async () => {
  const { screenshots } = (await get('/manifest.webmanifest')).json<{
    screenshots: { src: string; sizes: string }[];
  }>();
  expect(screenshots).toHaveLength(2);
  for (const { src, sizes } of screenshots) {
    const { width, height } = await sharp((await get(src)).rawPayload).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('its icons have the declared sizes, and the administrator’s own replace them', async () => {
  const { icons } = (await get('/manifest.webmanifest')).json<Manifest>();
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, sizes } of icons) {
    const icon = await get(src);
    expect(icon.headers['content-type']).toBe('image/png');
    const { width, height, format } = await sharp(icon.rawPayload).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, 'png']);
  }
  // Devices that read no manifest take theirs from the page; what is clear in it they would show black.
  const [, home = ''] = /<link rel="apple-touch-icon" href="([^"]+)">/.exec((await get('/')).body) ?? [];
  const { width, height, hasAlpha } = await sharp((await get(home)).rawPayload).metadata();
  expect([width, height, hasAlpha]).toEqual([180, 180, false]);
  const id = 'ab'.repeat(16);
  const row = { name: 'favicon', value: JSON.stringify(id), updated_at: 1 };
  const { db } = server.parts;
  await db.deleteFrom('settings').where('name', '=', 'favicon').execute();
  await db.insertInto('settings').values(row).execute();
  const shown = (await get('/manifest.webmanifest')).json<Manifest>().icons;
  await db.deleteFrom('settings').where('name', '=', 'favicon').execute();
  const own = (size: string, edge: number, purpose: string) => ({
    src: `/api/images/${id}/${size}`,
    type: 'image/png',
    sizes: `${edge}x${edge}`,
    purpose,
  });
  expect(shown).toEqual([own('md', 192, 'any'), own('lg', 512, 'any'), own('home', 512, 'maskable')]);
});

test('pages name the manifest, except those of links', async () => {
  const link = '<link rel="manifest" href="/manifest.webmanifest">';
  for (const url of ['/', '/platform/files', '/nothing']) expect((await get(url)).body).toContain(link);
  for (const url of ['/share/abcdefghijklmnopqrstuv', '/request/abcdefghijklmnopqrstuv'])
    expect((await get(url)).body).not.toContain('manifest');
});

test('the service worker is a script of its version that is revalidated each time, and connects to this server alone', async () => {
  const worker = await get('/service-worker.js');
  expect(worker.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  });
  expect(worker.body).toContain('const VERSION = "0.0.0-test";');
  expect(() => new Script(worker.body)).not.toThrow();
});

test('the offline page is in the reader’s language and names no user', async () => {
  const cookie = await server.signIn();
  const page = await get('/offline', { cookie, 'accept-language': 'fr' });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<h1>Vous êtes hors ligne</h1>');
  expect(page.body).not.toMatch(/North|ada@|src=/);
});

test('files that are shared without a service worker lead to the page that explains it', async () => {
  const form = 'multipart/form-data; boundary=b';
  const answer = await server.app.inject({
    method: 'POST',
    url: '/share-target',
    headers: { 'content-type': form, 'sec-fetch-site': 'none' },
    payload: `--b\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\n${'x'.repeat(3_000_000)}\r\n--b--\r\n`,
  });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe('/platform/files?received=nothing');
});
