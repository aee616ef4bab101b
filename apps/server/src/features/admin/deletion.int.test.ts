import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { createJobsService, type JobsService } from '#features/jobs/index.ts';
import { eventually } from '#testing/eventually.ts';
import { jobsDone, purged } from '#testing/jobs-done.ts';
import { createTreeClient, type TreeClient } from '#testing/tree-client.ts';
import { useAdmin } from '#testing/use-admin.ts';
import { createDeletion, type Erasure } from './deletion.ts';
import { createLockUser } from './user-lock.ts';
import { largeContent } from '#testing/large-content.ts';

/** With a limit, so that uploads reserve quota. */
const { server, call, by, logged } = useAdmin(async () => ({ settings: { subscription_type: 'fixed' } }));
const email = 'bob@example.com';
const kind = 'user-deletion';
let bob: TreeClient;
let eve: TreeClient;
let bobCookie: string;
beforeEach(async () => {
  await server.addUser(email);
  await server.addUser('eve@example.com');
  bob = await createTreeClient(server, email);
  eve = await createTreeClient(server, 'eve@example.com');
  bobCookie = await server.signIn(email);
});
const nodes: JobsService[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.settled();
});

const remove = (name = email) => call('DELETE', `/api/admin/users/${bob.userId}`, { name });
const tables = [
  'users',
  'user_settings',
  'user_storage',
  'sessions',
  'item_totals',
  'items',
  'item_versions',
  'operations',
  'operation_items',
  'favourites',
  'upload_sessions',
  'quota_reservations',
  'usage_days',
  'zip_selections',
  'api_tokens',
  'two_factor',
  'recovery_codes',
  'email_tokens',
  'sign_in_challenges',
  'known_devices',
] as const;
/** Returns the number of rows that name an account in any of their columns, by table. */
const traces = async (id: string): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const rows = await server.parts.db.selectFrom(table).selectAll().execute();
    const own = rows.filter((row) => JSON.stringify(row).includes(id)).length;
    if (own > 0) counts[table] = own;
  }
  return counts;
};
const staged = () => readdir(join(server.dataDir, 'staging'));

