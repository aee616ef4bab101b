import type { Config } from '@holdall/contract/settings';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import {
  createTestApp,
  type TestApp,
  type TestAppOptions,
  testEmail,
  testPassword,
} from '#testing/create-test-app.ts';

const home = 'https://files.example.com';
const proxy = '203.0.113.7';

let servers: TestApp[] = [];
const start = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const server = await createTestApp({ trustedProxies: [proxy], ...options });
  servers.push(server);
  return server;
};
afterEach(async () => {
  for (const server of servers.toReversed()) await server.close();
  servers = [];
});

/** The origin of a page, and the route of its requests to the server. */
interface Place {
  readonly origin: string;
  /** True if the proxy in front is trusted, and reports the public origin. */
  readonly trusted?: boolean;
}
const headersOf = ({ origin, trusted = false }: Place): Record<string, string> => ({
  host: new URL(origin).host,
  origin,
  ...(trusted ? { 'x-forwarded-proto': new URL(origin).protocol.slice(0, -1) } : {}),
});

const openPage = (server: TestApp, place: Place) => {
  const remoteAddress = place.trusted === true ? proxy : '198.51.100.9';
  let cookie = '';
  const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const answer = await server.app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...headersOf(place), cookie },
      ...(payload === undefined ? {} : { payload }),
    });
    const set = answer.cookies.find(({ value }) => value !== '');
    // Like browsers, it drops a secure cookie if the page was loaded by HTTP from another machine.
    const keeps = !set?.secure || place.origin.startsWith('https:') || place.origin.includes('localhost');
    if (set !== undefined && keeps) cookie = `${set.name}=${set.value}`;
    return answer;
  };
  return {
    send,
    signIn: async () => {
      await send('POST', '/api/login', { email: testEmail, password: testPassword });
      return (await send('GET', '/api/config')).json<Config>();
    },
    save: (url: string) => send('PATCH', '/api/admin/settings/environment', { url }),
  };
};

