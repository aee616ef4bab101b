import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '#db/open-database.ts';
import { createBlobKey } from '#ports/blob-store.ts';
import { createId } from '#ports/ids.ts';
import { useServerProcess } from '#testing/use-server-process.ts';
import { readScrubState } from './scrubber.service.ts';
import { activeStoreOf } from '#testing/active-store.ts';

const server = useServerProcess();

const count = 1_000;
/** Blobs after which the progress is recorded. */
const batch = 100;
const day = 24 * 60 * 60_000;

test('a killed scrub resumes where it was, and reads each file once', async () => {
  const db = openDatabase(server.database.choice);
  try {
    const store = await activeStoreOf(db);
    const rows = await Promise.all(
      Array.from({ length: count }, async () => {
        const [bytes, key, now] = [randomBytes(20_000), createBlobKey(), Date.now()];
        const folder = join(server.dataDir, 'blobs', key.slice(0, 2), key.slice(2, 4));
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, key), bytes);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        const row = { id: createId(now), store_id: store, key, size: bytes.length };
        return { ...row, sha256, crc32: crc32(bytes), created_at: now };
      }),
    );
    for (let start = 0; start < count; start += 500)
      await db
        .insertInto('blobs')
        .values(rows.slice(start, start + 500))
        .execute();
    // Its period is over, so the rest is read at once.
    const startedAt = Date.now() - 40 * day;
    const run = { startedAt, cursor: '', total: 1, done: 0, files: 0, unread: 0 };
    await db
      .insertInto('settings')
      .values({
        name: 'maintenance:scrub',
        value: JSON.stringify({ run, last: null }),
        updated_at: Date.now(),
      })
      .execute();
    await db
      .insertInto('jobs')
      .values({
        id: createId(Date.now()),
        kind: 'scrub',
        dedupe_key: 'now',
        payload: '{}',
        run_at: Date.now(),
        max_attempts: 10,
        created_at: Date.now(),
      })
      .execute();

    // A fast disk is read within seconds.
    await vi.waitFor(async () => expect((await readScrubState(db)).run?.files).toBeGreaterThan(0), {
      timeout: 60_000,
      interval: 5,
    });
    await server.process.kill();
    const killed = await readScrubState(db);
    const verified = await db
      .selectFrom('blobs')
      .select(['id', 'verified_at'])
      .where('verified_at', 'is not', null)
      .execute();
    expect(verified.length).toBeLessThan(count);
    // The results of a batch are recorded before the progress, so that no file is skipped.
    expect(verified.length - (killed.run?.files ?? 0)).toBeGreaterThanOrEqual(0);
    expect(verified.length - (killed.run?.files ?? 0)).toBeLessThanOrEqual(batch);

    await server.start();
    await vi.waitFor(async () => expect((await readScrubState(db)).last).not.toBeNull(), {
      timeout: 120_000,
      interval: 100,
    });
    const { last } = await readScrubState(db);
    expect(last).toMatchObject({ startedAt, files: count, unread: 0 });
    const after = new Map(
      (await db.selectFrom('blobs').select(['id', 'verified_at']).execute()).map((row) => [
        row.id,
        row.verified_at,
      ]),
    );
    expect([...after.values()]).not.toContain(null);
    expect(verified.filter((row) => after.get(row.id) !== row.verified_at)).toEqual([]);
  } finally {
    await db.destroy();
  }
}, 240_000);