/** Gives an account some of everything that it can have. */
const furnish = async (client: TreeClient, cookie: string): Promise<void> => {
  const folder = await client.folder('folder');
  const inner = await client.folder('inner', folder);
  await client.upload('top.txt', 'on top');
  const file = await client.file('a', inner);
  await client.files(30, inner);
  await client.overwrite('top.txt', largeContent('on top, and newer'));
  await client.move([file], folder);
  await client.remove([await client.file('trashed', folder)]);
  await client.remove([await client.folder('trashed too')]);
  await client.remove([await client.file('purged')], true);
  await client.call('POST', '/api/folders/favourites', { folders: [{ id: folder.id }] });
  await client.call('POST', '/api/zip', { items: [{ id: folder.id, type: 'folder' }] });
  const form = new FormData();
  for (const [name, value] of Object.entries({
    name: 'begun-upload',
    path: '/',
    offset: '0',
    is_last: 'false',
  }))
    form.append(name, value);
  form.append('file', new Blob([Buffer.alloc(5_000)]), 'blob');
  const sent = new Response(form);
  await server.app.inject({
    method: 'POST',
    url: '/api/upload/chunks',
    headers: { cookie, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  const { db, clock } = server.parts;
  const [user_id, now] = [client.userId, clock.now()];
  await db
    .insertInto('api_tokens')
    .values({
      id: `token ${user_id}`,
      user_id,
      name: 'x',
      token_hash: user_id,
      scope: 'write',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('email_tokens')
    .values({
      token_hash: `link ${user_id}`,
      kind: 'password',
      user_id,
      email: 'x',
      email_key: 'x',
      payload: null,
      created_at: now,
      expires_at: now + 1,
      used_at: null,
    })
    .execute();
  await db
    .insertInto('two_factor')
    .values({ user_id, secret: 'x', created_at: 1, confirmed_at: 1, last_step: null })
    .execute();
  await db.insertInto('recovery_codes').values({ user_id, code_hash: 'x', used_at: null }).execute();
  await db
    .insertInto('sign_in_challenges')
    .values({ token_hash: user_id, user_id, remember: 0, created_at: now, expires_at: now + 1 })
    .execute();
  await db
    .insertInto('known_devices')
    .values({ token_hash: user_id, user_id, expires_at: now + 1 })
    .execute();
  await server.services.usage.settled();
};

describe('an account that is to be deleted', () => {
  it('must be named by its name, or nothing happens', async () => {
    await call('PATCH', `/api/admin/users/${bob.userId}`, { first_name: 'Bob', last_name: 'Stone' });
    for (const wrong of ['', email, 'bob stone', 'Bob', 'Bob Stone2'])
      expect((await remove(wrong)).errors).toEqual({
        name: ['This isn’t the user’s name. Type it exactly as shown.'],
      });
    expect((await call('DELETE', `/api/admin/users/${bob.userId}`)).status).toBe(422);
    expect((await by(bobCookie)('GET', '/api/user')).status).toBe(200);
    expect(await logged('user.deletion_begun')).toEqual([]);
    expect((await remove('Bob Stone')).status).toBe(204);
  });

  it('is inaccessible at once, and refuses every change', async () => {
    const token = `hld_${'x'.repeat(43)}`;
    expect((await remove()).status).toBe(204);
    expect((await by(bobCookie)('GET', '/api/user')).status).toBe(401);
    const signIn = (address: string) =>
      by('')('POST', '/api/login', { email: address, password: 'correct horse battery' });
    const [known, unknown] = [await signIn(email), await signIn('nobody@example.com')];
    expect([known.status, known.body]).toEqual([401, unknown.body]);
    const bearer = await server.app.inject({
      url: '/api/user',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(bearer.statusCode).toBe(401);
    const url = `/api/admin/users/${bob.userId}`;
    expect((await call('GET', url)).data.meta.deleting).toBe(true);
    const listed = JSON.parse((await call('GET', '/api/admin/users')).body) as {
      data: { id: string; meta: { deleting: boolean } }[];
    };
    expect(listed.data.filter(({ meta }) => meta.deleting).map(({ id }) => id)).toEqual([bob.userId]);
    const all = { canUpload: true, canDownload: true, canCreateFolder: true };
    for (const answer of [
      await call('PATCH', url, { first_name: 'x' }),
      await call('PATCH', url, { status: 'suspended' }),
      await call('PATCH', `${url}/role`, { role: 'admin' }),
      await call('PATCH', `${url}/storage`, { capacity: 1 }),
      await call('PATCH', `${url}/restrictions`, all),
      await call('POST', `${url}/password-reset`),
      await call('DELETE', `${url}/sessions`),
      await call('DELETE', `${url}/two-factor`, { current_password: 'correct horse battery' }),
      await remove(),
    ])
      expect(answer).toMatchObject({ status: 409, code: 'user.deleting' });
    // The address stays taken until the account is gone.
    const input = { first_name: 'B', email, role: 'user', invite: true };
    expect((await call('POST', '/api/admin/users', input)).errors).toHaveProperty('email');
    await jobsDone(server, kind);
    expect((await call('POST', '/api/admin/users', input)).status).toBe(201);
    expect((await call('GET', url)).status).toBe(404);
  });

  it('is deleted with everything that it has, and nothing of another account', async () => {
    await furnish(bob, bobCookie);
    await furnish(eve, await server.signIn('eve@example.com'));
    // Items that they have purged themselves belong to another job.
    await purged(server);
    const eves = await traces(eve.userId);
    expect(Object.keys(await traces(bob.userId))).toEqual(tables);
    expect(Object.keys(eves)).toEqual(tables);
    expect(await staged()).toHaveLength(2);
    await remove();
    await jobsDone(server, kind);
    expect(await traces(bob.userId)).toEqual({});
    expect(await staged()).toHaveLength(1);
    expect(await traces(eve.userId)).toEqual(eves);
    expect(await eve.names()).toEqual(['folder', 'top.txt']);
    expect(await server.services.usage.verifyUsage()).toEqual([]);
    // Bytes without a reference are deleted a day later, all others stay.
    server.clock.advance(25 * 3_600_000);
    const blobs = () => server.parts.db.selectFrom('blobs').select('id').execute();
    const left = (await blobs()).length;
    await server.services.trash.sweep();
    expect((await blobs()).length).toBeLessThan(left);
    const bytes = await readdir(join(server.dataDir, 'blobs'), { recursive: true });
    // Eve's file, and its earlier content, which is small.
    expect(bytes.filter((path) => /(^|\/)[0-9a-f]{32}$/.test(path))).toHaveLength(1);
    const small = await server.parts.db.selectFrom('blob_bytes').select('bytes').execute();
    expect(small.map((row) => Buffer.from(row.bytes).toString())).toEqual(['on top']);
    expect((await logged()).filter(({ kind: what }) => what.startsWith('user.delet'))).toEqual([
      { kind: 'user.deletion_begun', userId: bob.userId, details: { name: '', email: 'b…@example.com' } },
      {
        kind: 'user.deleted',
        userId: bob.userId,
        details: { name: '', email: 'b…@example.com', files: 33, folders: 3 },
      },
    ]);
  });
});

test('the deletion continues with the next start, at whatever step the server ended', async () => {
  await furnish(bob, bobCookie);
  const { db, clock } = server.parts;
  const failures: unknown[] = [];
  const { uploads, trash, actions, zip, auth, activity } = server.services;
  const parts: Erasure[] = [uploads, trash, actions, zip].map(
    (part) => (id, signal) => part.erase(id, signal),
  );
  const createNode = (name: string, erasures: readonly Erasure[]): JobsService => {
    const jobs = createJobsService({ db, clock, node: name, onError: (error) => failures.push(error) });
    nodes.push(jobs);
    createDeletion({
      db,
      clock,
      jobs,
      erasures,
      lockUser: createLockUser(db),
      dropAvatar: async () => undefined,
      record: (on, entry) => activity.record(on, entry),
      credentials: Object.assign(Object.create(null), auth) as never,
    });
    return jobs;
  };
  const open = () =>
    db
      .selectFrom('jobs')
      .select(['state', 'attempts', 'last_error'])
      .where('kind', '=', kind)
      .where('finished_at', 'is', null)
      .execute();
  await remove();
  for (let step = 0; step < parts.length; step += 1) {
    const ends = `ends at step ${step}`;
    const dying = createNode(
      `node ${step}`,
      parts.map((part, index) => async (id, signal) => {
        await part(id, signal);
        if (index === step) throw new Error(ends);
      }),
    );
    dying.start();
    await eventually(async () =>
      expect(await open()).toMatchObject([{ state: 'waiting', last_error: ends }]),
    );
    await dying.settled();
    expect(await traces(bob.userId)).toHaveProperty('users', 1);
    server.clock.advance(7 * 3_600_000);
  }
  createNode('last', parts).start();
  await eventually(async () => expect(await open()).toEqual([]));
  expect(await traces(bob.userId)).toEqual({});
  expect(failures).toEqual([]);
});

test('uploads that finish while the account is emptied are deleted as well', async () => {
  await bob.folder('a');
  await remove();
  const { db } = server.parts;
  // Simulates an upload that was admitted before, and ends after the account was emptied.
  let late = false;
  const { trash } = server.services;
  const erase = trash.erase.bind(trash);
  vi.spyOn(trash, 'erase').mockImplementation(async (id, signal) => {
    await erase(id, signal);
    if (!late) await bob.files(3, null);
    late = true;
  });
  await jobsDone(server, kind);
  expect(late).toBe(true);
  expect(await db.selectFrom('items').select('id').where('owner_id', '=', bob.userId).execute()).toEqual([]);
  expect(await traces(bob.userId)).toEqual({});
});

test('a job that was given up is enqueued again', async () => {
  await remove();
  await server.parts.db.deleteFrom('jobs').execute();
  await server.services.admin.resume();
  await jobsDone(server, kind);
  expect(await traces(bob.userId)).toEqual({});
});

test('the deletion of twenty thousand items does not block other requests', async () => {
  const folder = await bob.folder('many');
  await bob.files(19_900, folder);
  await bob.folders(100, folder);
  await remove();
  server.services.jobs.start();
  server.services.jobs.nudge();
  let served = 0;
  const { db } = server.parts;
  const isThere = () => db.selectFrom('users').select('id').where('id', '=', bob.userId).executeTakeFirst();
  while ((await isThere()) !== undefined) {
    await eve.folder(`folder ${served}`);
    served += 1;
  }
  // Well over once each: others get their turn between batches.
  expect(served).toBeGreaterThan(10);
  expect(await db.selectFrom('items').select('id').where('owner_id', '=', bob.userId).execute()).toEqual([]);
}, 120_000);
