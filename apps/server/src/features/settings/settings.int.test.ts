import { settingGroups } from '@holdall/contract/admin-settings';
import type { Config } from '@holdall/contract/settings';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createTestApp, type TestApp, type TestAppOptions } from '#testing/create-test-app.ts';

let server: TestApp;
let cookie: string;
const start = async (options: TestAppOptions = {}): Promise<void> => {
  server = await createTestApp(options);
  cookie = await server.signIn();
};
beforeEach(() => start());
afterEach(() => server.close());
const restart = async (options: TestAppOptions): Promise<void> => {
  await server.close();
  await start(options);
};

const get = (url: string, as = cookie) => server.app.inject({ url, headers: { cookie: as } });
const patch = (group: string, payload: object, as = cookie) =>
  server.app.inject({
    method: 'PATCH',
    url: `/api/admin/settings/${group}`,
    headers: { cookie: as, 'user-agent': 'Test' },
    payload,
  });
const config = async (): Promise<Config> => (await get('/api/config')).json<Config>();
const groupOf = async (group: string) =>
  (await get(`/api/admin/settings/${group}`)).json<{
    data: { attributes: Record<string, unknown>; images: Record<string, string | null> };
    meta: { locked: string[] };
  }>();
const logged = async (kind: 'settings.changed' | 'caches.cleared' = 'settings.changed') =>
  (
    await server.parts.db.selectFrom('activity').selectAll().where('kind', '=', kind).orderBy('id').execute()
  ).map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }));
const storedText = async (name: string): Promise<string | undefined> =>
  (await server.parts.db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())
    ?.value;

