import type { ManagedUser } from '@holdall/contract/admin-users';
import { userSortFields } from '@holdall/contract/choices';
import { describe, expect, it, test } from 'vitest';
import { testEmail } from '#testing/create-test-app.ts';
import { useAdmin } from '#testing/use-admin.ts';

const { server, call, by, idOf, logged } = useAdmin();

interface Page {
  readonly data: ManagedUser[];
  readonly meta: { total: number; offset: number; limit: number };
}
const list = async (query: Record<string, string | number> = {}): Promise<Page> => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await call('GET', `/api/admin/users?${search.toString()}`);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.body) as Page;
};
const emails = async (query: Record<string, string | number> = {}): Promise<string[]> =>
  (await list({ direction: 'ASC', ...query })).data.map(({ attributes }) => attributes.email);

const add = async (email: string, firstName = '', lastName = ''): Promise<string> => {
  const { users } = server.foundation;
  const passwordHash = await users.hashPassword('correct horse battery');
  return users.create(server.parts.db, { email, role: 'user', firstName, lastName, passwordHash });
};

describe('the list of users', () => {
  it('is searched in names and emails, literally, ignoring case and accents', async () => {
    await add('emile@example.com', 'Émile', 'Zola');
    await add('per_cent@example.com', '100% Søren', 'O’Neil');
    await add('plain@example.org', 'Ann', 'Percy');
    await add('ILSE@Example.org', 'İlse', '中村');
    const found = (search: string) => emails({ search, sort: 'email' });
    expect(await found('emile zo')).toEqual(['emile@example.com']);
    expect(await found('ÉMILE')).toEqual(['emile@example.com']);
    expect(await found('soren')).toEqual(['per_cent@example.com']);
    expect(await found('中')).toEqual(['ILSE@Example.org']);
    expect(await found('ilse@EXAMPLE')).toEqual(['ILSE@Example.org']);
    expect(await found('%')).toEqual(['per_cent@example.com']);
    expect(await found('_')).toEqual(['per_cent@example.com']);
    expect(await found('(a+)+$')).toEqual([]);
    expect(await found("' or 1=1 --")).toEqual([]);
    expect(await found('.org')).toEqual(['ILSE@Example.org', 'plain@example.org']);
    expect(await found('  percy ')).toEqual(['plain@example.org']);
  });

  it('has every order in both directions, and ids break ties', async () => {
    const names = ['Ábel 10', 'abel 9', 'Zoë', 'zoe'];
    const ids: string[] = [];
    for (const [index, name] of names.entries()) ids.push(await add(`user${index}@example.com`, name));
    const { db } = server.parts;
    for (const [index, id] of ids.entries()) {
      await db
        .updateTable('user_storage')
        .set({ images: index % 2 })
        .where('user_id', '=', id)
        .execute();
      await db
        .updateTable('users')
        .set({ seen_at: 5 - index, created_at: 7 })
        .where('id', '=', id)
        .execute();
    }
    const byName = await list({ sort: 'name', direction: 'ASC', search: 'user' });
    expect(byName.data.map(({ attributes }) => attributes.name)).toEqual(['abel 9', 'Ábel 10', 'Zoë', 'zoe']);
    for (const sort of userSortFields) {
      const forth = await emails({ sort });
      expect(forth).toHaveLength(5);
      expect((await emails({ sort, direction: 'DESC' })).toReversed()).toEqual(forth);
      expect(await emails({ sort, search: 'example' })).toEqual(forth);
      const paged: string[] = [];
      for (let offset = 0; offset < 6; offset += 2) paged.push(...(await emails({ sort, offset, limit: 2 })));
      expect(paged).toEqual(forth);
    }
    expect(await emails({ sort: 'used' })).toEqual([
      testEmail,
      'user0@example.com',
      'user2@example.com',
      'user1@example.com',
      'user3@example.com',
    ]);
    // Ada has signed in; the others have seen_at values of long ago.
    expect((await emails({ sort: 'last_seen_at', direction: 'DESC', limit: 1 }))[0]).toBe(testEmail);
    expect((await call('GET', '/api/admin/users?sort=password_hash')).status).toBe(422);
    expect((await call('GET', '/api/admin/users?direction=asc;drop')).status).toBe(422);
    expect((await call('GET', '/api/admin/users?limit=101')).status).toBe(422);
  });

  it('is paged by 25, with a constant number of queries', async () => {
    for (let index = 0; index < 30; index += 1) await add(`user${index}@example.com`);
    const { data, meta } = await list();
    expect([data.length, meta]).toEqual([25, { total: 31, offset: 0, limit: 25 }]);
    expect((await list({ offset: 25 })).data).toHaveLength(6);
    expect((await list({ offset: 100 })).data).toEqual([]);
    expect((await list({ search: 'user1', limit: 3 })).meta.total).toBe(11);
  });

  it('shows everything except credentials', async () => {
    const answer = await call('GET', '/api/admin/users');
    expect(answer.body).not.toContain('argon2');
    expect(answer.body).not.toContain('email_key');
    const [ada] = (JSON.parse(answer.body) as Page).data;
    expect(ada).toMatchObject({
      type: 'user',
      attributes: { email: testEmail, role: 'admin', status: 'active', suspended_reason: null, avatar: null },
      meta: {
        storage: { used: 0, capacity: null, own_capacity: false, percentage: 0 },
        items: { files: 0, folders: 0 },
        restrictions: { canUpload: true, canDownload: true, canCreateFolder: true, reason: null },
        deleting: false,
        sessions: 1,
      },
    });
  });
});

