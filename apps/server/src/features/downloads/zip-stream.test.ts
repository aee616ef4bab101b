import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryBlobStore } from '#adapters/blob-memory.ts';
import { type BlobKey, type BlobStore, BlobStoreError, createBlobKey } from '#ports/blob-store.ts';
import { streamZip } from './zip-stream.ts';
import { createZipLayout, type ZipLayout } from './zip-layout.rules.ts';
import { singleStore } from '#testing/single-store.ts';

const mebibyte = 1024 * 1024;

const store = async (blobs: BlobStore, bytes: Buffer): Promise<BlobKey> => {
  const key = createBlobKey();
  const writer = await blobs.stage(key, 0);
  await writer.write(bytes);
  await writer.flush();
  await blobs.publish(key, bytes.length);
  return key;
};

interface Built {
  readonly blobs: BlobStore;
  readonly layout: ZipLayout;
  readonly whole: Buffer;
}

/** Builds an archive of files of the given sizes, and its expected bytes. */
const build = async (sizes: readonly number[]): Promise<Built> => {
  const blobs = createMemoryBlobStore();
  const builder = createZipLayout();
  const contents = new Map<string, Buffer>();
  let parent = -1;
  for (const [index, size] of sizes.entries()) {
    const bytes = randomBytes(size);
    const key = await store(blobs, bytes);
    contents.set(key, bytes);
    if (index % 5 === 0)
      parent = builder.add({ parent, name: `folder ${index}`, modifiedAt: index, blob: undefined }) ?? -1;
    const blob = { store_id: 'store', key, size, crc32: crc32(bytes) };
    builder.add({ parent, name: `file ${index} ä`, modifiedAt: index * 1e9, blob });
  }
  const layout = builder.finish();
  const pieces = [...layout.parts(0, layout.size - 1)].map((part) =>
    part.kind === 'bytes'
      ? part.bytes
      : (contents.get(part.key) ?? Buffer.alloc(0)).subarray(part.start, part.start + part.length),
  );
  return { blobs, layout, whole: Buffer.concat(pieces) };
};

/** Stores without small contents in a database. */
const storesOf = (blobs: BlobStore) => ({ ...singleStore(blobs), smallContents: async () => new Map() });

const take = async ({ blobs, layout }: Built, start: number, end: number): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of streamZip(storesOf(blobs), layout.parts(start, end)))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
};

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('any range of an archive', () => {
  it('equals the slice of the whole, whatever the files are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.nat(3), fc.nat(300), fc.nat(200_000)), { minLength: 1, maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 20 }),
        async (sizes, cuts) => {
          const built = await build(sizes);
          const { whole, layout } = built;
          expect(whole.length).toBe(layout.size);
          for (const [one, two] of cuts) {
            const [start = 0, end = 0] = [one % whole.length, two % whole.length].toSorted((a, b) => a - b);
            expect((await take(built, start, end)).equals(whole.subarray(start, end + 1))).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('equals it also when every byte is a range of its own', async () => {
    const built = await build([0, 1, 3, 0, 2, 5, 1]);
    for (let at = 0; at < built.whole.length; at += 1)
      expect([at, ...(await take(built, at, at))]).toEqual([at, built.whole[at]]);
  });

  it('equals it with large files among small ones, at every pace of the client', async () => {
    const built = await build([100, 9 * mebibyte, 5, 8 * mebibyte, ...Array<number>(40).fill(400_000), 7]);
    expect(sha256(await take(built, 0, built.whole.length - 1))).toBe(sha256(built.whole));
    const [start, end] = [5 * mebibyte, built.whole.length - 10];
    expect(sha256(await take(built, start, end))).toBe(sha256(built.whole.subarray(start, end + 1)));
    const hash = createHash('sha256');
    let pieces = 0;
    for await (const piece of streamZip(storesOf(built.blobs), built.layout.parts(start, end))) {
      hash.update(piece);
      pieces += 1;
      // A client that stalls once it has large windows continues with small ones.
      if (piece.length === mebibyte && pieces % 8 === 0) await delay(260);
    }
    expect(hash.digest('hex')).toBe(sha256(built.whole.subarray(start, end + 1)));
  });

  it.each([2, 3, 4])(
    'equals it when the client stalls once, at window %i, among entries without files',
    async (stall) => {
      const { blobs, layout, whole } = await build(Array<number>(1_500).fill(10));
      expect(whole.length).toBeGreaterThan(4 * mebibyte);
      const pieces: Buffer[] = [];
      for await (const piece of streamZip(storesOf(blobs), layout.parts(0, layout.size - 1))) {
        pieces.push(Buffer.from(piece));
        if (pieces.length === stall) await delay(260);
      }
      expect(Buffer.concat(pieces).equals(whole)).toBe(true);
    },
  );
});

describe('an unreadable blob', () => {
  it('ends the archive with an error, whether it is the first or a late one', async () => {
    for (const broken of [0, 25]) {
      const built = await build(Array<number>(50).fill(300_000));
      const keys = [...built.layout.parts(0, built.layout.size - 1)].flatMap((part) =>
        part.kind === 'blob' ? [part.key as BlobKey] : [],
      );
      await built.blobs.remove(keys[broken] ?? createBlobKey());
      await expect(take(built, 0, built.layout.size - 1)).rejects.toThrow();
    }
  });

  it('leaves no running read in memory that others use next', async () => {
    const built = await build(Array<number>(50).fill(300_000));
    let underWay = 0;
    const slow: BlobStore = {
      ...built.blobs,
      readInto: async (key, start, target) => {
        underWay += 1;
        await delay(Math.random() * 5);
        await built.blobs.readInto(key, start, target);
        underWay -= 1;
        if (start > 0 && target.length > 100_000) throw new BlobStoreError('the disk is broken');
      },
    };
    const bytes = streamZip(storesOf(slow), built.layout.parts(0, built.layout.size - 1));
    await expect(
      (async () => {
        for await (const piece of bytes) expect(piece.length).toBeGreaterThan(0);
      })(),
    ).rejects.toThrow('the disk is broken');
    expect(underWay).toBe(0);
  });

  it('is not read once the client has left', async () => {
    const built = await build(Array<number>(50).fill(300_000));
    let reads = 0;
    const counting: BlobStore = {
      ...built.blobs,
      readInto: (key, start, target) => {
        reads += 1;
        return built.blobs.readInto(key, start, target);
      },
    };
    for await (const piece of streamZip(storesOf(counting), built.layout.parts(0, built.layout.size - 1))) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(reads).toBeLessThan(3);
  });
});