describe('a setting', () => {
  it.each(Object.entries(settingGroups))('of the group %s is read by its name', async (group, names) => {
    expect(Object.keys((await groupOf(group)).data.attributes)).toEqual([...names]);
  });

  it('of a limit without a plan, from an earlier version, is the fixed plan until another is chosen', async () => {
    const others = async () => (await groupOf('others')).data.attributes;
    await patch('others', { storage_limitation: true });
    expect(await others()).toMatchObject({ subscription_type: 'fixed' });
    expect(await config()).toMatchObject({ subscriptionType: 'fixed', storageLimit: true });
    await patch('others', { subscription_type: 'none' });
    expect(await others()).toMatchObject({ subscription_type: 'none', storage_limitation: false });
    expect(await config()).toMatchObject({ subscriptionType: 'none', storageLimit: false });
    await patch('others', { subscription_type: 'fixed' });
    expect(await config()).toMatchObject({ subscriptionType: 'fixed', storageLimit: true });
  });

  it('of versions tells the page whether it may promise them', async () => {
    expect((await config()).keepsVersions).toBe(true);
    await patch('others', { versions: false });
    expect((await config()).keepsVersions).toBe(false);
    await patch('others', { versions: true });
  });

  it('is saved by name and value, or as one field, by PATCH or by POST with _method', async () => {
    const answer = await patch('appearance', { name: 'title', value: '  Northlight ' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { name: 'title', value: 'Northlight' }]);
    expect((await config()).app.title).toBe('Northlight');
    expect((await patch('appearance', { title: 'Harbour' })).json()).toEqual({
      name: 'title',
      value: 'Harbour',
    });
    const posted = await server.app.inject({
      method: 'POST',
      url: '/api/admin/settings/others',
      headers: { cookie },
      payload: { _method: 'patch', name: 'upload_limit', value: 1024 },
    });
    expect(posted.statusCode).toBe(200);
    expect(await config()).toMatchObject({
      uploadLimit: 1024,
      uploadLimitFormatted: '1 KB',
      app: { title: 'Harbour' },
    });
    const bare = await server.app.inject({
      method: 'POST',
      url: '/api/admin/settings/others',
      headers: { cookie },
      payload: { name: 'upload_limit', value: 1024 },
    });
    expect(bare.statusCode).toBe(405);
  });

  it.each([
    ['appearance', 'title', ''],
    ['appearance', 'title', ' '],
    ['appearance', 'title', null],
    ['appearance', 'title', 'x'.repeat(81)],
    ['appearance', 'title', 'a\nb'],
    ['appearance', 'color', '#ff0000'],
    ['appearance', 'default_theme', 'pink'],
    ['appearance', 'locale', '../en'],
    ['appearance', 'locale', 'pt-BR'],
    ['appearance', 'upload_limit', 5],
    ['others', 'title', 'Elsewhere'],
    ['others', 'upload_limit', -1],
    ['others', 'upload_limit', 1.5],
    ['others', 'upload_limit', '5'],
    ['others', 'chunk_size', 1],
    ['others', 'default_capacity', 0],
    ['others', 'trash_retention_days', 0],
    ['others', 'versions', 'yes'],
    ['others', 'versions_thinning', 'never'],
    ['others', 'versions_days', 0],
    ['others', 'versions_days', 3651],
    ['others', 'versions_count', 0],
    ['others', 'versions_count', 101],
    ['others', 'activity_days', 29],
    ['others', 'activity_days', 3651],
    ['others', 'activity_days', 90.5],
    ['others', 'mimetypes_blacklist', ['a b']],
    ['others', 'mimetypes_blacklist', 'exe'],
    ['others', 'subscription_type', 'free'],
    ['others', 'registration', 'yes'],
    ['others', 'contact_email', 'nobody'],
    ['others', 'recaptcha_client_id', '"><script>'],
    ['others', 'recaptcha_secret', 'x'.repeat(501)],
    ['environment', 'mail_port', 0],
  ])('of %s is refused with the value %s %j', async (group, name, value) => {
    const before = await groupOf(group);
    const answer = await patch(group, { name, value });
    expect(answer.statusCode).toBe(422);
    const { errors } = answer.json<{ errors: Record<string, string[]> }>();
    expect(Object.keys(errors)).toEqual([name]);
    expect(errors[name]?.[0]).toMatch(/^[A-Z].*\.$|^Enter a valid email/);
    expect(await groupOf(group)).toEqual(before);
    expect(await logged()).toEqual([]);
  });

  it.each([
    [{ name: 'evil', value: 1 }, ['name']],
    [{ evil: 1 }, ['evil', '']],
    [{ name: 'title', value: {} }, ['value']],
    [{ installed_at: 1 }, ['installed_at', '']],
    [{ 'secret:realtime': 'mine' }, ['secret:realtime', '']],
    [{ logo: 'ab' }, ['logo', '']],
    [{ title: {} }, ['title']],
    [{ title: 'a', description: 'b' }, ['']],
  ])('with an unknown name is refused: %j', async (payload, fields) => {
    const answer = await patch('appearance', payload);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(fields);
  });

  it('may be empty if it is optional', async () => {
    expect((await patch('appearance', { description: '' })).json()).toMatchObject({ value: '' });
    await patch('others', { contact_email: 'help@example.com' });
    expect((await config()).app.contact_email).toBe('help@example.com');
    expect((await patch('others', { contact_email: ' ' })).json()).toMatchObject({ value: null });
    expect((await patch('others', { contact_email: null })).statusCode).toBe(200);
    expect((await config()).app.contact_email).toBeNull();
  });

  it('is neither shown to users nor changed by them', async () => {
    await server.addUser('eve@example.com');
    const eve = await server.signIn('eve@example.com');
    expect((await patch('appearance', { title: 'Mine' }, eve)).statusCode).toBe(403);
    expect((await get('/api/admin/settings/others', eve)).statusCode).toBe(403);
    expect((await patch('appearance', { title: 'Mine' }, '')).statusCode).toBe(401);
    expect((await get('/api/admin/settings/nothing')).statusCode).toBe(404);
    expect((await config()).app.title).toBe('Holdall');
  });

  it('is recorded with the actor if it changes, and only then', async () => {
    const heard: string[] = [];
    server.parts.events.subscribe(({ kind }) => heard.push(kind));
    await patch('others', { mimetypes_blacklist: ['.EXE', 'exe', 'image/*'] });
    await patch('others', { mimetypes_blacklist: ['exe', 'image/*'] });
    await patch('others', { registration: true });
    const [first, second, ...others] = await logged();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      user_id: null,
      user_agent: 'Test',
      address: '127.0.0.1',
      details: { group: 'others', name: 'mimetypes_blacklist', from: '', to: 'exe, image/*' },
    });
    expect(first?.actor_id).toEqual(expect.any(String));
    expect(second?.details).toEqual({ group: 'others', name: 'registration', from: false, to: true });
    expect(heard.filter((kind) => kind === 'settings-changed')).toHaveLength(2);
    expect(await config()).toMatchObject({ registration: true, mimetypesBlacklist: ['exe', 'image/*'] });
  });

  it('is rolled back if the change cannot be recorded', async () => {
    const { db } = server.parts;
    await db.schema.alterTable('activity').renameTo('gone').execute();
    expect((await patch('appearance', { title: 'Unseen' })).statusCode).toBe(500);
    expect((await config()).app.title).toBe('Holdall');
  });
});