test('a single user is shown with storage, items and live sessions', async () => {
  const id = await add('bob@example.com', 'Bob', 'Stone');
  const bob = await server.signIn('bob@example.com');
  await by(bob)('POST', '/api/create-folder', { name: 'a' });
  const upload = await server.app.inject({
    method: 'POST',
    url: '/api/upload?name=b.bin&path=c/',
    headers: { cookie: bob, 'content-type': 'application/octet-stream' },
    payload: 'x'.repeat(250),
  });
  expect(upload.statusCode).toBe(201);
  await call('PATCH', `/api/admin/users/${id}/storage`, { capacity: 1_000 });
  expect((await call('GET', `/api/admin/users/${id}`)).data.meta).toMatchObject({
    // An account's own capacity counts only if the plan limits storage.
    storage: { used: 250, capacity: null, own_capacity: true },
    items: { files: 1, folders: 2 },
    sessions: 1,
  });
  const storage = await call('GET', `/api/admin/users/${id}/storage`);
  expect(JSON.parse(storage.body)).toMatchObject({ data: { attributes: { used: 250, capacity: null } } });
  server.clock.advance(13 * 3_600_000);
  const other = await server.signIn();
  expect((await by(other)('GET', `/api/admin/users/${id}`)).data.meta.sessions).toBe(0);
  const unknown = '01890000-0000-7000-8000-000000000000';
  for (const path of [unknown, `${unknown}/storage`, 'nonsense', 'nonsense/storage'])
    expect(await by(other)('GET', `/api/admin/users/${path}`)).toMatchObject({
      status: 404,
      code: 'user.not_found',
    });
});

test('a user gets other names, an email, a country and a timezone, and each change is recorded', async () => {
  const id = await add('bob@example.com', 'Bob');
  const url = `/api/admin/users/${id}`;
  const change = { first_name: 'Rob', email: ' Rob@Example.com', country: 'CZ', timezone: 5.75 };
  expect((await call('PATCH', url, change)).data.attributes).toMatchObject({
    name: 'Rob',
    email: 'Rob@Example.com',
    country: 'CZ',
    timezone: 5.75,
  });
  expect(await idOf('rob@example.com')).toBe(id);
  expect(await logged('user.changed')).toEqual(
    [
      { name: 'first_name', from: 'B…', to: 'R…' },
      { name: 'country', from: null, to: 'CZ' },
      { name: 'timezone', from: null, to: 5.75 },
      { name: 'email', from: 'b…@example.com', to: 'R…@Example.com' },
    ].map((details) => ({ kind: 'user.changed', userId: id, details })),
  );
  expect((await call('PATCH', url, { ...change, email: 'Rob@Example.com' })).status).toBe(200);
  expect((await call('PATCH', url, {})).status).toBe(200);
  expect(await logged('user.changed')).toHaveLength(4);
  const taken = await call('PATCH', url, { first_name: 'Eve', email: 'ADA@example.com' });
  expect(taken).toMatchObject({ status: 422, errors: { email: ['This email already has an account.'] } });
  expect((await call('GET', url)).data.attributes.first_name).toBe('Rob');
});

test('administrators change their own email where the password is asked for, never here', async () => {
  const id = await idOf(testEmail);
  const url = `/api/admin/users/${id}`;
  const input = { first_name: 'Ada', email: 'mine@example.com' };
  expect(await call('PATCH', url, input)).toMatchObject({
    status: 409,
    code: 'user.own_email',
    message: 'Change your own email in your profile.',
  });
  expect([await idOf(testEmail), await idOf('mine@example.com')]).toEqual([id, '']);
  expect(await logged('user.changed')).toEqual([]);
  // The same email changes nothing.
  expect((await call('PATCH', url, { email: testEmail })).status).toBe(200);
  const bob = await server.addUser('bob@example.com', 'admin');
  expect((await call('PATCH', `/api/admin/users/${bob}`, { email: 'rob@example.com' })).status).toBe(200);
});

test('a capacity is the account’s own, none, or the default again', async () => {
  const id = await add('bob@example.com');
  const url = `/api/admin/users/${id}/storage`;
  const set = async (capacity: unknown) => (await call('PATCH', url, { capacity })).status;
  const stored = () =>
    server.parts.db
      .selectFrom('user_storage')
      .select(['capacity', 'own_capacity'])
      .where('user_id', '=', id)
      .executeTakeFirst();
  expect(await set(1_000)).toBe(200);
  expect(await stored()).toEqual({ capacity: 1_000, own_capacity: 1 });
  // Without storage limitation it has no effect, but administrators see it all the same.
  const shown = (await call('GET', `/api/admin/users/${id}`)).data;
  expect(shown.meta.storage).toMatchObject({ capacity: null, given: 1_000, own_capacity: true });
  expect(await set(null)).toBe(200);
  expect(await stored()).toEqual({ capacity: null, own_capacity: 1 });
  expect(await set('default')).toBe(200);
  expect(await set('default')).toBe(200);
  expect(await stored()).toEqual({ capacity: null, own_capacity: 0 });
  for (const wrong of [-1, 1.5, '5', 'none', undefined, 2 ** 60]) expect(await set(wrong)).toBe(422);
  expect((await logged('user.capacity_changed')).map(({ details }) => details)).toEqual([
    { from: 'default', to: 1_000 },
    { from: 1_000, to: null },
    { from: null, to: 'default' },
  ]);
});
