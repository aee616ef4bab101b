import { afterEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestAppOptions } from '#testing/create-test-app.ts';

let server: TestApp;
const start = async (options: TestAppOptions = {}): Promise<void> => {
  server = await createTestApp(options);
};
afterEach(async () => {
  await server.close();
});

const ask = async (headers: Readonly<Record<string, string>>, url = '/api/config') => {
  const answer = await server.app.inject({ url, headers, remoteAddress: '192.0.2.1' });
  const type = String(answer.headers['content-type']);
  return {
    status: answer.statusCode,
    code: type.includes('problem') ? answer.json<{ code: string }>().code : undefined,
    location: answer.headers.location,
    body: answer.body,
    hsts: answer.headers['strict-transport-security'],
  };
};
const publicOrigin = 'https://files.example.com';
const trustedProxies = ['192.0.2.1'];

describe('a foreign name that resolves to this server', () => {
  test.each<[string, TestAppOptions]>([
    ['where nobody has said the public address', {}],
    ['where the public address is known', { publicOrigin }],
  ])('is refused %s', async (_what, options) => {
    await start(options);
    for (const host of ['evil.example', 'evil.example:8080', 'files.example.com.evil.example'])
      expect(await ask({ host })).toMatchObject({ status: 421, code: 'request.wrong_host' });
    const page = await ask({ host: 'evil.example' }, '/platform/files');
    expect(page).toMatchObject({ status: 421, code: undefined });
    expect(page.body).toContain('HOLDALL_HOST_NAMES');
    const post = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { host: 'evil.example', origin: 'http://evil.example' },
      payload: { email: 'a@example.com', password: 'x' },
    });
    expect(post.statusCode).toBe(421);
  });

  test('is refused where a trusted proxy passes it on by plain HTTP', async () => {
    await start({ trustedProxies });
    const forwarded = { host: 'app1', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    expect(await ask(forwarded)).toMatchObject({ status: 421 });
  });

  test('still reaches the health checks, which load balancers call by any name', async () => {
    await start({ publicOrigin });
    for (const url of ['/health/live', '/health/ready'])
      expect(await ask({ host: 'evil.example' }, url)).toMatchObject({ status: 200 });
  });
});

test.each([
  '127.0.0.1:8080',
  'localhost:3000',
  '[::1]:8080',
  '10.0.0.7',
  'app1:8080',
  'nas.local',
  'files.lan',
])('the server is reached as %s, with or without a public address', async (host) => {
  await start({ publicOrigin });
  expect(await ask({ host })).toMatchObject({ status: 200 });
  await server.close();
  await start();
  expect(await ask({ host })).toMatchObject({ status: 200 });
});

test('the public address and the names of HOLDALL_HOST_NAMES are accepted', async () => {
  await start({ publicOrigin, hostNames: ['Cloud.Example.com'] });
  for (const host of ['files.example.com', 'FILES.example.com:443', 'cloud.example.com:8080'])
    expect(await ask({ host })).toMatchObject({ status: 200 });
});

test('a name counts that a trusted proxy has served over HTTPS: the browser has verified its certificate', async () => {
  await start({ trustedProxies });
  const forwarded = { host: 'app1', 'x-forwarded-host': 'files.example.com', 'x-forwarded-proto': 'https' };
  expect(await ask(forwarded)).toMatchObject({ status: 200 });
});

describe('plain HTTP where the public address is one of HTTPS', () => {
  const plain = { host: 'files.example.com', 'x-forwarded-proto': 'http' };

  test.each([[trustedProxies], [[]]])(
    'redirects pages and refuses calls (trusted proxies: %j)',
    async (trusted) => {
      await start({ publicOrigin, trustedProxies: trusted });
      expect(await ask(plain, '/platform/files?a=b')).toMatchObject({
        status: 308,
        location: 'https://files.example.com/platform/files?a=b',
      });
      expect(await ask(plain)).toMatchObject({ status: 403, code: 'request.insecure' });
      expect(await ask(plain, '/health/live')).toMatchObject({ status: 200 });
      expect(await ask({ ...plain, 'x-forwarded-proto': 'https' })).toMatchObject({ status: 200 });
    },
  );

  test('is not assumed where a second proxy reports it and the browser proves HTTPS', async () => {
    await start({ publicOrigin, trustedProxies });
    expect(await ask({ ...plain, 'sec-fetch-site': 'none' }, '/platform/files')).not.toMatchObject({
      status: 308,
    });
  });

  test('redirects to no other site, however the address is written', async () => {
    await start({ publicOrigin, trustedProxies });
    for (const url of ['//evil.example/', '/\\evil.example'])
      expect((await ask(plain, url)).location).toMatch(/^https:\/\/files\.example\.com\//);
  });

  test('is used as usual where the public address is plain HTTP', async () => {
    await start({ publicOrigin: 'http://files.example.com', trustedProxies });
    expect(await ask(plain)).toMatchObject({ status: 200 });
  });
});

test('browsers are told to use HTTPS for subdomains, too, where the operator says so', async () => {
  await start({ publicOrigin });
  expect((await ask({})).hsts).toBe('max-age=31536000');
  await server.close();
  await start({ publicOrigin, hstsSubdomains: true });
  expect((await ask({})).hsts).toBe('max-age=31536000; includeSubDomains');
});
