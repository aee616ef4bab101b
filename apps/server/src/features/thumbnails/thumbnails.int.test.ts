import { utimes } from 'node:fs/promises';
import type { Item } from '@holdall/contract/files';
import type { Problem } from '@holdall/contract/error-codes';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import type { BlobKey } from '#ports/blob-store.ts';
import type { AppEvent } from '#ports/events.ts';
import { type Pictures, type Thumbnailer, UnpicturableError } from '#ports/thumbnailer.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '#testing/create-test-app.ts';
import { eventually } from '#testing/eventually.ts';
import { html, hugePng, svgWithScript, truncatedJpeg } from '#testing/hostile-files.ts';
import { fourFields, pdf, photo } from '#testing/media-files.ts';
import { createUploadClient, type UploadClient } from '#testing/upload-client.ts';

let server: TestApp;
let origin: string;
let client: UploadClient;
let events: AppEvent[];
const start = async (options: TestAppOptions = {}): Promise<void> => {
  server = await createTestApp(options);
  events = [];
  server.parts.events.subscribe((event) => events.push(event));
  origin = await server.listen();
  client = createUploadClient(origin, await server.signIn());
};
const failedInBackground = () =>
  server.logged.filter((line) => line['msg'] === 'work in the background failed');
afterEach(async () => {
  await server.close();
});

const upload = async (name: string, bytes: Uint8Array): Promise<Item['data']> => {
  const answer = await client.binary({ name }, bytes);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as Item).data;
};
const listed = async (id: string): Promise<Item['data']['attributes']> => {
  const { files } = await client.listing();
  const found = files.data.find(({ data }) => data.id === id);
  if (found === undefined) throw new Error('the file is not listed');
  return found.data.attributes;
};
const stateOf = async (id: string): Promise<string | null> =>
  (
    await server.parts.db
      .selectFrom('items')
      .select('preview_state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).preview_state;
const settledAs = (id: string, state: string) =>
  eventually(async () => expect(await stateOf(id)).toBe(state));
const problem = async (answer: Response): Promise<string> => ((await answer.json()) as Problem).code;
const thumbnailRow = () => server.parts.db.selectFrom('thumbnails').selectAll().executeTakeFirst();

/** Replaces the thumbnailer where it is not under test. */
const pretend = (make: Thumbnailer['make'], concurrency = 1): Thumbnailer => ({
  concurrency,
  types: async () => (concurrency === 0 ? [] : ['image/png', 'image/jpeg']),
  make,
  shape: () => Promise.reject(new Error('nobody asks')),
  confinement: async () => ({ level: 'none', hasBounds: false }),
  close: async () => undefined,
});
const aPicture = async (): Promise<Pictures> => {
  const bytes = await fourFields(40, 40).webp().toBuffer();
  const picture = { bytes };
  return { width: 40, height: 40, sizes: { xs: picture, sm: picture, md: picture, lg: picture } };
};

test('an uploaded photo gets its thumbnails, and open pages are told', async () => {
  await start();
  await server.services.prepare();
  const { id, attributes } = await upload('beach.jpg', await photo(6, 900, 600));
  expect(attributes.thumbnail).toBeNull();
  await settledAs(id, 'ready');

  const { thumbnail, width, height, modified_at: updated } = await listed(id);
  expect({ width, height, updated }).toEqual({ width: 600, height: 900, updated: attributes.modified_at });
  const address = new RegExp(`^/api/thumbnails/${id}/sm\\?v=[0-9a-f]{8}$`);
  expect(thumbnail?.sm).toMatch(address);
  expect(events.filter((event) => event.kind === 'files' && event.itemIds.includes(id))).not.toEqual([]);

  const longest: number[] = [];
  for (const path of Object.values(thumbnail ?? {})) {
    const answer = await client.get(path);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': 'inline; filename=beach.webp',
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.length).toBe(Number(answer.headers.get('content-length')));
    const picture = await sharp(bytes).metadata();
    expect(picture.exif).toBeUndefined();
    longest.push(Math.max(picture.width, picture.height));
  }
  expect(longest).toEqual([64, 256, 512, 900]);
  expect(failedInBackground()).toEqual([]);
});

test('a thumbnail supports ETags and ranges, and is cached forever only by its versioned address', async () => {
  await start({ thumbnailer: pretend(aPicture) });
  await server.services.prepare();
  const { id } = await upload('a.png', await fourFields(40, 40).png().toBuffer());
  await settledAs(id, 'ready');
  const path = `/api/thumbnails/${id}/md`;
  const first = await client.get(path);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect((await client.get(`${path}?v=00000000`)).headers.get('cache-control')).toBe('private, no-cache');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[^"]+"$/);
  expect((await client.get(path, { 'if-none-match': etag })).status).toBe(304);
  const whole = Buffer.from(await first.arrayBuffer());
  const part = await client.get(path, { range: 'bytes=4-11' });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(4, 12));
  expect((await client.get(`/api/thumbnails/${id}/huge`)).status).toBe(404);
});

