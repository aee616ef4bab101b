import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { UnpicturableError } from '#ports/thumbnailer.ts';
import { createTestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { plantItems } from '#testing/plant-items.ts';
import { backfillBatch, retriedAtOnce } from './thumbnails.rules.ts';

test('files without thumbnails are enqueued in batches', { timeout: 60_000 }, async () => {
  const many = backfillBatch + 100;
  let made = 0;
  const open: number[] = [];
  let counting: Promise<unknown> = Promise.resolve();
  const countOpen = async (): Promise<number> => {
    const counts = await server.services.jobs.counts();
    return counts.reduce((sum, { state, count }) => (state === 'done' ? sum : sum + count), 0);
  };
  const server = await createTestApp({
    thumbnailer: {
      concurrency: 1,
      types: async () => ['image/png'],
      make: async () => {
        made += 1;
        // Counting is the slowest part, and no job ends meanwhile.
        if (made % 10 === 1) counting = countOpen().then((count) => open.push(count));
        await counting;
        throw new UnpicturableError('not worth it here');
      },
      shape: () => Promise.reject(new Error('nobody asks')),
      confinement: async () => ({ level: 'none', hasBounds: false }),
      close: async () => undefined,
    },
  });
  try {
    const ownerId = await server.addUser('eve@example.com');
    const { db } = server.parts;
    await plantItems(db, { ownerId, parent: null, type: 'file', count: many, now: server.clock.now() });
    await db.updateTable('items').set({ mimetype: 'image/png' }).execute();
    await server.services.prepare();
    await eventually(() => expect(made).toBe(many));
    // The jobs of one batch, and the next batch itself.
    expect(Math.max(...open)).toBe(backfillBatch + 1);
    await eventually(async () => expect(await countOpen()).toBe(0));
  } finally {
    await server.close();
  }
});

test('very many failures are reset in batches, between which other work runs', async () => {
  const server = await createTestApp();
  try {
    const ownerId = await server.addUser('eve@example.com');
    const { db } = server.parts;
    const many = retriedAtOnce * 3;
    await plantItems(db, { ownerId, parent: null, type: 'file', count: many, now: server.clock.now() });
    await sql`insert into thumbnails (blob_id, state, updated_at) select id, 'failed', 1 from blobs`.execute(
      db,
    );
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    expect(await server.services.thumbnails.retryFailed()).toBe(many);
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(await db.selectFrom('thumbnails').select('blob_id').execute()).toEqual([]);
  } finally {
    await server.close();
  }
});
