import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { fourFields } from '#testing/media-files.ts';

// The image processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let server: TestApp;
let origin: string;
let cookie: string;
beforeEach(async () => {
  server = await createTestApp();
  origin = await server.listen();
  cookie = await server.signIn();
});
afterEach(() => server.close());

const setImage = (name: 'avatar' | 'logo', image: Uint8Array, as = cookie): Promise<Response> => {
  const body = new FormData();
  body.append('name', name);
  body.append('file', new Blob([Buffer.from(image)], { type: 'image/png' }), 'me.png');
  const path = name === 'avatar' ? '/api/user/avatar' : '/api/admin/settings/images';
  return fetch(origin + path, { method: 'POST', body, headers: { cookie: as } });
};
const problem = async (answer: Response): Promise<unknown[]> => [
  answer.status,
  ((await answer.json()) as { code: string }).code,
];

test('an account sends one image at a time, and ten a minute', async () => {
  const image = await fourFields(60, 60).png().toBuffer();
  const eve = await server.addUser('eve@example.com').then(() => server.signIn('eve@example.com'));
  const { thumbnailer } = server.parts;
  const shape = thumbnailer.shape.bind(thumbnailer);
  const gate = Promise.withResolvers<void>();
  const shaping = vi.spyOn(thumbnailer, 'shape').mockImplementation(async (...args) => {
    await gate.promise;
    return shape(...args);
  });
  const first = setImage('avatar', image);
  await eventually(() => expect(shaping).toHaveBeenCalledTimes(1));
  for (const second of [await setImage('avatar', image), await setImage('logo', image)]) {
    expect(second.headers.get('retry-after')).toBe('5');
    expect(await problem(second)).toEqual([429, 'limit.too_many']);
  }
  // Other users do not wait for it.
  const theirs = setImage('avatar', image, eve);
  await eventually(() => expect(shaping).toHaveBeenCalledTimes(2));
  gate.resolve();
  expect([(await first).status, (await theirs).status]).toEqual([200, 200]);
  for (let count = 1; count < 10; count += 1)
    expect((await setImage('avatar', Buffer.from('nothing to see'))).status).toBe(422);
  const refused = await setImage('avatar', image);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await problem(refused)).toEqual([429, 'limit.too_many']);
  server.clock.advance(60_001);
  expect((await setImage('avatar', image)).status).toBe(200);
});

test('very many images are swept in batches, between which other work runs', async () => {
  const { db } = server.parts;
  const pictures = Array.from({ length: 1_000 }, (_, index) => ({
    id: index.toString(16).padStart(32, '0'),
    store_id: server.storeId,
    key: `${index}`.padStart(32, '0'),
    spans: '{}',
    created_at: 1,
    removed_at: null,
  }));
  await db.insertInto('images').values(pictures).execute();
  const shown = pictures[500]?.id ?? '';
  await db.updateTable('users').set({ avatar_id: shown }).execute();
  let turns = 0;
  let isSwept = false;
  const count = (): void => {
    turns += 1;
    if (!isSwept) setImmediate(count);
  };
  setImmediate(count);
  await server.services.images.sweep();
  isSwept = true;
  expect(turns).toBeGreaterThanOrEqual(5);
  const kept = (await db.selectFrom('images').selectAll().execute()).filter(
    ({ removed_at: removedAt }) => removedAt === null,
  );
  expect(kept.map(({ id }) => id)).toEqual([shown]);
});