test('other users and unauthenticated requests learn nothing, and the owner sees thumbnails in the trash as well', async () => {
  await start({ thumbnailer: pretend(aPicture) });
  await server.services.prepare();
  const { id } = await upload('a.png', await fourFields(40, 40).png().toBuffer());
  await settledAs(id, 'ready');
  const path = `/api/thumbnails/${id}/sm`;
  await server.addUser('eve@example.com');
  const otherUser = await server.app.inject({
    url: path,
    headers: { cookie: await server.signIn('eve@example.com') },
  });
  expect([otherUser.statusCode, otherUser.json<Problem>().code]).toEqual([404, 'thumbnail.not_found']);
  const unknown = await client.get(`/api/thumbnails/01900000-0000-7000-8000-000000000000/sm`);
  expect([unknown.status, await problem(unknown)]).toEqual([404, 'thumbnail.not_found']);
  expect((await server.app.inject({ url: path })).statusCode).toBe(401);

  const now = server.clock.now();
  await server.parts.db.updateTable('items').set({ deleted_at: now }).where('id', '=', id).execute();
  expect((await client.get(path)).status).toBe(200);
  await server.parts.db.updateTable('items').set({ purged_at: now }).where('id', '=', id).execute();
  expect((await client.get(path)).status).toBe(404);
});

test('files of unsupported types are skipped or given up, once', async () => {
  await start();
  await server.services.prepare();
  const broken = [
    await upload('huge.png', await hugePng(50_000)),
    await upload('half.jpg', await truncatedJpeg()),
    await upload('empty.png', Buffer.alloc(0)),
  ];
  const others = [await upload('page.png', html()), await upload('notes.txt', Buffer.from('hello'))];
  for (const { id } of broken) {
    await settledAs(id, 'failed');
    expect((await listed(id)).thumbnail).toBeNull();
    const answer = await client.get(`/api/thumbnails/${id}/sm`);
    expect([answer.status, await problem(answer)]).toEqual([404, 'thumbnail.not_found']);
  }
  for (const { id } of others) expect(await stateOf(id)).toBeNull();
  const rows = await server.parts.db.selectFrom('thumbnails').select(['state', 'error']).execute();
  expect(rows.filter(({ state }) => state === 'ready')).toEqual([]);
  expect(rows.map(({ error }) => error).join()).toMatch(/exceeds pixel limit/);
  await eventually(async () =>
    expect((await server.services.jobs.counts()).filter(({ state }) => state !== 'done')).toEqual([]),
  );
  expect(failedInBackground()).toEqual([]);
});

test('drawings and documents get thumbnails, and documents have no size in pixels', async () => {
  await start();
  await server.services.prepare();
  const drawing = await upload('logo.svg', svgWithScript());
  const document = await upload('letter.pdf', pdf());
  await settledAs(drawing.id, 'ready');
  await settledAs(document.id, 'ready');
  expect(await listed(drawing.id)).toMatchObject({ width: 200, height: 100 });
  expect(await listed(document.id)).not.toHaveProperty('width');
});

