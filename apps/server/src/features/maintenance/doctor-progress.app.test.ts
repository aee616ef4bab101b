import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createChecksum } from '#lib/checksum.ts';
import { useTree } from '#testing/use-tree.ts';
import { createBlobVerifier } from './blob-verifier.service.ts';
import { examine } from './doctor.ts';
import type { CheckName, Progress } from './doctor.types.ts';

const { server, ada, newcomer } = useTree();

const examined = async () => {
  const { db, clock, storage } = server.parts;
  const { stores } = storage;
  const told: Progress[] = [];
  const report = await examine(
    {
      db,
      stores,
      cleanable: async () => ({ stores: [], blockedReason: undefined }),
      verifier: createBlobVerifier({ ...server.parts, stores, createChecksum, isOwn: async () => true }),
      clock,
      dataDir: server.dataDir,
      alone: false,
    },
    { repair: false, readPercent: 0 },
    { onProgress: (progress) => told.push(progress) },
  );
  return {
    of: (check: CheckName) => told.filter((progress) => progress.check === check),
    found: Object.fromEntries(report.checks.map(({ check, found }) => [check, found])),
  };
};

test('the check of sums reports its progress after each page of items', async () => {
  await ada.folders(4_500, null);
  const { of, found } = await examined();
  for (const check of ['totals', 'storage'] as const) {
    const told = of(check).filter(({ total }) => total === 4_501);
    expect([...new Set(told.map(({ examined: count }) => count))]).toEqual([0, 2_000, 4_000, 4_500, 4_501]);
  }
  expect(found).toMatchObject({ totals: 0, storage: 0 });
});

test('wrong sums are found with their folder and account, among others that are right', async () => {
  const eve = await newcomer('eve');
  const folder = await ada.folder('folder');
  await ada.files(3, folder);
  await eve.upload('hers', 'bytes');
  const { db } = server.parts;
  const alter = (statement: ReturnType<typeof sql>) => statement.execute(db);
  await alter(sql`update items set files_size = files_size + 1 where id = ${folder.id}`);
  await alter(sql`update users set items_count = items_count + 1 where id = ${eve.userId}`);
  await alter(sql`update item_totals set folders = folders + 1 where user_id = ${ada.userId}`);
  await alter(sql`update user_storage set reserved = 9 where user_id = ${eve.userId}`);
  const { found } = await examined();
  expect(found).toMatchObject({ totals: 3, storage: 1 });
  await alter(sql`update items set files_size = files_size - 1 where id = ${folder.id}`);
  await alter(sql`update users set items_count = items_count - 1 where id = ${eve.userId}`);
  await alter(sql`update item_totals set folders = folders - 1 where user_id = ${ada.userId}`);
  await alter(sql`update user_storage set reserved = 0 where user_id = ${eve.userId}`);
});
