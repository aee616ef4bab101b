import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp, testEmail } from '#testing/create-test-app.ts';
import { createTreeClient } from '#testing/tree-client.ts';
import { examine, nothingWrong } from '#testing/maintenance-commands.ts';

test('a wrong full-text index is rebuilt', async () => {
  const place = await createTestApp();
  try {
    const ada = await createTreeClient(place, testEmail);
    await ada.upload('findable', 'a');
    await sql.raw("insert into search_index (search_index) values ('delete-all')").execute(place.parts.db);
    expect((await examine(place)).summary).toEqual(['database 1']);
    expect((await examine(place, '--repair')).code).toBe(0);
    expect(await examine(place)).toEqual(nothingWrong);
  } finally {
    await place.close();
  }
});
