import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { photo } from '#testing/media-files.ts';
import { createUploadClient } from '#testing/upload-client.ts';
import { createMaking } from './making.service.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

it('leaves nothing of pictures that would lie where nobody looks', async () => {
  const { db, blobs } = server.parts;
  const client = createUploadClient(await server.listen(), await server.signIn());
  await client.put('photo.jpg', await photo(1, 60, 40));
  const { id } = await db.selectFrom('blobs').select('id').executeTakeFirstOrThrow();
  const making = createMaking({
    ...server.parts,
    keepBlob: async ({ key, size }, record) => {
      await blobs.publish(key, size);
      return record(() => Promise.reject(new AppError('storage.unavailable')));
    },
  });
  await expect(making.make(id, new AbortController().signal)).rejects.toThrow(AppError);
  expect(await db.selectFrom('thumbnails').selectAll().execute()).toEqual([]);
  const stored: string[] = [];
  for await (const { key } of blobs.list()) stored.push(key);
  expect(stored).toHaveLength(1);
});
