import { readdir, readlink } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, testEmail } from '#testing/create-test-app.ts';
import { jobsDone } from '#testing/jobs-done.ts';
import { demoCapacity, demoLife, mostDemos } from './demo.rules.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp({ demo: true });
});
afterEach(() => server.close());

interface Sender {
  readonly cookie?: string;
  readonly address?: string;
}
const post = (url: string, payload: object = {}, { cookie, address = '9.9.9.9' }: Sender = {}) =>
  server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: cookie === undefined ? {} : { cookie },
    remoteAddress: address,
  });
const get = (url: string, cookie: string) => server.app.inject({ url, headers: { cookie } });

/** Opens a demo. @returns the cookie of its session */
const open = async (sender?: Sender): Promise<string> => {
  const answer = await post('/api/demo', {}, sender);
  expect(answer.statusCode).toBe(200);
  const [made] = answer.cookies.filter(({ value }) => value !== '');
  return `${made?.name}=${made?.value}`;
};
const demos = () =>
  server.parts.db
    .selectFrom('users')
    .select(['id', 'email', 'demo_until', 'deleting_at'])
    .where('demo_until', 'is not', null)
    .execute();

interface Listed {
  readonly data: readonly {
    readonly data: { readonly id: string; readonly attributes: { readonly name: string } };
  }[];
}
const names = (listed: Listed): string[] => listed.data.map(({ data }) => data.attributes.name).toSorted();

