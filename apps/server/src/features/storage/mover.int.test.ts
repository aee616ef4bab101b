import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { createDualBlobStore } from '#adapters/blob-dual.ts';
import { createSwappableBlobStore, type SwappableBlobStore } from '#adapters/blob-swappable.ts';
import { leased } from '#db/lease.ts';
import { createIdleUploadLock } from '#features/uploads/index.ts';
import {
  BlobAbsentError,
  type BlobStore,
  createBlobKey,
  normaliseKey,
  storeBytes,
} from '#ports/blob-store.ts';
import { createTestApp, type TestApp } from '#testing/create-test-app.ts';
import { chunkName, createUploadClient, sha256, type UploadClient } from '#testing/upload-client.ts';
import { createMover, type Mover } from './mover.service.ts';
import type { MovingStores } from './storage.types.ts';

let server: TestApp;
let client: UploadClient;
let from: BlobStore;
let to: BlobStore;
let blobs: SwappableBlobStore;
beforeEach(async () => {
  [from, to] = [createMemoryBlobStore(), createMemoryBlobStore()];
  blobs = createSwappableBlobStore({ store: from, places: [] });
  server = await createTestApp({ blobs });
  client = createUploadClient(await server.listen(), await server.signIn());
});
afterEach(() => server.close());

const begin = async (stores: MovingStores = { from, to }): Promise<Mover> => {
  const move = { id: 'move', source: '{}', automatic: 0, part: 'blobs', after: '', moved: 0, bytes: 0 };
  await server.database.db
    .insertInto('storage_moves')
    .values({ ...move, created_at: server.clock.now() })
    .execute();
  blobs.use({ store: createDualBlobStore({ from, to }), places: [] });
  return createMover({
    db: server.database.db,
    stores,
    lockIdleUpload: createIdleUploadLock(server.database.db),
    moveId: 'move',
    onProgress: () => undefined,
  });
};
const keyOf = async (): Promise<string> => {
  const row = await server.database.db
    .selectFrom('upload_sessions')
    .select('staging_key')
    .executeTakeFirstOrThrow();
  return row.staging_key;
};
const contentOf = async (store: BlobStore, key: string): Promise<string> => {
  const pieces: string[] = [];
  for await (const piece of await store.read(normaliseKey(key))) pieces.push(piece.toString());
  return pieces.join('');
};

