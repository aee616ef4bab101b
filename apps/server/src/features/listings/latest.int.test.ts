import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { useTree } from '#testing/use-tree.ts';
import { planOf, queriesOf } from '#testing/watch-queries.ts';

const { server, ada } = useTree();

/** Returns the statements that walk an owner's files by time. */
const walks = async (): Promise<CompiledQuery[]> => {
  const queries = await queriesOf(async () => {
    expect(await ada.call('GET', '/api/browse/latest')).toMatchObject({ status: 200 });
  });
  return queries.filter(({ sql }) => sql.includes('order by "created_at" desc, "id" desc'));
};

test('only the requested number of newest files is read from an index, however many there are', async () => {
  await ada.files(500, null);
  const queries = await walks();
  expect(queries).toHaveLength(1);
  for (const query of queries) {
    const plan = await planOf(server.parts.db, query);
    expect(plan).toContain('items_latest');
    expect(plan).not.toMatch(/temp b-tree|sort|seq scan/i);
    expect(query.sql).toMatch(/ limit /);
  }
});

test('trashed files among the newest cause only as much more of the index to be read as necessary', async () => {
  await ada.files(150, null);
  const folder = await ada.folder('folder');
  await ada.files(300, folder);
  await ada.remove([folder]);
  const queries = await walks();
  const far = queries.flatMap(({ sql, parameters }) =>
    sql.includes(' offset ')
      ? [Math.max(...(parameters.filter((value) => typeof value === 'number' && value < 1e9) as number[]))]
      : [],
  );
  expect(far.length).toBeGreaterThan(0);
  for (const entries of far) expect(entries).toBeLessThan(10_000);
  for (const query of queries) {
    const plan = await planOf(server.parts.db, query);
    expect(plan).toContain('items_latest');
    expect(plan).not.toMatch(/temp b-tree|sort|seq scan/i);
  }
});
