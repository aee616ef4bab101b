import type { Item } from '@holdall/contract/files';
import type { VersionList } from '@holdall/contract/versions';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { storeBytes } from '#ports/blob-store.ts';
import { createId } from '#ports/ids.ts';
import { createTestApp, testEmail, testPassword } from '#testing/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { closeSound, createTreeClient } from '#testing/tree-client.ts';

const at = 1_700_000_000_000;
const [ada, folder, file, trashed] = [createId(at), createId(at), createId(at), createId(at)];
const token = 'a'.repeat(32);

/** Fills the schema before versions, numbers, copies and revisions: an account with a shared file, and one in the trash. */
const fill = async (db: Db, key: string): Promise<void> => {
  const hasher = createArgon2Hasher({ memory: 64, passes: 1 });
  const { rows } = await sql<{ id: string }>`select id from stores`.execute(db);
  const blob = createId(at);
  const item = (id: string, parent: string | null, more: object) => ({
    id,
    owner_id: ada,
    parent_id: parent,
    created_at: at,
    modified_at: at,
    ...more,
  });
  const content = { type: 'file', blob_id: blob, size: 3, mimetype: 'text/plain', category: 'documents' };
  const named = (name: string) => ({ name, sort_key: name, search_key: name });
  const tables: readonly (readonly [table: string, row: object])[] = [
    ['settings', { name: 'installed_at', value: String(at), updated_at: at }],
    [
      'users',
      {
        id: ada,
        email: testEmail,
        email_key: testEmail,
        password_hash: await hasher.hash(testPassword),
        role: 'admin',
        color: 'red',
        items_count: 1,
        created_at: at,
        updated_at: at,
      },
    ],
    ['user_settings', { user_id: ada }],
    ['user_storage', { user_id: ada, documents: 6 }],
    ['blobs', { id: blob, key, size: 3, sha256: 'sum', crc32: 7, created_at: at, store_id: rows[0]?.id }],
    [
      'items',
      item(folder, null, {
        type: 'folder',
        ...named('folder'),
        items_count: 1,
        files_count: 1,
        files_size: 3,
      }),
    ],
    ['items', item(file, folder, { ...content, ...named('a.txt') })],
    [
      'items',
      item(trashed, null, { ...content, ...named('trashed.txt'), deleted_at: at, trashed_by: `user:${ada}` }),
    ],
    [
      'shares',
      {
        id: createId(at),
        token,
        owner_id: ada,
        item_id: folder,
        permission: 'editor',
        created_at: at,
      },
    ],
  ];
  for (const [table, row] of tables)
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(db);
};

const upgraded = async (dataDir: string): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  await migrate(database.db, '0028-modified-at');
  await fill(database.db, await storeBytes(await createDiskBlobStore(dataDir), Buffer.from('old')));
  await migrate(database.db);
  return database;
};

test('files of the version before versions get them and are copied, and their folders have revisions', async () => {
  const server = await createTestApp({ createDatabase: upgraded });
  const client = await createTreeClient(server, testEmail);
  const headers = { cookie: await server.signIn() };
  const get = (url: string) => server.app.inject({ url, headers });
  const revision = async (): Promise<string | undefined> =>
    (await get(`/api/items/${folder}?tree_rev=true`)).json<Item>().data.attributes.tree_rev;
  const replacing = `on_conflict=replace&parent_id=${folder}`;
  const former = await revision();
  expect(await client.upload('a.txt', 'newer', replacing)).toEqual({ id: file, type: 'file' });
  const { data } = (await get(`/api/items/${file}/versions`)).json<VersionList>();
  expect(data).toMatchObject([
    { size: 3, stored_at: new Date(at).toISOString(), stored_by: { kind: 'unknown' } },
  ]);
  expect((await get(`/api/items/${file}/versions/${data[0]?.id}/content`)).body).toBe('old');
  expect([await revision(), former]).toEqual([expect.not.stringMatching(`^${former}$`), expect.any(String)]);
  expect(await client.copy([{ id: folder, type: 'folder' }], null, { on_conflict: 'rename' })).toMatchObject({
    status: 200,
  });
  await client.restore([{ id: trashed, type: 'file' }]);
  expect(await client.names()).toEqual(['folder', 'folder (1)', 'trashed.txt']);
  expect((await get(`/api/files/${trashed}/content`)).body).toBe('old');
  expect((await server.app.inject(`/api/browse/share/${token}`)).statusCode).toBe(200);
  expect(await server.services.usage.verifyUsage()).toEqual([]);
  await closeSound(server);
});