test('files without a job, for example from before an update, are found', async () => {
  const made: string[] = [];
  await start({
    thumbnailer: pretend(async ({ type }) => {
      made.push(type);
      return aPicture();
    }),
  });
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push((await upload(`${index}.png`, await photo(1))).id);
  // As a killed server leaves them: stored, and not enqueued.
  await server.services.thumbnails.settled();
  await server.parts.db.deleteFrom('jobs').execute();
  await server.parts.db.updateTable('items').set({ preview_state: null }).execute();
  await server.services.prepare();
  for (const id of ids) await settledAs(id, 'ready');
  expect(made).toHaveLength(5);
});

test('an account with many files does not delay others', async () => {
  const begun: number[] = [];
  await start({
    thumbnailer: pretend((source) => {
      begun.push(source.size);
      return aPicture();
    }),
  });
  await server.addUser('eve@example.com');
  const eve = createUploadClient(origin, await server.signIn('eve@example.com'));
  for (let index = 0; index < 12; index += 1) await upload(`${index}.png`, await photo(1));
  const bytes = await photo(1, 90, 60);
  const hers = (await (await eve.binary({ name: 'hers.png' }, bytes)).json()) as Item;
  await server.services.thumbnails.settled();
  await server.services.prepare();
  await settledAs(hers.data.id, 'ready');
  await eventually(() => expect(begun).toHaveLength(13));
  // Two at a time, in any order.
  expect(begun.slice(0, 3)).toContain(bytes.length);
});

test('a request for a missing thumbnail enqueues it', async () => {
  await start({ thumbnailer: pretend(aPicture) });
  const { id } = await upload('a.png', await photo(1));
  await server.services.thumbnails.settled();
  await server.parts.db.deleteFrom('jobs').execute();
  await server.parts.db.updateTable('items').set({ preview_state: null }).execute();
  server.services.jobs.start();
  expect((await client.get(`/api/thumbnails/${id}/sm`)).status).toBe(404);
  await settledAs(id, 'ready');
  expect((await client.get(`/api/thumbnails/${id}/sm`)).status).toBe(200);
});

test('temporary failures are retried, and a file that always kills the process is given up', async () => {
  let attempts = 0;
  await start({
    thumbnailer: pretend(async () => {
      attempts += 1;
      throw new Error('the process ended');
    }),
  });
  await server.services.prepare();
  const { id } = await upload('a.png', await photo(1));
  const postponed = () =>
    eventually(async () => {
      const job = await server.parts.db
        .selectFrom('jobs')
        .select(['state', 'attempts'])
        .where('last_error', 'is not', null)
        .executeTakeFirst();
      expect(job).toEqual({ state: 'waiting', attempts });
    });
  for (let attempt = 1; attempt < 3; attempt += 1) {
    await eventually(() => expect(attempts).toBe(attempt));
    await postponed();
    server.clock.advance(10 * 60_000);
    server.services.jobs.nudge();
  }
  await settledAs(id, 'failed');
  expect(attempts).toBe(3);
  expect((await thumbnailRow())?.error).toBe('the process ended');
});

test('files with the same stored bytes share their thumbnails', async () => {
  let made = 0;
  await start({
    thumbnailer: pretend(async () => {
      made += 1;
      return aPicture();
    }),
  });
  await server.services.prepare();
  const { id } = await upload('a.png', await photo(1));
  await settledAs(id, 'ready');
  const { db } = server.parts;
  const original = await db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const copy = '01900000-0000-7000-8000-00000000000a';
  await db
    .insertInto('items')
    .values({
      id: copy,
      owner_id: original.owner_id,
      parent_id: null,
      type: 'file',
      name: 'b.png',
      sort_key: 'b',
      search_key: 'b.png',
      blob_id: original.blob_id,
      size: original.size,
      mimetype: original.mimetype,
      category: original.category,
      created_at: original.created_at,
      modified_at: original.modified_at,
    })
    .execute();
  await server.services.thumbnails.sweep();
  await settledAs(copy, 'ready');
  expect(made).toBe(1);
  expect((await client.get(`/api/thumbnails/${copy}/sm`)).status).toBe(200);
});

