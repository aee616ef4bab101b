import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

const script = 'export const answer = 42;\n'.repeat(100);
let server: TestApp;
let dist: string;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'holdall-web-'));
  for (const folder of ['chunks', 'assets', 'emoji']) mkdirSync(join(dist, folder));
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><head><title>x</title><!--holdall:head--><script nonce="__HOLDALL_NONCE__" src="/chunks/a.js?v=1"></script></head>',
  );
  writeFileSync(join(dist, 'chunks', 'a.js'), script);
  writeFileSync(join(dist, 'chunks', 'a.js.br'), brotliCompressSync(script));
  server = await createTestApp({ webDist: dist, settings: { title: '</title><script>alert(1)</script>$&' } });
});
afterAll(() => server.close());

test('the page carries the configuration inert, whatever the title is', async () => {
  const page = await server.app.inject({ url: '/' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).not.toContain('<script>alert');
  expect(page.body).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;</title>');
  const json =
    /<script type="application\/json" id="holdall-config">(.*?)<\/script>/.exec(page.body)?.[1] ?? '';
  expect(JSON.parse(json)).toMatchObject({
    installation: false,
    app: { title: '</title><script>alert(1)</script>$&' },
  });
});

test('each page has a nonce of its own that the policy names', async () => {
  const [one, two] = await Promise.all([server.app.inject({ url: '/' }), server.app.inject({ url: '/' })]);
  const nonceOf = (body: string): string | undefined => /<script nonce="([^"]+)"/.exec(body)?.[1];
  expect(nonceOf(one.body)).not.toBe(nonceOf(two.body));
  expect(one.headers['content-security-policy']).toContain(`'nonce-${nonceOf(one.body)}' 'strict-dynamic'`);
  expect(one.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  expect(one.headers['cache-control']).toBe('private, no-store');
});

test('no page is told the address of one that a mailed link has opened', async () => {
  const policyOf = async (url: string) => (await server.app.inject({ url })).headers['referrer-policy'];
  for (const path of ['/create-new-password', '/create-new-password/', '/confirm-email'])
    expect(await policyOf(`${path}?token=secret`)).toBe('no-referrer');
  expect(await policyOf('/?token=x')).toBe('same-origin');
});

test('the sandbox is of no origin, loads nothing and runs the one script that it names', async () => {
  const page = await server.app.inject({ url: '/sandbox' });
  expect(page.statusCode).toBe(200);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'; /);
  expect(policy).not.toMatch(/connect-src|allow-same-origin|'unsafe-(inline|eval)'|'self'.*'self'/);
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(page.body) ?? [];
  expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
});

test.each([
  ['/platform/files', 200],
  ['/platform/files/01900000-0000-7000-8000-000000000000?sort=name', 200],
  ['/platform/recent-uploads', 200],
  ['/platform/my-shared-items?sort=name', 200],
  ['/platform/trash', 200],
  ['/platform/trash/01900000-0000-7000-8000-000000000000', 200],
  ['/no/such/page', 404],
  ['/platform/files/x/y', 404],
])('%s is a page answered %i', async (url, status) => {
  const page = await server.app.inject({ url });
  expect(page.statusCode).toBe(status);
  expect(page.body).toContain('holdall-config');
});

test.each(['/api/nothing', '/chunks/nothing.js', '/chunks/..%2findex.html', '/emoji/', '/logout'])(
  '%s is none',
  async (url) => {
    const answer = await server.app.inject({ url });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain('holdall-config');
  },
);

test('scripts are kept for ever and sent compressed', async () => {
  const answer = await server.app.inject({
    url: '/chunks/a.js?v=1',
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(answer.headers['content-type']).toContain('javascript');
  expect((await server.app.inject({ url: '/chunks/a.js' })).body).toBe(script);
});

test('a new build is served without a restart', async () => {
  const path = join(dist, 'index.html');
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.replace('a.js', 'b.js'));
  utimesSync(path, new Date(), new Date(Date.now() + 5_000));
  expect((await server.app.inject({ url: '/' })).body).toContain('/chunks/b.js');
});