describe('the public address', () => {
  it('has no TLS while a realtime service without TLS is in use', async () => {
    const server = await start({
      settings: { realtime_service: 'pusher', pusher_host: 'pusher.example.com', pusher_tls: false },
    });
    const page = openPage(server, { origin: home, trusted: true });
    await page.signIn();
    const answer = await page.save(home);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { url: [expect.stringContaining('unencrypted')] } });
  });

  it('applies at once to pages, their cookies, and links', async () => {
    const server = await start();
    const page = openPage(server, { origin: home, trusted: true });
    await page.signIn();
    expect((await page.save(`${home}/`)).json()).toEqual({ name: 'url', value: home });
    expect((await page.send('GET', '/api/config')).json()).toMatchObject({
      host: home,
      isAuthenticated: true,
    });
    expect(server.services.mail.link('/register')).toBe(`${home}/register`);
    const settings = await page.send('GET', '/api/admin/settings/environment');
    expect(settings.json()).toMatchObject({ data: { attributes: { url: home } } });
    // Behind an untrusted proxy it is what makes signing in possible at all.
    const untold = openPage(server, { origin: home });
    expect(await untold.signIn()).toMatchObject({ isAuthenticated: true });
    const elsewhere = openPage(server, { origin: 'https://evil.example.com' });
    expect(await elsewhere.signIn()).toMatchObject({ code: 'request.wrong_host' });
    await page.save('');
    expect(await openPage(server, { origin: home }).signIn()).toMatchObject({ code: 'request.wrong_host' });
  });

  test.each([
    ['HTTPS://Files.Example.com:443/', home],
    ['https://dateien.müller.example', 'https://dateien.xn--mller-kva.example'],
    ['http://[2001:DB8:0::1]:8080', 'http://[2001:db8::1]:8080'],
    ['http://my_nas:80', 'http://my_nas'],
  ])('%s is stored as %s', async (url, kept) => {
    const page = openPage(await start(), { origin: 'http://localhost:8080' });
    await page.signIn();
    expect((await page.save(url)).json()).toEqual({ name: 'url', value: kept });
  });

  it('may be reported by the proxy with its default port', async () => {
    const { app } = await start();
    const headers = { ...headersOf({ origin: home, trusted: true }), host: 'files.example.com:443' };
    const payload = { email: testEmail, password: testPassword };
    const signIn = (more: object) =>
      app.inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress: proxy,
        headers: { ...headers, ...more },
        payload,
      });
    expect((await signIn({})).statusCode).toBe(200);
    expect((await signIn({ host: 'files.example.com:80' })).statusCode).toBe(403);
  });

  it('is announced to other servers', async () => {
    const server = await start();
    const other = await start({ beside: server });
    const page = openPage(server, { origin: home, trusted: true });
    await page.signIn();
    await page.save(home);
    // As the connection between them announces it.
    other.parts.events.publish({ kind: 'settings-changed' });
    await eventually(() => expect(other.services.address.origin()).toBe(home));
  });

  test.each<[string, Place, string]>([
    ['by HTTP', { origin: 'http://192.168.1.5:8080' }, home],
    ['by HTTP through a proxy', { origin: 'http://files.lan', trusted: true }, home],
  ])('with HTTPS is refused if the page came %s', async (_how, place, url) => {
    const server = await start();
    const page = openPage(server, place);
    expect(await page.signIn()).toMatchObject({ isAuthenticated: true });
    const refused = await page.save(url);
    expect(refused.json()).toMatchObject({
      status: 422,
      code: 'settings.address_unusable',
      errors: { url: [expect.stringContaining('Open the app at the new address first')] },
    });
    expect(await openPage(server, place).signIn()).toMatchObject({
      isAuthenticated: true,
      host: place.origin,
    });
  });

  it('must be that of the page, if the page’s requests depend on it', async () => {
    const server = await start({ settings: { url: home } });
    const page = openPage(server, { origin: home });
    await page.signIn();
    for (const url of ['https://fiels.example.com', ''])
      expect((await page.save(url)).json()).toMatchObject({ code: 'settings.address_unusable' });
    expect(await openPage(server, { origin: home }).signIn()).toMatchObject({ isAuthenticated: true });
  });

  it('keeps the session when the page moves from this machine to HTTPS', async () => {
    const page = openPage(await start(), { origin: 'http://localhost:8080' });
    await page.signIn();
    expect((await page.save(home)).statusCode).toBe(200);
    expect((await page.send('GET', '/api/config')).json()).toMatchObject({ isAuthenticated: true });
  });

  it('gives the session another token there with the same lifetime, because the old one may have been read', async () => {
    const server = await start();
    const here = { host: 'localhost:8080', origin: 'http://localhost:8080' };
    const payload = { email: testEmail, password: testPassword, remember: true };
    const signedIn = await server.app.inject({ method: 'POST', url: '/api/login', headers: here, payload });
    const [before] = signedIn.cookies;
    const saved = await server.app.inject({
      method: 'PATCH',
      url: '/api/admin/settings/environment',
      headers: { ...here, cookie: `holdall=${before?.value}` },
      payload: { url: home },
    });
    const moved = saved.cookies.find(({ name }) => name === '__Host-holdall');
    expect(saved.cookies).toContainEqual(expect.objectContaining({ name: 'holdall', value: '' }));
    expect(moved).toMatchObject({ secure: true, maxAge: expect.any(Number) as number });
    const isLetIn = async (token: string | undefined): Promise<number> => {
      const headers = { ...headersOf({ origin: home }), cookie: `__Host-holdall=${token}` };
      return (await server.app.inject({ url: '/api/user', headers })).statusCode;
    };
    expect([await isLetIn(before?.value), await isLetIn(moved?.value)]).toEqual([401, 200]);
  });

  it('saved while it could not be read is announced, and applies when it is saved again', async () => {
    const server = await start();
    const page = openPage(server, { origin: home, trusted: true });
    await page.signIn();
    const { settings } = server.services;
    const current = settings.current.bind(settings);
    const told: string[] = [];
    server.parts.events.subscribe(({ kind }) => told.push(kind));
    let isAway = false;
    const reading = vi.spyOn(settings, 'current').mockImplementation(async (on) => {
      if (on === undefined && isAway) throw new Error('away');
      // The transaction that stores it is the last successful read.
      if (on !== undefined && told.length === 0) isAway = true;
      return current(on);
    });
    expect((await page.save(home)).statusCode).toBe(500);
    expect(told).toContain('settings-changed');
    expect(server.services.address.origin()).toBeUndefined();
    isAway = false;
    expect((await page.save(home)).statusCode).toBe(200);
    expect(server.services.address.origin()).toBe(home);
    reading.mockRestore();
  });

  test.each([
    'files.example.com',
    'https://files.example.com/files',
    'javascript:alert(1)',
    'ftp://a.example',
    'https://:secret@files.example.com',
    'https://ada@files.example.com',
    'https:files.example.com',
    'https:\\\\files.example.com',
    'https://files.exam\tple.com',
    'https://files.example.com?',
    'https://files.example.com#',
    'https://*.example.com',
    'https://files.example.com;x',
    'https://files.example.com:0',
  ])('is an origin, not %s', async (url) => {
    const page = openPage(await start(), { origin: 'http://localhost:8080' });
    await page.signIn();
    expect((await page.save(url)).json()).toMatchObject({
      code: 'request.invalid',
      errors: { url: [expect.stringContaining('Enter an address like')] },
    });
  });

  it('is the operator’s if the environment sets one', async () => {
    const page = openPage(await start({ publicOrigin: home, settings: { url: 'http://old.example.com' } }), {
      origin: home,
    });
    expect(await page.signIn()).toMatchObject({ isAuthenticated: true, host: home });
    const group = await page.send('GET', '/api/admin/settings/environment');
    expect(group.json()).toMatchObject({ data: { attributes: { url: home } }, meta: { locked: ['url'] } });
    expect((await page.save('https://other.example.com')).json()).toMatchObject({
      code: 'settings.address_unusable',
    });
    expect((await page.save(home)).json()).toMatchObject({ code: 'settings.locked' });
  });
});