test('concurrent changes are serialized and all recorded', async () => {
  const { settings } = server.services;
  const before = await settings.revision();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => patch('appearance', { title: `Title ${index}` })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(8).fill(200));
  expect(await settings.revision()).toBe(before + 8);
  const entries = (await logged()).map(({ details }) => details as { from: string; to: string });
  // Each continues the one before it, in whatever order.
  expect(new Set(entries.map(({ from }) => from)).size).toBe(8);
});

describe('a secret', () => {
  it('is stored sealed, and never shown', async () => {
    const secret = 'correct-horse';
    expect((await patch('others', { recaptcha_secret: secret })).json()).toEqual({
      name: 'recaptcha_secret',
      value: true,
    });
    expect((await groupOf('others')).data.attributes['recaptcha_secret']).toBe(true);
    const stored = (await storedText('recaptcha_secret')) ?? '';
    expect(stored).not.toContain(secret);
    expect(server.parts.sealer.open(JSON.parse(stored) as string, 'settings:recaptcha_secret')).toBe(secret);
    const [entry] = await logged();
    expect(entry?.details).toEqual({ group: 'others', name: 'recaptcha_secret' });
    expect(JSON.stringify(server.logged)).not.toContain(secret);
    await patch('others', { recaptcha_secret: '' });
    expect((await groupOf('others')).data.attributes['recaptcha_secret']).toBe(false);
  });

  it('is sealed as well if it is set at the installation', async () => {
    await restart({ settings: { recaptcha_secret: 'hush' } });
    expect(await storedText('recaptcha_secret')).not.toContain('hush');
  });
});

test('pages know whether mails leave the server by the settings, or by the operator’s server', async () => {
  expect((await config()).mails).toBe(false);
  await restart({ settings: { mail_driver: 'smtp' } });
  expect((await config()).mails, 'no host is named').toBe(false);
  await restart({ settings: { mail_driver: 'smtp', mail_host: 'mail.example.com' } });
  expect((await config()).mails).toBe(true);
  await restart({ settings: { mail_driver: 'log', mail_host: 'mail.example.com' } });
  expect((await config()).mails).toBe(false);
  await restart({ mail: 'smtp://127.0.0.1:9' });
  expect((await config()).mails).toBe(true);
});

test('bot protection is on if it is switched on and has both keys', async () => {
  await patch('others', { recaptcha_allowed: true });
  await patch('others', { recaptcha_client_id: 'client-1' });
  expect(await config()).toMatchObject({
    allowedRecaptcha: false,
    recaptcha_client_id: null,
    recaptcha_origin: null,
  });
  expect(await server.services.settings.recaptchaSecret()).toBeUndefined();
  await patch('others', { recaptcha_secret: 'hush' });
  expect(await config()).toMatchObject({
    allowedRecaptcha: true,
    recaptcha_client_id: 'client-1',
    recaptcha_origin: 'https://recaptcha.test',
  });
  expect(await server.services.settings.recaptchaSecret()).toBe('hush');
  // Sealed by another key: an administrator must still be able to sign in and repair it.
  await server.parts.db
    .updateTable('settings')
    .set({ value: JSON.stringify('damaged') })
    .where('name', '=', 'recaptcha_secret')
    .execute();
  expect(await server.services.settings.recaptchaSecret()).toBeUndefined();
});

