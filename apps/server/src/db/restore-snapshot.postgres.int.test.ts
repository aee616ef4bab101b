import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { writeRestoreMarker } from '#db/copy/marker.ts';
import { migrations } from '#db/migrate.ts';
import { restorePostgres } from '#db/restore-snapshot.ts';
import { appliedMigrations } from '#db/schema-version.ts';
import { createTestDatabase } from '#testing/test-database.ts';

test('the adaptation of an older snapshot sees the current schema, also after an interruption', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  try {
    await writeRestoreMarker(db, 'a mark');
    const [fetched, seen]: [number[], number[]] = [[], []];
    const place = () =>
      restorePostgres(
        db,
        {
          folder: tmpdir(),
          lastMigration: '0012-links',
          mark: 'a mark',
          fetch: async (rows) => {
            fetched.push((await rows.selectFrom('stores').select('id').execute()).length);
          },
          adapt: async (trx) => {
            seen.push((await trx.selectFrom('stores').select('id').execute()).length);
            if (seen.length === 1) throw new Error('interrupted');
          },
        },
        [],
      );
    await expect(place()).rejects.toThrow('interrupted');
    await place();
    expect(fetched).toEqual([1, 1]);
    expect(seen).toEqual([1, 1]);
    expect(await appliedMigrations(db)).toEqual(Object.keys(migrations));
  } finally {
    await database.drop();
  }
});
