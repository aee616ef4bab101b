import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMaintenanceApp } from '#app.ts';
import { translateError } from '#compose-parts.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

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
    server = await createTestApp({ webDist: dist, settings: { title: 'Northlight' } });
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

  test.each([
    '/',
    '/platform/files?sort=name',
    '/share/abcdefghijklmnopqrstuv/files',
    '/temporary-unavailable',
    '/nothing-is-here',
  ])('%s is a page that says so, and names nobody', async (url) => {
    const answer = await get(url);
    expectAway(answer, 503);
    expect(answer.body).not.toMatch(/Northlight|ada@|10\.9\.8\.7|ECONN|src=/);
  });

  test('it is in the language of who reads it', async () => {
    const answer = await get('/', { 'accept-language': 'de-AT,en;q=0.3' });
    expect(answer.body).toContain('<html lang="de" dir="ltr">');
    expect(answer.body).toContain('Wir sind gleich wieder da');
    expect(answer.headers['vary']).toContain('Accept-Language');
  });

  test('programs are answered as ever, and files that need no database are there', async () => {
    for (const url of ['/api/user', '/api/nothing', '/realtime/app/key'])
      expect((await get(url)).json()).toMatchObject({ status: 503, code: 'server.unavailable' });
    const post = await server.app.inject({ method: 'POST', url: '/share/x', headers: { cookie } });
    expect(post.json()).toMatchObject({ code: 'server.unavailable' });
    for (const url of ['/chunks/a.js', '/icons/icon-192.png', '/service-worker.js'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
  });

  test('a defect is told to people in the same way', async () => {
    vi.spyOn(server.services.settings, 'current').mockRejectedValue(new Error('a defect'));
    const answer = await server.app.inject({ url: '/' });
    expectAway(answer, 500);
    expect(answer.body).not.toContain('a defect');
  });
});

describe('under maintenance', () => {
  const start = () =>
    createMaintenanceApp({
      log: pino({ level: 'silent' }),
      version: '0.0.0-test',
      translateError,
      publicOrigin: () => undefined,
      trustedProxies: [],
    });

  test('whatever is asked for will be back, and the process is known to live', async () => {
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
