import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pagePolicy } from '#http/security-headers.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';

const script = 'export const answer = 42;\n'.repeat(100);
let server: TestApp;
let dist: string;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'holdall-web-'));
  for (const folder of ['chunks', 'assets', 'emoji']) mkdirSync(join(dist, folder));
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html lang="en"><head><title>x</title><link rel="icon" href="/assets/icon.svg"><!--holdall:head--><script nonce="__HOLDALL_NONCE__" src="/chunks/a.js?v=1"></script><!--holdall:listing <link rel="modulepreload" href="/chunks/files.js?v=1" nonce="__HOLDALL_NONCE__">--></head></html>',
  );
  writeFileSync(join(dist, 'chunks', 'a.js'), script);
  writeFileSync(join(dist, 'chunks', 'a.js.br'), brotliCompressSync(script));
  server = await createTestApp({ webDist: dist, settings: { title: '</title><script>alert(1)</script>$&' } });
});
afterAll(() => server.close());

test('the page contains the configuration as inert data, for any title', async () => {
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

test('the listing’s files are preloaded for signed-in users who open a folder, and for no others', async () => {
  const cookie = await server.signIn();
  const link = async (url: string, headers: Record<string, string> = { cookie }) => {
    const { body } = await server.app.inject({ url, headers });
    expect(body).not.toContain('holdall:listing');
    return /<link rel="modulepreload" href="\/chunks\/files\.js\?v=1" nonce="([^"]*)">/.exec(body)?.[1];
  };
  expect(await link('/platform/files')).toMatch(/^[\w+/]{22}==$/);
  expect(await link('/platform/files/019a0000-0000-7000-8000-000000000000?sort=name')).toBeDefined();
  const others = await Promise.all([
    link('/platform/files', {}),
    link('/platform/trash'),
    link('/user/profile'),
  ]);
  expect(others).toEqual([undefined, undefined, undefined]);
});

test('the page of a folder requests the user and the first rows in its head, as its scripts do, for signed-in users', async () => {
  const cookie = await server.signIn();
  const asked = async (url: string, headers: Record<string, string> = { cookie }) => {
    const { body } = await server.app.inject({ url, headers });
    const links = body.matchAll(/<link rel="preload" as="fetch" crossorigin="anonymous" href="([^"]*)">/g);
    return [...links].map(([, address]) => address);
  };
  const rows = (folder: string, order: string) => [
    '/translations/en',
    '/api/user',
    `/api/browse/folders/${folder}?${order.replace('…', 'offset=0&amp;limit=500')}`,
  ];
  const id = '019a0000-0000-7000-8000-000000000000';
  const newest = 'direction=DESC&amp;…&amp;sort=created_at';
  expect(await asked('/platform/files')).toEqual(rows('root', newest));
  expect(await asked(`/platform/files/${id}?sort=name&select=x`)).toEqual(
    rows(id, 'direction=ASC&amp;…&amp;sort=name'),
  );
  expect(await asked('/platform/files?sort="><script>&dir=\'')).toEqual(rows('root', newest));
  const others = await Promise.all([
    asked('/platform/files', {}),
    asked('/platform/files/"><script>'),
    asked(`/platform/trash/${id}`),
    asked('/user/profile'),
  ]);
  expect(others.flat()).toEqual(Array(4).fill('/translations/en'));
  const [, , first = ''] = await asked('/platform/files?sort=name');
  const answer = await server.app.inject({ url: first.replaceAll('&amp;', '&'), headers: { cookie } });
  expect(answer.statusCode).toBe(200);
});

const keep = async (settings: Record<string, unknown>, { parts } = server): Promise<void> => {
  await forget(settings, parts.db);
  const rows = Object.entries(settings).map(([name, value]) => ({
    name,
    value: JSON.stringify(value),
    updated_at: 1,
  }));
  await parts.db.insertInto('settings').values(rows).execute();
};
const forget = (settings: Record<string, unknown>, db = server.parts.db) =>
  db.deleteFrom('settings').where('name', 'in', Object.keys(settings)).execute();

test('the page has the chosen colour and icons', async () => {
  const plain = await server.app.inject({ url: '/' });
  expect(plain.body).toContain('<html data-accent="petrol" lang="en">');
  expect(plain.body).toContain('<link rel="icon" href="/assets/icon.svg">');
  expect(plain.body).toContain('<link rel="apple-touch-icon" href="/icons/home-screen-180.png">');
  expect(plain.body).not.toContain('holdall-accent');
  const id = 'ab'.repeat(16);
  const chosen = { color: 'iris', favicon: id, description: '"><script>x</script>' };
  await keep(chosen);
  const dressed = await server.app.inject({ url: '/' });
  await forget(chosen);
  expect(dressed.body).toContain('<html data-accent="iris" lang="en">');
  expect(dressed.body).toContain(`href="/api/images/${id}/full"`);
  expect(dressed.body).toContain(`<link rel="apple-touch-icon" href="/api/images/${id}/home">`);
  expect(dressed.body).not.toContain('<script>x');
  const [, nonce] = /<style nonce="([^"]+)" id="holdall-accent">:root\{--accent:#/.exec(dressed.body) ?? [];
  expect(dressed.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
});

