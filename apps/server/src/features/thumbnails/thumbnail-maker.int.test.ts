import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { photo } from '#testing/media-files.ts';
import { createUploadClient } from '#testing/upload-client.ts';
import { createThumbnailMaker } from './thumbnail-maker.ts';
import { singleStore } from '#testing/single-store.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp({ smallContentLimit: -1 });
});
afterEach(() => server.close());

it('stores no thumbnails in a retired store', async () => {
  const { blobs } = server;
  const { db } = server.parts;
  const client = createUploadClient(await server.listen(), await server.signIn());
  await client.put('photo.jpg', await photo(1, 60, 40));
  const { id } = await db.selectFrom('blobs').select('id').executeTakeFirstOrThrow();
  const retired = { id: 'retired', kind: 'disk', config: '{}', node_id: null, state: 'retired' } as const;
  await db
    .insertInto('stores')
    .values({ ...retired, created_at: 1 })
    .execute();
  const stores = singleStore(blobs, 'retired');
  const making = createThumbnailMaker({ ...server.parts, stores });
  await expect(making.make(id, new AbortController().signal)).rejects.toThrow(/foreign key/i);
  expect(await db.selectFrom('thumbnails').selectAll().execute()).toEqual([]);
  const stored: string[] = [];
  for await (const { key } of blobs.list()) stored.push(key);
  expect(stored).toHaveLength(1);
});

it('keeps the thumbnails that were recorded first, and removes bytes that another server makes meanwhile', async () => {
  const { db, thumbnailer, storage } = server.parts;
  const { blobs } = server;
  const { stores } = storage;
  const client = createUploadClient(await server.listen(), await server.signIn());
  await client.put('photo.jpg', await photo(1, 60, 40));
  const { id } = await db.selectFrom('blobs').select('id').executeTakeFirstOrThrow();
  const { signal } = new AbortController();
  const first = createThumbnailMaker({ ...server.parts, stores });
  const second = createThumbnailMaker({
    ...server.parts,
    stores,
    thumbnailer: {
      ...thumbnailer,
      make: async (source, ending) => {
        const pictures = await thumbnailer.make(source, ending);
        await first.make(id, signal);
        return pictures;
      },
    },
  });
  await second.make(id, signal);
  const recorded = await db.selectFrom('thumbnails').select('key').execute();
  const files = await db.selectFrom('blobs').select('key').execute();
  const stored = new Set<string | null>();
  for await (const { key } of blobs.list()) stored.add(key);
  expect(stored).toEqual(new Set([...recorded, ...files].map(({ key }) => key)));
});
