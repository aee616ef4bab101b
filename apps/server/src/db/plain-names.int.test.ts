import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writeRestoreMarker } from '#db/copy/marker.ts';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import { restorePostgres, restoreSqlite } from '#db/restore-snapshot.ts';
import { takeSnapshot } from '#db/snapshot.ts';
import { createTestDatabase, testDialect } from '#testing/test-database.ts';

const versionBefore = '0023-chosen-expiration';
const at = 1_700_000_000_000;

/** Fills the tables whose names change, as the version before did. */
const fill = async (db: Db): Promise<void> => {
  for (const row of [
    sql`insert into users (id, email, email_key, password_hash, role, color, created_at, updated_at, avatar_id)
      values ('ada', 'ada@example.com', 'ada@example.com', 'hash', 'admin', 'red', ${at}, ${at}, 'avatar')`,
    sql`insert into pictures (id, key, pictures, created_at, removed_at) values
      ('avatar', 'ab/cd', '{"xs":1}', ${at}, null), ('former', 'ef/01', '{}', ${at}, ${at})`,
    sql`insert into mailed_links (token_hash, kind, user_id, email, email_key, created_at, expires_at)
      values ('hash', 'password', 'ada', 'ada@example.com', 'ada@example.com', ${at}, ${at})`,
    sql`insert into storage_reservations (id, user_id, bytes, kept, expires_at) values ('upload', 'ada', 9, 4, ${at})`,
    sql`insert into sign_in_challenges (token_hash, user_id, remember, wrong, created_at, expires_at)
      values ('hash', 'ada', 0, 2, ${at}, ${at})`,
    sql`insert into upload_sessions
      (id, principal, name, path, file_name, on_conflict, staging_key, created_at, updated_at, holder, held_until)
      values ('one', 'user:ada', 'a', '', 'a', 'rename', 'key', ${at}, ${at}, 'mover x', 5),
        ('two', 'user:ada', 'b', '', 'b', 'rename', 'key', ${at}, ${at}, 'server y', 6)`,
    sql`insert into blobs (id, key, size, sha256, crc32, created_at) values ('bytes', 'k', 3, 'sum', 7, ${at})`,
    sql`insert into thumbnails (blob_id, state, key, pictures, updated_at)
      values ('bytes', 'ready', 't', '{"md":2}', ${at})`,
    sql`insert into shares (id, token, owner_id, item_id, permission, created_at, told_until)
      values ('link', 'token', 'ada', 'file', 'visitor', ${at}, 'change')`,
    sql`insert into file_requests (id, token, owner_id, folder_id, name, note, created_at)
      values ('request', 'asking', 'ada', 'folder', 'Photos', '', ${at})`,
    sql`insert into received_files (id, request_id, visit, name, size, sha256, at, told_at)
      values ('file', 'request', 'visit', 'a', 3, 'sum', ${at}, ${at})`,
    sql`insert into jobs (id, kind, payload, max_attempts, run_at, created_at, again)
      values ('job', 'mail', '{}', 3, ${at}, ${at}, 1)`,
    sql`insert into nodes
      (id, run, place, host, version, storage, key_check, clock_ahead, started_at, seen_at)
      values ('node', 'run', 'identity', 'host', '1', '', '', 0, ${at}, ${at})`,
    sql`insert into storage_moves (id, source, automatic, part, after, created_at)
      values ('move', '{"kind":"disk"}', 0, 'pictures', '', ${at})`,
    sql`insert into settings (name, value, updated_at) values
      ('title', '"Files"', ${at}), ('note:installation', '"own"', ${at}), ('secret:metrics', '"s"', ${at}),
      ('upkeep:doctor', '{"checks":[{"check":"pictures","state":"ok"}]}', ${at}),
      ('upkeep:warning:disk', '{"code":"disk","facts":{},"since":1,"isTold":true}', ${at})`,
    sql`insert into translations (locale, key, value, updated_at) values
      ('fr', 'asked.done', 'Fini', ${at}), ('fr', 'asked.away.title', 'Absent', ${at}),
      ('fr', 'asked.unnamed.away.title', 'Fermé', ${at}), ('fr', 'uploads.clash.title', 'Déjà là', ${at}),
      ('fr', 'errors.picture.not_found', 'Pas d’image', ${at}), ('fr', 'files.home', 'Maison', ${at})`,
  ])
    await row.execute(db);
};