test('previews of the page have title, description and image of the settings', async () => {
  const away = await createTestApp({ webDist: dist, publicOrigin: 'https://files.example.com' });
  const contentOf = (body: string, name: string): string | undefined =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(body)?.[1];
  const seen = async (app: TestApp) => {
    const { body } = await app.app.inject({ url: '/', headers: { host: 'evil.internal' } });
    return ['type', 'title', 'description', 'image'].map((name) => contentOf(body, name));
  };
  try {
    expect(await seen(away)).toEqual(['website', 'Holdall', 'Store, organise, share.', undefined]);
    const id = 'cd'.repeat(16);
    const title = '"><script>alert(1)</script>$&';
    await keep({ title, description: "'><meta>", share_image: id }, away);
    expect(await seen(away)).toEqual([
      'website',
      '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;',
      "'&gt;&lt;meta&gt;",
      `https://files.example.com/api/images/${id}/full`,
    ]);
  } finally {
    await away.close();
  }
});

test('the page creates scripts by its own two policies alone, except where the service is on', async () => {
  const madeBy = (policy: string) => policy.split('; ').filter((rule) => rule.startsWith('trusted-types'));
  const page = await server.app.inject({ url: '/' });
  const own = ['trusted-types holdall-workers holdall-bot-check'];
  expect(madeBy(String(page.headers['content-security-policy']))).toEqual(own);
  expect(
    madeBy(pagePolicy('n', { recaptchaOrigin: 'https://recaptcha.test', realtimeOrigin: null })),
  ).toEqual(["trusted-types * 'allow-duplicates'"]);
});

test('the bot protection is allowed where it is on, and nowhere else', async () => {
  const policyOf = async (): Promise<string> =>
    String((await server.app.inject({ url: '/' })).headers['content-security-policy']);
  expect(await policyOf()).not.toContain('recaptcha');
  const on = { recaptcha_allowed: true, recaptcha_client_id: 'client', recaptcha_secret: 'sealed' };
  await keep(on);
  const policy = await policyOf();
  await forget(on);
  for (const directive of ['img-src', 'connect-src', 'frame-src'])
    expect(policy).toMatch(new RegExp(`${directive} [^;]*https://recaptcha\\.test`));
  expect(policy).not.toMatch(/(script|style|default|object)-src[^;]*recaptcha/);
});

test('Google’s service is allowed with everything that it loads', () => {
  const policy = pagePolicy('n', { recaptchaOrigin: 'https://www.google.com', realtimeOrigin: null });
  for (const directive of ['img-src', 'connect-src', 'frame-src'])
    expect(policy).toMatch(
      new RegExp(`${directive} [^;]*https://www.google.com [^;]*https://www.gstatic.com`),
    );
});

test('each page has a fresh nonce that the policy names', async () => {
  const [one, two] = await Promise.all([server.app.inject({ url: '/' }), server.app.inject({ url: '/' })]);
  const nonceOf = (body: string): string | undefined => /<script nonce="([^"]+)"/.exec(body)?.[1];
  expect(nonceOf(one.body)).not.toBe(nonceOf(two.body));
  expect(one.headers['content-security-policy']).toContain(`'nonce-${nonceOf(one.body)}' 'strict-dynamic'`);
  expect(one.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  expect(one.headers['cache-control']).toBe('private, no-store');
});

test('the address of a mailed link is sent to no page', async () => {
  const policyOf = async (url: string) => (await server.app.inject({ url })).headers['referrer-policy'];
  for (const path of ['/create-new-password', '/create-new-password/', '/confirm-email'])
    expect(await policyOf(`${path}?token=secret`)).toBe('no-referrer');
  expect(await policyOf('/?token=x')).toBe('same-origin');
});

test('the sandbox has an opaque origin, loads nothing and runs the one script that it names', async () => {
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
  ['/platform/search?q=plan', 200],
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

test('scripts are cached for ever and sent compressed', async () => {
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

test('pages are sent compressed, also those of missing addresses', async () => {
  for (const url of ['/', '/no-such-page']) {
    const answer = await server.app.inject({
      url,
      headers: { 'accept-encoding': 'gzip', accept: 'text/html' },
    });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.rawPayload).toString()).toContain('</html>');
  }
});

test.each(['/chunks/', '/chunks', '/assets/', '/emoji/', '/chunks/absent.js', '/chunks/.hidden'])(
  'a path outside of the build is not found: %s',
  async (url) => {
    const answer = await server.app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).not.toContain('immutable');
  },
);

test('a new build is served without a restart', async () => {
  const path = join(dist, 'index.html');
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, before.replace('a.js', 'b.js'));
  utimesSync(path, new Date(), new Date(Date.now() + 5_000));
  expect((await server.app.inject({ url: '/' })).body).toContain('/chunks/b.js');
});

test('files of the web application are logged for debugging, and missing ones like other calls', async () => {
  const start = server.logged.length;
  await server.app.inject({ url: '/chunks/a.js' });
  await server.app.inject({ url: '/chunks/missing.js' });
  await server.app.inject({ url: '/' });
  const lines = server.logged.slice(start).filter(({ msg }) => msg === 'request');
  expect(lines.map(({ path, status, level }) => [path, status, level])).toEqual([
    ['/chunks/a.js', 200, 20],
    ['/chunks/missing.js', 404, 30],
    ['/', 200, 30],
  ]);
});