describe('a demo', () => {
  test('is an account of its own with sample files that can be opened', async () => {
    const cookie = await open();
    const listing = (await get('/api/browse/folders/root', cookie)).json<{
      folders: Listed;
      files: Listed;
    }>();
    expect(names(listing.folders)).toEqual(['Documents', 'Pictures']);
    expect(names(listing.files)).toEqual(['Welcome.md']);
    const pictures = listing.folders.data.find(({ data }) => data.attributes.name === 'Pictures')?.data;
    const inside = (await get(`/api/browse/folders/${pictures?.id}`, cookie)).json<{ files: Listed }>();
    expect(names(inside.files)).toEqual(['Coffee.jpg', 'Mountains at dusk.jpg', 'Sailing boat.jpg']);
    const welcome = listing.files.data[0]?.data;
    const bytes = await get(`/api/files/${welcome?.id}/content`, cookie);
    expect(bytes.body).toContain('# Welcome');
    expect(await server.services.usage.verifyUsage()).toEqual([]);
  });

  test('omits samples that the settings refuse, and leaves none of their uploads open', async () => {
    await server.close();
    server = await createTestApp({
      demo: true,
      settings: { upload_limit: 800, mimetypes_blacklist: ['image/jpeg'] },
    });
    const cookie = await open();
    const root = (await get('/api/browse/folders/root', cookie)).json<{ folders: Listed; files: Listed }>();
    expect(names(root.files)).toEqual(['Welcome.md']);
    const inside = async (folder: string): Promise<string[]> => {
      const id = root.folders.data.find(({ data }) => data.attributes.name === folder)?.data.id;
      return names((await get(`/api/browse/folders/${id}`, cookie)).json<{ files: Listed }>().files);
    };
    expect(await inside('Documents')).toEqual(['Budget.csv', 'Shopping list.txt']);
    expect(await inside('Pictures')).toEqual([]);
    const files = await readdir('/proc/self/fd').catch(() => []);
    const targets = await Promise.all(files.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    expect(targets.filter((path) => path.includes('/demo/samples/'))).toEqual([]);
  });

  test('is a separate account for each visitor, and not an administrator’s', async () => {
    const [one, other] = [await open(), await open({ address: '8.8.8.8' })];
    const idOf = async (cookie: string) =>
      (await get('/api/user', cookie)).json<{ data: { id: string } }>().data.id;
    expect(await idOf(one)).not.toBe(await idOf(other));
    expect((await get('/api/admin/users', one)).statusCode).toBe(403);
  });

  test('replaces the session that the browser had', async () => {
    const before = await server.signIn();
    await open({ cookie: before });
    expect((await get('/api/user', before)).statusCode).toBe(401);
  });

  test('holds no more than its capacity, whatever the plan is', async () => {
    const cookie = await open();
    const size = demoCapacity + 1;
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/upload?name=big.bin&size=${size}`,
      headers: { cookie, 'content-type': 'application/octet-stream' },
      payload: Buffer.alloc(10),
    });
    expect(answer.json()).toMatchObject({ status: 423, code: 'storage.exceeded' });
  });
});

describe('it has an end', () => {
  test('all its data is deleted after a day, and its session ends', async () => {
    const begun = server.clock.now();
    const cookie = await open();
    const [account] = await demos();
    const life = (account?.demo_until ?? 0) - begun;
    expect([life >= demoLife, life < demoLife + 60_000]).toEqual([true, true]);
    server.services.jobs.start();
    server.clock.advance(demoLife - 60_000);
    await server.services.sweep();
    expect(await demos()).toMatchObject([{ deleting_at: null }]);
    server.clock.advance(120_000);
    await server.services.sweep();
    await jobsDone(server, 'demo-end');
    await jobsDone(server, 'user-deletion');
    expect(await demos()).toEqual([]);
    expect((await get('/api/user', cookie)).statusCode).toBe(401);
    const left = await server.parts.db.selectFrom('items').select('id').execute();
    expect(left).toEqual([]);
  });

  test('other accounts stay, and so does a demo that became an administrator’s', async () => {
    await open();
    const [account] = await demos();
    const ada = await server.foundation.users.findByEmail(testEmail);
    await server.services.admin.users.endDemo(ada?.id ?? '');
    await server.parts.db
      .updateTable('users')
      .set({ role: 'admin' })
      .where('id', '=', account?.id ?? '')
      .execute();
    await server.services.admin.users.endDemo(account?.id ?? '');
    const going = await server.parts.db
      .selectFrom('users')
      .select('id')
      .where('deleting_at', 'is not', null)
      .execute();
    expect(going).toEqual([]);
  });
});

describe('there are limits', () => {
  test('to how many are opened from one address', async () => {
    for (let time = 0; time < 5; time += 1) await open({ address: '7.7.7.7' });
    const refused = await post('/api/demo', {}, { address: '7.7.7.7' });
    expect(refused.json()).toMatchObject({ status: 429, code: 'limit.too_many' });
    expect(await demos()).toHaveLength(5);
    await open({ address: '6.6.6.6' });
  });

  test('to how many there are', async () => {
    await open();
    const [first] = await demos();
    const template = await server.parts.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', first?.id ?? '')
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: mostDemos - 2 }, (_, at) => ({
      ...template,
      id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      email: `demo-${at}@demo.invalid`,
      email_key: `demo-${at}@demo.invalid`,
    }));
    await server.parts.db.insertInto('users').values(more).execute();
    const answers = await Promise.all(
      ['5.5.5.1', '5.5.5.2', '5.5.5.3'].map((address) => post('/api/demo', {}, { address })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 503, 503]);
    expect(answers.find(({ statusCode }) => statusCode === 503)?.json()).toMatchObject({ code: 'demo.full' });
    expect(await demos()).toHaveLength(mostDemos);
  });
});

describe('it cannot change anything lasting', () => {
  test('its credentials cannot be changed', async () => {
    const cookie = await open();
    const password = { current_password: 'x' };
    const calls: readonly [string, object][] = [
      [
        '/api/user/password',
        { ...password, password: 'a brand new one', password_confirmation: 'a brand new one' },
      ],
      ['/api/user/email', { ...password, email: 'eve@example.com' }],
      ['/api/user/tokens', { ...password, name: 'x', scope: 'write' }],
      ['/api/user/two-factor', password],
      ['/api/user/two-factor/confirm', { code: '123456' }],
      ['/api/user/two-factor/recovery-codes', password],
    ];
    for (const [url, payload] of calls)
      expect([url, (await post(url, payload, { cookie })).json()]).toMatchObject([
        url,
        { status: 403, code: 'demo.refused' },
      ]);
    // The rest of the account can be tried.
    const named = await post('/api/user/settings', { first_name: 'Eve', _method: 'patch' }, { cookie });
    expect(named.statusCode).toBeLessThan(300);
  });

  test('it sends no mails, but links can be created', async () => {
    const cookie = await open();
    const listing = (await get('/api/browse/folders/root', cookie)).json<{ folders: Listed }>();
    const id = listing.folders.data[0]?.data.id ?? '';
    const share = (more: object) => post('/api/share', { id, type: 'folder', ...more }, { cookie });
    expect((await share({ emails: ['eve@example.com'] })).json()).toMatchObject({ code: 'demo.refused' });
    const made = await share({});
    expect(made.statusCode).toBe(201);
    const { token } = made.json<{ data: { attributes: { token: string } } }>().data.attributes;
    const mailed = await post(`/api/share/${token}/email`, { emails: ['eve@example.com'] }, { cookie });
    expect(mailed.json()).toMatchObject({ status: 403, code: 'demo.refused' });
    const request = await post(
      '/api/file-requests',
      { folder_id: id, name: 'x', email: 'eve@example.com' },
      { cookie },
    );
    expect(request.json()).toMatchObject({ status: 403, code: 'demo.refused' });
    const [account] = await demos();
    await post('/api/password/email', { email: account?.email });
    const mails = await server.parts.db.selectFrom('jobs').select('id').where('kind', '=', 'mail').execute();
    expect(mails).toEqual([]);
  });
});

test('no demo can be opened if it is off', async () => {
  const off = await createTestApp();
  try {
    const answer = await off.app.inject({ method: 'POST', url: '/api/demo', payload: {} });
    expect(answer.json()).toMatchObject({ status: 404, code: 'request.not_found' });
    expect((await off.app.inject({ url: '/api/config' })).json()).toMatchObject({ demo: false });
    expect((await server.app.inject({ url: '/api/config' })).json()).toMatchObject({ demo: true });
  } finally {
    await off.close();
  }
});
