import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  BlobAbsentError,
  type BlobBytes,
  type BlobKey,
  type BlobStore,
  BlobStoreError,
  createBlobKey,
  normaliseKey,
} from '#ports/blob-store.ts';

const stage = async (
  store: BlobStore,
  bytes: Uint8Array,
  at: { key: BlobKey; position: number },
): Promise<void> => {
  const writer = await store.stage(at.key, at.position);
  try {
    await writer.write(bytes);
    await writer.flush();
  } finally {
    await writer.close();
  }
};

const publish = async (store: BlobStore, bytes: Uint8Array): Promise<BlobKey> => {
  const key = createBlobKey();
  await stage(store, bytes, { key, position: 0 });
  await store.publish(key, bytes.length);
  return key;
};

const buffer = async (bytes: BlobBytes): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) {
    expect(piece.length).toBeLessThanOrEqual(1_048_576);
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
};

const keysOf = async (entries: AsyncIterable<{ key: BlobKey }>): Promise<BlobKey[]> => {
  const keys: BlobKey[] = [];
  for await (const { key } of entries) keys.push(key);
  return keys.sort();
};

/** Contract of every blob store; each adapter's test runs it against its own store. */
export const describeBlobStore = (open: () => Promise<BlobStore>): void => {
  describe('publishing', () => {
    it.each([0, 1, 65_535, 1_048_576, 1_048_577, 3_500_000])('keeps %i bytes unchanged', async (length) => {
      const store = await open();
      const bytes = randomBytes(length);
      const key = await publish(store, bytes);
      expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
      expect(await store.size(key)).toBe(length);
      expect(await store.stagedSize(key)).toBeUndefined();
    });

    it('shows nothing before it is published', async () => {
      const store = await open();
      const key = createBlobKey();
      await stage(store, Buffer.from('draft'), { key, position: 0 });
      expect(await store.size(key)).toBeUndefined();
      await expect(store.read(key)).rejects.toThrow(BlobAbsentError);
    });

    it('can be repeated after a lost answer', async () => {
      const store = await open();
      const key = await publish(store, Buffer.from('once'));
      await store.publish(key, 4);
      expect((await buffer(await store.read(key))).toString()).toBe('once');
    });

    it('refuses a wrong length, staged or published', async () => {
      const store = await open();
      const key = createBlobKey();
      await stage(store, Buffer.from('four'), { key, position: 0 });
      await expect(store.publish(key, 5)).rejects.toThrow(BlobStoreError);
      await store.publish(key, 4);
      await expect(store.publish(key, 5)).rejects.toThrow(BlobStoreError);
    });

    it('reports that nothing was staged', async () => {
      const store = await open();
      await expect(store.publish(createBlobKey(), 0)).rejects.toThrow(BlobAbsentError);
    });
  });

  describe('staging', () => {
    it('continues where it stopped, and truncates bytes beyond', async () => {
      const store = await open();
      const key = createBlobKey();
      await stage(store, Buffer.from('hello wor'), { key, position: 0 });
      expect(await store.stagedSize(key)).toBe(9);
      await stage(store, Buffer.from('there'), { key, position: 6 });
      expect((await buffer(await store.readStaged(key))).toString()).toBe('hello there');
      await stage(store, Buffer.from('anew'), { key, position: 0 });
      expect((await buffer(await store.readStaged(key))).toString()).toBe('anew');
    });

    it('reports its progress from any starting point', async () => {
      const store = await open();
      const key = createBlobKey();
      const bytes = randomBytes(18_000_000);
      const sizes: number[] = [];
      for (const [from, to] of [
        [0, 7_000_000],
        [7_000_000, 16_777_216],
        [16_777_216, 18_000_000],
      ] as const) {
        await stage(store, bytes.subarray(from, to), { key, position: from });
        sizes.push((await store.stagedSize(key, from)) ?? 0, (await store.stagedSize(key, to)) ?? 0);
      }
      expect(sizes).toEqual([7_000_000, 7_000_000, 16_777_216, 16_777_216, 18_000_000, 18_000_000]);
      // More is not there than is there, and what is gone is gone.
      expect(await store.stagedSize(key, 40_000_000)).toBe(18_000_000);
      expect(await store.stagedSize(createBlobKey(), 40_000_000)).toBeUndefined();
      await store.publish(key, bytes.length);
      expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
    });

    it('refuses to leave a hole', async () => {
      const store = await open();
      const key = createBlobKey();
      await expect(store.stage(key, 1)).rejects.toThrow(BlobAbsentError);
      await stage(store, Buffer.from('abc'), { key, position: 0 });
      await expect(store.stage(key, 4)).rejects.toThrow(BlobAbsentError);
      expect(await store.stagedSize(key)).toBe(3);
    });

    it('keeps flushed bytes when the writer is closed early', async () => {
      const store = await open();
      const key = createBlobKey();
      const writer = await store.stage(key, 0);
      await writer.write(Buffer.alloc(1_500_000, 1));
      await writer.flush();
      await writer.write(Buffer.alloc(1_500_000, 2));
      expect(writer.position).toBe(3_000_000);
      await writer.close();
      await stage(store, Buffer.from('end'), { key, position: 1_500_000 });
      expect(await store.stagedSize(key)).toBe(1_500_003);
      expect(
        (await buffer(await store.readStaged(key, { start: 1_499_999, end: 1_500_002 }))).toString('latin1'),
      ).toBe('\u0001end');
    });

    it('keeps the order of many small and large pieces', async () => {
      const store = await open();
      const key = createBlobKey();
      const writer = await store.stage(key, 0);
      const hash = createHash('sha256');
      for (let index = 0; index < 3_000; index += 1) {
        const piece = randomBytes(index % 500 === 0 ? 400_000 : index % 7);
        hash.update(piece);
        await writer.write(piece);
      }
      await writer.flush();
      await writer.close();
      await writer.close();
      const stored = await buffer(await store.readStaged(key));
      expect(createHash('sha256').update(stored).digest('hex')).toBe(hash.digest('hex'));
    });

    it('forgets a discarded blob; discarding nothing is no error', async () => {
      const store = await open();
      const key = createBlobKey();
      await stage(store, Buffer.from('abc'), { key, position: 0 });
      await store.discard(key);
      await store.discard(key);
      expect(await store.stagedSize(key)).toBeUndefined();
      await expect(store.readStaged(key)).rejects.toThrow(BlobAbsentError);
    });
  });

  describe('in one go', () => {
    it.each([
      [0, undefined],
      [1, 1],
      [1_048_577, undefined],
      [8_388_608, 8_388_608],
      [20_000_000, 20_000_000],
    ])('keeps %i bytes unchanged', async (length, expected) => {
      const store = await open();
      const key = createBlobKey();
      const bytes = randomBytes(length);
      const writer = await store.stage(key, 0, { inOneGo: true, expected });
      for (let at = 0; at < length; at += 300_000) await writer.write(bytes.subarray(at, at + 300_000));
      await writer.flush();
      expect(writer.position).toBe(length);
      expect(await store.size(key)).toBeUndefined();
      await store.publish(key, length);
      await store.publish(key, length);
      await writer.close();
      await store.publish(key, length);
      expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
      expect(await store.stagedSize(key)).toBeUndefined();
      expect(await keysOf(store.listStaged())).toEqual([]);
    });

    it('refuses a wrong length, and leaves no blob where it was aborted', async () => {
      const store = await open();
      const key = createBlobKey();
      const writer = await store.stage(key, 0, { inOneGo: true });
      await writer.write(Buffer.alloc(9_000_000));
      await writer.flush();
      await expect(store.publish(key, 9_000_001)).rejects.toThrow(BlobStoreError);
      await writer.close();
      await store.discard(key);
      expect(await store.size(key)).toBeUndefined();
      await expect(store.publish(key, 9_000_000)).rejects.toThrow(BlobAbsentError);
    });
  });

  describe('in many steps', () => {
    it('joins bytes of any sizes', async () => {
      const store = await open();
      const key = createBlobKey();
      const bytes = randomBytes(20_000_000);
      const stops = [1, 500_000, 8_388_607, 8_388_608, 8_388_609, 16_000_000, 17_500_000, bytes.length];
      let at = 0;
      for (const stop of stops) {
        await stage(store, bytes.subarray(at, stop), { key, position: at });
        at = stop;
        expect(await store.stagedSize(key)).toBe(at);
      }
      expect((await buffer(await store.readStaged(key))).equals(bytes)).toBe(true);
      await store.publish(key, bytes.length);
      expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
      expect(await keysOf(store.listStaged())).toEqual([]);
    });

    it('truncates across the bounds of parts', async () => {
      const store = await open();
      const key = createBlobKey();
      const bytes = randomBytes(18_000_000);
      await stage(store, randomBytes(17_000_000), { key, position: 0 });
      for (const position of [16_777_216, 8_388_609, 8_388_608, 3, 0])
        await (await store.stage(key, position)).close();
      await stage(store, bytes, { key, position: 0 });
      const again = bytes.subarray(8_000_000);
      await stage(store, again, { key, position: 8_000_000 });
      await store.publish(key, bytes.length);
      expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
    });

    it('continues after each flush', async () => {
      const store = await open();
      const key = createBlobKey();
      const bytes = randomBytes(9_500_000);
      const writer = await store.stage(key, 0);
      for (let at = 0; at < bytes.length; at += 1_900_000) {
        await writer.write(bytes.subarray(at, at + 1_900_000));
        await writer.flush();
        expect(await store.stagedSize(key)).toBe(at + 1_900_000);
      }
      await writer.close();
      await store.publish(key, bytes.length);
      expect((await buffer(await store.read(key))).equals(bytes)).toBe(true);
    });
  });

  describe('reading', () => {
    it.each([
      [0, 0],
      [1, 5],
      [1_048_570, 1_048_585],
      [0, 1_999_999],
      [1_999_999, 1_999_999],
    ])('returns the bytes from %i to %i, both included', async (start, end) => {
      const store = await open();
      const bytes = randomBytes(2_000_000);
      const key = await publish(store, bytes);
      expect(
        (await buffer(await store.read(key, { start, end }))).equals(bytes.subarray(start, end + 1)),
      ).toBe(true);
    });

    it('can be aborted half-way', async () => {
      const store = await open();
      const key = await publish(store, randomBytes(3_000_000));
      const reading = await store.read(key);
      for await (const piece of reading) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
      await reading.close();
      await (await store.read(key)).close();
    });

    it('reports a blob with fewer bytes than requested', async () => {
      const store = await open();
      const key = await publish(store, Buffer.alloc(1_500_000));
      await expect(buffer(await store.read(key, { start: 10, end: 3_000_000 }))).rejects.toThrow(
        BlobStoreError,
      );
    });

    it.each([
      [0, 1],
      [5, 70_000],
      [1_999_000, 1_000],
      [2_000_000, 0],
    ])('fills a buffer from %i with %i bytes', async (start, length) => {
      const store = await open();
      const bytes = randomBytes(2_000_000);
      const key = await publish(store, bytes);
      const target = Buffer.alloc(length + 2, 7);
      await store.readInto(key, start, target.subarray(1, length + 1));
      expect(target.subarray(1, length + 1).equals(bytes.subarray(start, start + length))).toBe(true);
      expect([target.at(0), target.at(-1)]).toEqual([7, 7]);
    });

    it('does not fill a buffer with fewer bytes than it holds', async () => {
      const store = await open();
      const key = await publish(store, Buffer.alloc(1_000));
      await expect(store.readInto(key, 1, Buffer.alloc(1_000))).rejects.toThrow(BlobStoreError);
      await expect(store.readInto(key, 2_000, Buffer.alloc(1))).rejects.toThrow(BlobStoreError);
    });

    it('returns a path on this machine only where it holds the bytes', async () => {
      const store = await open();
      const bytes = randomBytes(1_000);
      const path = await store.localPath(await publish(store, bytes));
      expect((path === undefined ? bytes : await readFile(path)).equals(bytes)).toBe(true);
    });

    it('distinguishes absence', async () => {
      const store = await open();
      await expect(store.readInto(createBlobKey(), 0, Buffer.alloc(1))).rejects.toThrow(BlobAbsentError);
      await expect(store.read(createBlobKey())).rejects.toThrow(BlobAbsentError);
      expect(await store.size(createBlobKey())).toBeUndefined();
    });
  });

  it('lists what it holds and removes it', async () => {
    const store = await open();
    const kept = [await publish(store, Buffer.from('a')), await publish(store, Buffer.from('b'))].sort();
    const draft = createBlobKey();
    await stage(store, Buffer.from('c'), { key: draft, position: 0 });
    expect(await keysOf(store.list())).toEqual(kept);
    expect(await keysOf(store.listStaged())).toEqual([draft]);
    for await (const { modifiedAt, key, size } of store.list())
      expect([size, Math.abs(Date.now() - modifiedAt) < 60_000]).toEqual([await store.size(key), true]);
    const [first, second] = kept as [BlobKey, BlobKey];
    await store.remove(first);
    await store.remove(first);
    expect(await keysOf(store.list())).toEqual([second]);
  });

  it('leaves nothing behind after a probe', async () => {
    const store = await open();
    await store.probe();
    expect([await keysOf(store.list()), await keysOf(store.listStaged())]).toEqual([[], []]);
  });

  it.each([
    '',
    '../../etc/passwd',
    'a'.repeat(31),
    'A'.repeat(32),
    `${'a'.repeat(30)}/b`,
    `${'a'.repeat(32)}\n`,
  ])('refuses %j as a key on every call', async (path) => {
    expect(() => normaliseKey(path)).toThrow(BlobStoreError);
    const store = await open();
    const key = path as BlobKey;
    const calls = [
      store.stage(key, 0),
      store.stagedSize(key),
      store.readStaged(key),
      store.publish(key, 0),
      store.discard(key),
      store.read(key),
      store.readInto(key, 0, Buffer.alloc(1)),
      store.size(key),
      store.remove(key),
      store.trash(key),
      store.untrash(key),
      store.purge(key),
    ];
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'BlobStoreError' } });
  });
};