describe('a move', () => {
  it('waits for an upload that a server leases, also when it is published and not recorded yet', async () => {
    const name = chunkName('a.txt');
    await client.chunk({ name, offset: 0, is_last: false }, Buffer.from('some bytes'));
    const key = await keyOf();
    const mover = await begin();
    const { db } = server.database;
    const hold = (milliseconds: number) =>
      db
        .updateTable('upload_sessions')
        .set(leased(db, { holder: 'another', milliseconds }))
        .execute();
    await hold(60_000);
    expect(await mover.moveUploads()).toBe(1);
    await from.publish(normaliseKey(key), 10);
    expect(await mover.moveUploads()).toBe(1);
    // A server that died there leaves the upload to the next one, which finds it in the new place.
    await hold(-1);
    expect(await mover.moveUploads()).toBe(0);
    expect(await contentOf(to, key)).toBe('some bytes');
    const row = await db.selectFrom('upload_sessions').select(['holder', 'takeovers']).executeTakeFirst();
    expect(row).toEqual({ holder: null, takeovers: 1 });
  });

  it('blocks an upload while it moves the bytes', async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: begun, resolve: sayBegun } = Promise.withResolvers<void>();
    const readStaged: BlobStore['readStaged'] = async (key, span) => {
      sayBegun();
      await gate;
      return from.readStaged(key, span);
    };
    const name = chunkName('a.txt');
    await client.chunk({ name, offset: 0, is_last: false }, Buffer.from('some '));
    const mover = await begin({ from: { ...from, readStaged }, to });
    const key = normaliseKey(await keyOf());
    const moving = mover.moveUploads();
    await begun;
    let isAnswered = false;
    const last = client.chunk({ name, offset: 5, is_last: true }, Buffer.from('bytes')).then((answer) => {
      isAnswered = true;
      return answer;
    });
    // The request reaches the lease of the upload and is refused there, and the bytes are unchanged.
    expect(await client.offset(name)).toBe(5);
    expect([isAnswered, await from.stagedSize(key), await to.stagedSize(key)]).toEqual([false, 5, 0]);
    letGo();
    expect(await moving).toBe(0);
    expect((await last).status).toBe(201);
    expect(await contentOf(to, key)).toBe('some bytes');
    expect([await from.size(key), await from.stagedSize(key)]).toEqual([undefined, undefined]);
  });

  it('removes nothing of an upload whose lease was taken meanwhile', async () => {
    await client.chunk({ name: chunkName('a.txt'), offset: 0, is_last: false }, Buffer.from('some bytes'));
    const key = normaliseKey(await keyOf());
    const { db } = server.database;
    const readStaged: BlobStore['readStaged'] = async (staged, span) => {
      await db
        .updateTable('upload_sessions')
        .set(leased(db, { holder: 'another', milliseconds: 60_000 }))
        .execute();
      return from.readStaged(staged, span);
    };
    const mover = await begin({ from: { ...from, readStaged }, to });
    await mover.moveUploads();
    expect(await from.stagedSize(key)).toBe(10);
    expect(await mover.moveUploads()).toBe(1);
  });

  it('leaves an upload alone that was continued in the new place', async () => {
    await client.chunk({ name: chunkName('a.txt'), offset: 0, is_last: false }, Buffer.from('some bytes'));
    const key = normaliseKey(await keyOf());
    const writer = await to.stage(key, 0);
    await writer.write(Buffer.from('some bytes, and more'));
    await writer.flush();
    await writer.close();
    expect(await (await begin()).moveUploads()).toBe(0);
    expect([await from.stagedSize(key), await to.stagedSize(key)]).toEqual([undefined, 20]);
  });

  it('moves the bytes of an idle upload', async () => {
    const name = chunkName('a.txt');
    await client.chunk({ name, offset: 0, is_last: false }, Buffer.from('some bytes'));
    const key = normaliseKey(await keyOf());
    expect(await (await begin()).moveUploads()).toBe(0);
    expect([await from.stagedSize(key), await to.stagedSize(key)]).toEqual([undefined, 10]);
  });

  it('continues after its last row, and finds later files', async () => {
    const bytes = Array.from({ length: 5 }, (_none, index) => Buffer.from(`file ${index}`));
    for (const [index, piece] of bytes.entries()) await client.put(`${index}`, piece);
    const rows = await server.database.db.selectFrom('blobs').selectAll().orderBy('id').execute();
    const mover = await begin();
    await server.database.db
      .updateTable('storage_moves')
      .set({ after: rows[2]?.id ?? '', moved: 3, bytes: 18 })
      .execute();
    await mover.walk();
    expect(mover.progress()).toMatchObject({ moved: 5, bytes: 30 });
    expect(await to.size(normaliseKey(rows[0]?.key ?? ''))).toBeUndefined();
    expect(await mover.catchUp()).toEqual({ moved: 3, damaged: [] });
    expect(await mover.catchUp()).toEqual({ moved: 0, damaged: [] });
    for (const { key, sha256: hash } of rows)
      expect(sha256(Buffer.from(await contentOf(to, key)))).toBe(hash);
  });

  it('continues when a file is deleted while it is read, and does not count it', async () => {
    for (const name of ['a', 'b', 'c']) await client.put(name, Buffer.from(`file ${name}`));
    const { db } = server.database;
    const rows = await db.selectFrom('blobs').select(['id', 'key']).orderBy('id').execute();
    const [gone, copied] = rows.map(({ key }) => normaliseKey(key));
    const forget = async (key: string): Promise<void> => {
      const { id } = rows.find((row) => row.key === key) ?? { id: '' };
      await db.deleteFrom('items').where('blob_id', '=', id).execute();
      await db.deleteFrom('blobs').where('id', '=', id).execute();
    };
    const read: BlobStore['read'] = async (key, span) => {
      if (key === gone) {
        await forget(key);
        throw new BlobAbsentError('gone');
      }
      const bytes = await from.read(key, span);
      if (key === copied) await forget(key);
      return bytes;
    };
    const mover = await begin({ from: { ...from, read }, to });
    await mover.walk();
    expect(mover.progress()).toMatchObject({ moved: 1, bytes: 6 });
    expect(await mover.catchUp()).toEqual({ moved: 0, damaged: [] });
    const left: string[] = [];
    for await (const { key } of to.list()) left.push(key);
    expect(left).toEqual([rows[2]?.key]);
  });

  it('reports lost files, and moves all others', async () => {
    for (const name of ['a', 'b', 'c']) await client.put(name, Buffer.from(`file ${name}`));
    const rows = await server.database.db.selectFrom('blobs').select('key').orderBy('id').execute();
    const [lost, short] = rows.map(({ key }) => normaliseKey(key));
    const read: BlobStore['read'] = async (key, span) => {
      if (key === lost) throw new BlobAbsentError('lost');
      return from.read(key, span);
    };
    // The source has nothing of this file any more, and the new place only a part.
    if (short !== undefined) {
      await from.remove(short);
      const writer = await to.stage(short, 0);
      await writer.write(Buffer.from('fi'));
      await writer.flush();
      await writer.close();
      await to.publish(short, 2);
    }
    const mover = await begin({ from: { ...from, read }, to });
    await mover.walk();
    const { damaged } = await mover.catchUp();
    expect(damaged.map(({ key, reason, file }) => [key, reason, file])).toEqual([
      [lost, 'absent', 'a'],
      [short, 'altered', 'b'],
    ]);
    expect(mover.progress()).toMatchObject({ moved: 1 });
  });

  it('does not accept a copy that differs', async () => {
    await client.put('a', Buffer.from('right'));
    const { key } = await server.database.db.selectFrom('blobs').select('key').executeTakeFirstOrThrow();
    const writer = await to.stage(normaliseKey(key), 0);
    await writer.write(Buffer.from('wrong'));
    await writer.flush();
    await writer.close();
    await to.publish(normaliseKey(key), 5);
    await (await begin()).walk();
    expect(await contentOf(to, key)).toBe('right');
  });

  it('keeps files that are not in the new place, and removes no unknown ones there', async () => {
    await client.put('a', Buffer.from('one'));
    await client.put('b', Buffer.from('other'));
    const foreign = await storeBytes(from, Buffer.from('foreign'));
    const [first, second] = await server.database.db
      .selectFrom('blobs')
      .select(['key', 'size'])
      .orderBy('id')
      .execute();
    const mover = await begin();
    await mover.walk();
    await to.remove(normaliseKey(second?.key ?? createBlobKey()));
    expect(await mover.empty(async () => true)).toBe(1);
    expect(await from.size(normaliseKey(first?.key ?? ''))).toBeUndefined();
    expect(await from.size(normaliseKey(second?.key ?? ''))).toBe(5);
    expect(await from.size(foreign)).toBe('foreign'.length);
  });
});