/** Reads what `fill` has written, by the names of this version. */
const contentOf = async (db: Db) => {
  const rowsOf = async (query: string) => (await sql<object>`${sql.raw(query)}`.execute(db)).rows;
  return {
    images: await rowsOf('select id, key, spans, removed_at from images order by id'),
    avatar: await rowsOf('select avatar_id from users'),
    thumbnails: await rowsOf('select spans from thumbnails'),
    tokens: await rowsOf('select token_hash, kind, user_id from email_tokens'),
    reservations: await rowsOf('select id, user_id, bytes, staged from quota_reservations'),
    challenges: await rowsOf('select attempts from sign_in_challenges'),
    uploads: await rowsOf('select holder, lease_until from upload_sessions order by id'),
    shares: await rowsOf('select notified_until from shares'),
    received: await rowsOf('select notified_at from received_files'),
    jobs: await rowsOf('select rerun from jobs'),
    nodes: await rowsOf('select folder_identity from nodes'),
    settings: await rowsOf('select name, value from settings order by name'),
    translations: await rowsOf('select key, value from translations order by value'),
  };
};

const content = {
  images: [
    { id: 'avatar', key: 'ab/cd', spans: '{"xs":1}', removed_at: null },
    { id: 'former', key: 'ef/01', spans: '{}', removed_at: at },
  ],
  avatar: [{ avatar_id: 'avatar' }],
  thumbnails: [{ spans: '{"md":2}' }],
  tokens: [{ token_hash: 'hash', kind: 'password', user_id: 'ada' }],
  reservations: [{ id: 'upload', user_id: 'ada', bytes: 9, staged: 4 }],
  challenges: [{ attempts: 2 }],
  uploads: [
    { holder: 'migrator x', lease_until: 5 },
    { holder: 'server y', lease_until: 6 },
  ],
  shares: [{ notified_until: 'change' }],
  received: [{ notified_at: at }],
  jobs: [{ rerun: 1 }],
  nodes: [{ folder_identity: 'identity' }],
  settings: [
    { name: 'internal:installation', value: '"own"' },
    { name: 'maintenance:doctor', value: '{"checks":[{"check":"images","state":"ok"}]}' },
    { name: 'maintenance:warning:disk', value: '{"code":"disk","facts":{},"since":1,"isReported":true}' },
    { name: 'secret:metrics', value: '"s"' },
    { name: 'title', value: '"Files"' },
  ],
  translations: [
    { key: 'file_request.unavailable.title', value: 'Absent' },
    { key: 'uploads.conflict.title', value: 'Déjà là' },
    { key: 'file_request.unnamed.unavailable.title', value: 'Fermé' },
    { key: 'file_request.done', value: 'Fini' },
    { key: 'files.home', value: 'Maison' },
    { key: 'errors.image.not_found', value: 'Pas d’image' },
  ],
};

test('rows of the version before keep their values under the new names', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  await migrate(db, versionBefore);
  await fill(db);
  await migrate(db, '0024-plain-names');
  expect((await sql`select part from storage_moves`.execute(db)).rows).toEqual([{ part: 'images' }]);
  await migrate(db);
  expect(await contentOf(db)).toEqual(content);
  await database.drop();
});

test('a backup of the version before is restored under the new names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-plain-names-'));
  const isPostgres = testDialect() === 'postgres';
  const [database, target] = [await createTestDatabase(), await createTestDatabase()];
  const path = join(folder, 'restored.sqlite');
  const source = isPostgres
    ? database.db
    : openDatabase({ kind: 'sqlite', path: join(folder, 'source.sqlite') });
  try {
    await migrate(source, versionBefore);
    await fill(source);
    const { files } = await takeSnapshot(source, folder, async () => undefined);
    const nothing = async (): Promise<void> => undefined;
    const placing = { folder, lastMigration: versionBefore, mark: 'a mark', fetch: nothing, adapt: nothing };
    if (isPostgres) {
      await writeRestoreMarker(target.db, 'a mark');
      await restorePostgres(target.db, placing, files);
    } else await restoreSqlite(path, placing);
    const restored = isPostgres ? target.db : openDatabase({ kind: 'sqlite', path });
    expect(await contentOf(restored)).toEqual(content);
    if (!isPostgres) await restored.destroy();
  } finally {
    if (!isPostgres) await source.destroy();
    await database.drop();
    await target.drop();
    await rm(folder, { recursive: true });
  }
});