test('an invalid stored value counts as not set, and an unknown name is ignored', async () => {
  await patch('others', { upload_limit: 7 });
  const rows = [
    { name: 'chunk_size', value: '-5', updated_at: 1 },
    { name: 'of_tomorrow', value: '1', updated_at: 1 },
  ];
  await server.parts.db.deleteFrom('settings').where('name', '=', 'chunk_size').execute();
  await server.parts.db.insertInto('settings').values(rows).execute();
  expect(await config()).toMatchObject({ uploadLimit: 7, chunkSize: 32_000_000 });
});

test('a value of the environment cannot be changed, and says so', async () => {
  await restart({ mail: 'smtp://files:a-password@127.0.0.1:9?from=files@example.com' });
  const { data, meta } = await groupOf('environment');
  // It shows the effective value, not the stored one.
  expect(data.attributes).toMatchObject({
    mail_driver: 'smtp',
    mail_host: '127.0.0.1',
    mail_port: 9,
    mail_username: 'files',
    mail_password: true,
    mail_encryption: 'starttls',
    mail_from: 'files@example.com',
  });
  expect(meta.locked).toEqual(settingGroups.environment.filter((name) => name.startsWith('mail_')));
  expect((await groupOf('others')).meta.locked).toEqual([]);
  const answer = await patch('environment', { mail_host: 'evil.example.com' });
  expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'settings.locked' }]);
  expect((await patch('environment', { realtime: false })).statusCode).toBe(200);
});

test('clearing caches returns their sizes, and retries failed thumbnails', async () => {
  const { db } = server.parts;
  const upload = await server.app.inject({
    method: 'POST',
    url: '/api/upload?name=broken.png',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('\x89PNG\r\n\x1a\nnonsense', 'latin1'),
  });
  expect(upload.statusCode).toBe(201);
  // Waits until the upload's thumbnail job is in the queue.
  await server.services.thumbnails.settled();
  const { blob_id: blobId } = await db.selectFrom('items').select('blob_id').executeTakeFirstOrThrow();
  await db
    .insertInto('thumbnails')
    .values({
      blob_id: blobId ?? '',
      state: 'failed',
      key: null,
      spans: null,
      width: null,
      height: null,
      error: 'no',
      updated_at: 0,
    })
    .execute();
  await db.updateTable('items').set({ preview_state: 'failed' }).execute();
  await server.app.inject({
    url: `/api/zip?items=${upload.json<{ data: { id: string } }>().data.id}|file`,
    headers: { cookie },
  });
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/admin/server/clear-caches',
    headers: { cookie },
  });
  expect(answer.json()).toEqual({ cleared: { zip_layouts: 1, failed_thumbnails: 1, finished_jobs: 0 } });
  expect(await db.selectFrom('thumbnails').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('items').select('preview_state').executeTakeFirst()).toEqual({
    preview_state: null,
  });
  expect(await db.selectFrom('jobs').select(['kind', 'dedupe_key']).execute()).toContainEqual({
    kind: 'thumbnails.make',
    dedupe_key: 'unseen',
  });
  expect(await logged('caches.cleared')).toHaveLength(1);
  await db.updateTable('jobs').set({ state: 'done', finished_at: server.clock.now() }).execute();
  const done = await db.selectFrom('jobs').selectAll().execute();
  const again = await server.app.inject({
    method: 'POST',
    url: '/api/admin/server/clear-caches',
    headers: { cookie },
  });
  expect(again.json()).toEqual({
    cleared: { zip_layouts: 0, failed_thumbnails: 0, finished_jobs: done.length },
  });
});
