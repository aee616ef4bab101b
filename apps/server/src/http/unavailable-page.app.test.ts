import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accentTokens } from '@holdall/contract/accent-tokens';
import type { LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMaintenanceModeApp } from '#app-maintenance-mode.ts';
import { openBrand } from '#compose/host-environment.ts';
import { translateError } from '#features/storage/index.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { fourFields } from '#testing/media-files.ts';

const maintenance = {
  log: pino({ level: 'silent' }),
  version: '0.0.0-test',
  translateError,
  publicOrigin: () => undefined,
  trustedProxies: [],
};

const expectAway = (answer: LightMyRequestResponse, status: number): void => {
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '30',
  });
  expect(answer.body).toContain('<h1>We’ll be right back</h1>');
  expect(answer.body).toContain('<noscript><meta http-equiv="refresh" content="30"></noscript>');
  const nonce = /<style nonce="([^"]+)">/.exec(answer.body)?.[1];
  expect(String(answer.headers['content-security-policy']).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
};

describe('while the database does not answer', () => {
  let server: TestApp;
  let dist: string;
  let cookie: string;
  const stopped = Object.assign(new Error('connect ECONNREFUSED 10.9.8.7:5432'), { code: 'ECONNREFUSED' });
  beforeAll(async () => {
    dist = mkdtempSync(join(tmpdir(), 'holdall-away-'));
    for (const folder of ['chunks', 'assets', 'emoji']) mkdirSync(join(dist, folder));
    writeFileSync(join(dist, 'index.html'), '<!doctype html><html lang="en"><title>x</title>');
    writeFileSync(join(dist, 'chunks', 'a.js'), 'export {};');
    server = await createTestApp({ webDist: dist, settings: { title: 'Northlight <&>', color: 'plum' } });
    cookie = await server.signIn();
  });
  afterAll(async () => {
    await server.close();
    rmSync(dist, { recursive: true });
  });
  beforeEach(() => {
    vi.spyOn(server.services.settings, 'current').mockRejectedValue(stopped);
    vi.spyOn(server.services.auth, 'authenticate').mockRejectedValue(stopped);
  });
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url, headers: { cookie, ...headers } });

  test('before the first page the application’s brand is unknown', async () => {
    const answer = await get('/');
    expectAway(answer, 503);
    expect(answer.body).toContain('<header></header>');
  });

  describe('after a page was sent', () => {
    const kept = (): string => readFileSync(join(server.dataDir, 'brand.json'), 'utf8');

    test('the title and the accent are on it, also after a restart and under maintenance', async () => {
      vi.restoreAllMocks();
      expect((await get('/')).statusCode).toBe(200);
      vi.spyOn(server.services.settings, 'current').mockRejectedValue(stopped);
      await eventually(async () => expect(kept()).toContain('Northlight'));
      const accent = `--accent: ${accentTokens('plum', 'light')['accent']};`;
      const away = await get('/');
      expectAway(away, 503);
      for (const said of ['<b>Northlight &lt;&amp;&gt;</b>', accent, accentTokens('plum', 'dark')['accent']])
        expect(away.body).toContain(said);
      const maintained = await createMaintenanceModeApp(maintenance, openBrand(server.dataDir).read());
      const answer = await maintained.inject({ url: '/' });
      expectAway(answer, 503);
      for (const said of ['<b>Northlight &lt;&amp;&gt;</b>', accent]) expect(answer.body).toContain(said);
      await maintained.close();
    });

    test('the logo is inlined', async () => {
      vi.restoreAllMocks();
      const before = kept();
      const form = new FormData();
      form.set('name', 'logo');
      form.set('file', new Blob([await fourFields(300, 300).png().toBuffer()]), 'logo.png');
      const origin = await server.listen();
      const body = { method: 'POST', headers: { cookie }, body: form };
      expect((await fetch(`${origin}/api/admin/settings/images`, body)).status).toBe(200);
      await get('/');
      await eventually(async () => expect(kept()).not.toBe(before));
      vi.spyOn(server.services.settings, 'current').mockRejectedValue(stopped);
      expect((await get('/')).body).toMatch(
        /<img alt="" src="data:image\/png;base64,iVBOR[\w+/=]+"><b>Northlight/,
      );
    });

    test('pages that browsers keep contain no brand, which may change', async () => {
      vi.restoreAllMocks();
      const { statusCode, body } = await get('/offline');
      expect(statusCode).toBe(200);
      expect(body).not.toContain('Northlight');
    });

    test('a damaged file counts as none', () => {
      writeFileSync(join(server.dataDir, 'brand.json'), '{"title":"x","accent":"mauve"}');
      expect(openBrand(server.dataDir).read()).toBeUndefined();
    });
  });

  test.each([
    '/',
    '/platform/files?sort=name',
    '/share/abcdefghijklmnopqrstuv/files',
    '/temporary-unavailable',
    '/nothing-is-here',
  ])('%s is an explanatory page without names', async (url) => {
    const answer = await get(url);
    expectAway(answer, 503);
    expect(answer.body).not.toMatch(/ada@|10\.9\.8\.7|ECONN|src="(?!data:)/);
  });

  test('it is in the reader’s language', async () => {
    const answer = await get('/', { 'accept-language': 'de-AT,en;q=0.3' });
    expect(answer.body).toContain('<html lang="de" dir="ltr">');
    expect(answer.body).toContain('Wir sind gleich wieder da');
    expect(answer.headers['vary']).toContain('Accept-Language');
  });

  test('programs get their usual answers, and files that need no database are served', async () => {
    for (const url of ['/api/user', '/api/nothing', '/realtime/app/key'])
      expect((await get(url)).json()).toMatchObject({ status: 503, code: 'server.unavailable' });
    const post = await server.app.inject({ method: 'POST', url: '/share/x', headers: { cookie } });
    expect(post.json()).toMatchObject({ code: 'server.unavailable' });
    for (const url of ['/chunks/a.js', '/icons/icon-192.png', '/service-worker.js'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
  });

  test('people see a page for a defect as well', async () => {
    vi.spyOn(server.services.settings, 'current').mockRejectedValue(new Error('a defect'));
    const answer = await server.app.inject({ url: '/' });
    expectAway(answer, 500);
    expect(answer.body).not.toContain('a defect');
  });
});

describe('under maintenance', () => {
  const start = () => createMaintenanceModeApp(maintenance);

  test('every address is answered as temporarily unavailable, and liveness is reported', async () => {
    const app = await start();
    for (const url of ['/', '/platform/files', '/share/abc', '/nothing'])
      expectAway(await app.inject({ url }), 503);
    for (const url of ['/api/config', '/health/ready', '/translations/en', '/chunks/a.js']) {
      const answer = await app.inject({ url });
      expect(answer.json()).toMatchObject({ status: 503, code: 'server.unavailable' });
      expect(answer.headers['retry-after']).toBe('30');
    }
    const signingIn = await app.inject({ method: 'POST', url: '/api/login', payload: {} });
    expect(signingIn.statusCode).toBe(503);
    expect((await app.inject({ url: '/health/live' })).json()).toEqual({ status: 'ok' });
    await app.close();
  });
});
