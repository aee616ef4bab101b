import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ItemRef } from '@holdall/contract/selections';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { createGuestClient, shareOf } from '#testing/guest-client.ts';
import { ensureTestBucket, testObjectStorage } from '#testing/object-storage.ts';
import { createTreeClient, type TreeClient } from '#testing/tree-client.ts';
import { largeContent } from '#testing/large-content.ts';

const page = largeContent('<b>0123456789</b>');

let server: TestApp;
let ada: TreeClient;
let cookie: string;
let file: ItemRef;
beforeAll(ensureTestBucket);
beforeEach(async () => {
  server = await createTestApp({ operatorStorage: testObjectStorage() });
  ada = await createTreeClient(server, testEmail);
  cookie = await server.signIn();
  file = await ada.upload('Zpráva “1”.html', page);
  await ada.call('PATCH', '/api/admin/settings/environment', { name: 'storage_downloads', value: 'direct' });
});
afterEach(() => server.close());

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers: { cookie, ...headers } });
const content = (query = '?download'): string => `/api/files/${file.id}/content${query}`;
const traffic = async (): Promise<number> => {
  await server.services.usage.settled();
  const rows = await server.database.db.selectFrom('usage_days').select('download').execute();
  return rows.reduce((sum, { download }) => sum + download, 0);
};

describe('a download straight from object storage', () => {
  it('is an address that is valid for a minute, and serves an attachment with its name', async () => {
    const answer = await ask(content());
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
    const address = new URL(String(answer.headers.location));
    expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
    expect(address.href).not.toContain('testsecret');
    const bytes = await fetch(address);
    expect([bytes.status, await bytes.text()]).toEqual([200, page]);
    expect(bytes.headers.get('content-disposition')).toMatch(/^attachment;.*Zpr%C3%A1va/);
    expect(await traffic()).toBe(page.length);
  });

  it('is not used for a range, since an address serves the whole file', async () => {
    const answer = await ask(content(), { range: 'bytes=3-6' });
    expect([answer.statusCode, answer.body, answer.headers.location]).toEqual([206, '0123', undefined]);
    expect(await traffic()).toBe(4);
    expect((await ask(content(), { range: `bytes=${page.length}-` })).statusCode).toBe(416);
  });

  it.each([
    { what: 'a file shown inline', query: '', status: 200 },
    { what: 'HEAD', method: 'HEAD', status: 200 },
    { what: 'several ranges', headers: { range: 'bytes=0-1,4-5' }, status: 206 },
    {
      what: 'a resumption under our own validators',
      headers: { range: 'bytes=4-', 'if-range': '"x"' },
      status: 200,
    },
  ] as const)('is not used for $what', async (scenario) => {
    const { query, headers, method } = {
      query: '?download',
      headers: {},
      method: 'GET' as const,
      ...scenario,
    };
    const answer = await ask(content(query), headers, method);
    expect(answer.statusCode).toBe(scenario.status);
    expect(answer.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
  });

  it('is not used for a small file, which is in the database', async () => {
    const small = await ada.upload('small.txt', 'a few bytes');
    const answer = await ask(`/api/files/${small.id}/content?download`);
    expect([answer.statusCode, answer.body]).toEqual([200, 'a few bytes']);
  });

  it('is only for those who may have the file, and for nobody while it is switched off', async () => {
    await server.addUser('bob@example.com');
    const bob = await server.signIn('bob@example.com');
    const refused = await ask(content(), { cookie: bob });
    expect([refused.statusCode, refused.headers.location]).toEqual([404, undefined]);
    expect((await ask(content(), { cookie: '' })).statusCode).toBe(401);
    await ada.call('PATCH', '/api/admin/settings/environment', { name: 'storage_downloads', value: 'proxy' });
    const proxied = await ask(content());
    expect([proxied.statusCode, proxied.body]).toEqual([200, page]);
  });

  it('counts for a link like every other download', async () => {
    const token = await shareOf(ada, file, {});
    const guest = createGuestClient(server);
    await guest.get(`/api/browse/share/${token}`);
    const url = `/api/files/${file.id}/content/${token}?download`;
    expect((await guest.get(url)).status).toBe(302);
    const share = server.database.db.selectFrom('shares').select('downloads').where('token', '=', token);
    expect(await share.executeTakeFirstOrThrow()).toEqual({ downloads: 1 });
  });

  it('is not used for a link with a limit, which an address would bypass', async () => {
    const token = await shareOf(ada, file, { download_limit: 1 });
    const [one, other] = [createGuestClient(server), createGuestClient(server)];
    const url = `/api/files/${file.id}/content/${token}?download`;
    for (const guest of [one, other]) await guest.get(`/api/browse/share/${token}`);
    expect((await one.call('HEAD', url)).status).toBe(200);
    expect((await one.get(url)).status).toBe(200);
    expect((await other.get(url)).code).toBe('share.exhausted');
  });

  it('is not used for archives', async () => {
    const answer = await ask(`/api/zip?items=${file.id}|file`);
    expect(answer.statusCode).toBe(200);
  });
});