test('thumbnails are claimed in the census of the store, and deleted with their blobs', async () => {
  await start({ thumbnailer: pretend(aPicture) });
  await server.services.prepare();
  const { id } = await upload('a.png', await photo(1));
  await settledAs(id, 'ready');
  const row = await thumbnailRow();
  const key = (row?.key ?? '') as BlobKey;
  const old = Date.now() / 1000 - 3 * 24 * 3600;
  await utimes((await server.blobs.localPath(key)) ?? '', old, old);
  server.clock.advance(2 * 24 * 3600 * 1000);
  await server.services.uploads.sweep();
  expect(await server.blobs.size(key)).toBeGreaterThan(0);

  const blobIds = [row?.blob_id ?? ''];
  const { db } = server.parts;
  expect(await server.services.thumbnails.dependantBytes(db, blobIds)).toEqual([
    { store_id: server.storeId, key },
  ]);
  await db.deleteFrom('items').execute();
  await db.deleteFrom('blobs').execute();
  expect(await thumbnailRow()).toBeUndefined();
  expect(await server.services.thumbnails.dependantBytes(db, blobIds)).toEqual([]);
});

test('a file deleted while its thumbnails are made leaves no bytes behind', async () => {
  const { promise: deleted, resolve: proceed } = Promise.withResolvers<void>();
  let begun = false;
  await start({
    smallContentLimit: -1,
    thumbnailer: pretend(async () => {
      begun = true;
      await deleted;
      return aPicture();
    }),
  });
  await server.services.prepare();
  await upload('a.png', await photo(1));
  await eventually(() => expect(begun).toBe(true));
  await server.parts.db.deleteFrom('items').execute();
  await server.parts.db.deleteFrom('blobs').execute();
  proceed();
  const { jobs } = server.services;
  await eventually(async () => {
    const { last_error: error } = await server.parts.db
      .selectFrom('jobs')
      .select('last_error')
      .where('dedupe_key', '<>', 'unseen')
      .executeTakeFirstOrThrow();
    expect(error).toMatch(/foreign key/i);
  });
  const stored: string[] = [];
  for await (const entry of server.blobs.list()) stored.push(entry.key);
  // The photo's own bytes belong to the garbage collector.
  expect(stored).toHaveLength(1);
  server.clock.advance(60_000);
  jobs.nudge();
  await eventually(async () =>
    expect((await jobs.counts()).every(({ state }) => state === 'done')).toBe(true),
  );
});

test('a server without a thumbnailer enqueues nothing', async () => {
  await start({ thumbnailer: pretend(() => Promise.reject(new UnpicturableError('never')), 0) });
  await server.services.prepare();
  const { id } = await upload('a.png', await photo(1));
  expect((await client.get(`/api/thumbnails/${id}/sm`)).status).toBe(404);
  await server.services.thumbnails.settled();
  expect(await server.services.jobs.counts()).toEqual([]);
  expect(await stateOf(id)).toBeNull();

  // Jobs from before stay in the queue until thumbnails are enabled again.
  const { db } = server.parts;
  const { blob_id: blobId } = await db.selectFrom('items').select('blob_id').executeTakeFirstOrThrow();
  await db.updateTable('items').set({ preview_state: 'pending' }).execute();
  await server.services.jobs.enqueue([{ kind: 'thumbnails.make', payload: { blobId } }]);
  await eventually(async () => expect(await stateOf(id)).toBeNull());
});

test('a request for a file without thumbnails enqueues nothing', async () => {
  await start({ thumbnailer: pretend(aPicture) });
  const { id } = await upload('notes.txt', Buffer.from('notes'));
  expect((await client.get(`/api/thumbnails/${id}/sm`)).status).toBe(404);
  expect(await server.services.jobs.counts()).toEqual([]);
  expect(await stateOf(id)).toBeNull();
});
