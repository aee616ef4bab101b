import { randomBytes } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { createDiskReads, type DiskReads } from '#lib/disk-reads.ts';
import { describeOwner } from '#adapters/blob-owner.suite.ts';
import { describeBlobStore } from '#adapters/blob-store.suite.ts';
import {
  type BlobStore,
  BlobStoreError,
  BlobStoreFullError,
  createBlobKey,
  normaliseKey,
} from '#ports/blob-store.ts';
import { eventually } from '#testing/eventually.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'holdall-blobs-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));
const freshRoot = (): Promise<string> => mkdtemp(join(base, 'root-'));

const put = async (store: BlobStore, bytes: Buffer, key = createBlobKey()): Promise<string> => {
  const writer = await store.stage(key, 0);
  try {
    await writer.write(bytes);
    await writer.flush();
  } finally {
    await writer.close();
  }
  await store.publish(key, bytes.length);
  return key;
};
const pathOf = (root: string, key: string): string =>
  join(root, 'blobs', key.slice(0, 2), key.slice(2, 4), key);
const openDescriptors = async (): Promise<number> => (await readdir('/proc/self/fd')).length;

describe('blobs on disk', () => {
  describeBlobStore(async () => createDiskBlobStore(await freshRoot()));
  describeOwner(async () => createDiskBlobStore(await freshRoot()));

  it('makes its trash when something is removed, also after people have deleted the folder', async () => {
    const root = await freshRoot();
    const store = await createDiskBlobStore(root);
    const listed = async (): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of store.listTrash()) keys.push(key);
      return keys;
    };
    expect(await readdir(root)).not.toContain('trash');
    expect(await listed()).toEqual([]);
    const [one, other] = [await put(store, randomBytes(10)), await put(store, randomBytes(10))];
    await store.trash(normaliseKey(one));
    expect(await listed()).toEqual([one]);
    await rm(join(root, 'trash'), { recursive: true });
    expect(await listed()).toEqual([]);
    await store.trash(normaliseKey(other));
    expect(await listed()).toEqual([other]);
  });

  describe('with a reading thread', () => {
    let reads: DiskReads;
    beforeAll(() => {
      reads = createDiskReads((error) => {
        throw error;
      });
    });
    afterAll(() => reads.close());
    describeBlobStore(async () => createDiskBlobStore(await freshRoot(), reads));

    it('gives small blobs from memory that is lent to one reader at a time', async () => {
      const store = await createDiskBlobStore(await freshRoot(), reads);
      const blobs = await Promise.all(
        Array.from({ length: 100 }, async () => {
          const bytes = randomBytes(1_000);
          return { bytes, key: normaliseKey(await put(store, bytes)) };
        }),
      );
      for (let round = 0; round < 3; round += 1) {
        // There is less memory of this kind than these need; all are open at once, and every third one is
        // closed unread.
        const opened = await Promise.all(
          blobs.map(async ({ bytes, key }) => ({
            bytes,
            content: await store.read(key, { start: 100, end: 899 }),
          })),
        );
        for (const [index, { bytes, content }] of opened.entries()) {
          const pieces: Buffer[] = [];
          if (index % 3 > 0) for await (const piece of content) pieces.push(Buffer.from(piece));
          await content.close();
          await content.close();
          expect(Buffer.concat(pieces).equals(bytes.subarray(100, index % 3 > 0 ? 900 : 100))).toBe(true);
        }
      }
    });
  });

  it('keeps files and folders private to its user', async () => {
    const root = await freshRoot();
    const path = pathOf(root, await put(await createDiskBlobStore(root), Buffer.from('secret')));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(root, 'staging'))).mode & 0o777).toBe(0o700);
  });

  it('finds after a restart what it published and staged before', async () => {
    const root = await freshRoot();
    const before = await createDiskBlobStore(root);
    const key = await put(before, Buffer.from('lasting'));
    const draft = createBlobKey();
    const writer = await before.stage(draft, 0);
    await writer.write(Buffer.from('half'));
    await writer.flush();
    await writer.close();
    const after = await createDiskBlobStore(root);
    expect(await after.size(key as typeof draft)).toBe(7);
    expect(await after.stagedSize(draft)).toBe(4);
  });

  it.runIf(process.platform === 'linux')(
    'makes the folders around a blob durable, whichever process created them',
    async () => {
      const root = await freshRoot();
      const store = await createDiskBlobStore(root);
      const handle = await open(root);
      const synced: string[] = [];
      const prototype = Object.getPrototypeOf(handle) as FileHandle;
      const sync = Reflect.get(prototype, 'sync');
      vi.spyOn(prototype, 'sync').mockImplementation(async function watched(this: FileHandle) {
        const path = await readlink(`/proc/self/fd/${this.fd}`);
        await sync.call(this);
        synced.push(relative(root, path));
      });
      await handle.close();
      const key = createBlobKey();
      const [outer, inner] = [key.slice(0, 2), key.slice(2, 4)];
      // As a process has left them that ended before it came to that.
      await mkdir(join(root, 'blobs', outer, inner), { recursive: true });
      await put(store, Buffer.from('a'), key);
      expect(synced.toSorted()).toEqual(['blobs', `blobs/${outer}`, `blobs/${outer}/${inner}`]);
      synced.length = 0;
      await put(store, Buffer.from('b'), normaliseKey(`${key.slice(0, 4)}${createBlobKey().slice(4)}`));
      expect(synced).toEqual([`blobs/${outer}/${inner}`]);
    },
  );

  it('makes bytes of one go durable before they are published, and syncs a folder once for all waiting callers', async () => {
    const root = await freshRoot();
    const store = await createDiskBlobStore(root);
    // Keys of one time lie in one folder, which is there by then.
    const now = Date.now();
    await put(store, Buffer.from('before'), createBlobKey(now));
    const handle = await open(root);
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const disk = Promise.withResolvers<void>();
    const datasync = vi.spyOn(prototype, 'datasync').mockImplementation(() => disk.promise);
    const sync = vi.spyOn(prototype, 'sync').mockImplementation(() => disk.promise);
    try {
      const published: string[] = [];
      const all = Array.from({ length: 12 }, async () => {
        const key = createBlobKey(now);
        const writer = await store.stage(key, 0, { inOneGo: true });
        await writer.write(Buffer.from('bytes'));
        await writer.flush();
        await store.publish(key, 5);
        published.push(key);
        await writer.close();
      });
      await eventually(() => expect([datasync.mock.calls.length, sync.mock.calls.length]).toEqual([12, 1]));
      expect(published).toEqual([]);
      disk.resolve();
      await Promise.all(all);
      // Calls that came during the first sync share one.
      expect([published.length, sync.mock.calls.length]).toEqual([12, 2]);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('publishes nothing that the disk has not synced', async () => {
    const store = await createDiskBlobStore(await freshRoot());
    const key = createBlobKey();
    const writer = await store.stage(key, 0, { inOneGo: true });
    await writer.write(Buffer.from('bytes'));
    const handle = await open(base);
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    vi.spyOn(prototype, 'datasync').mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await expect(store.publish(key, 5)).rejects.toThrow(BlobStoreError);
    vi.restoreAllMocks();
    // Nor does it say afterwards that it has.
    await expect(store.publish(key, 5)).rejects.toThrow(BlobStoreError);
    await writer.close();
  });

  it('continues where its folders were removed, as after a migration of all files', async () => {
    const root = await freshRoot();
    const store = await createDiskBlobStore(root);
    const key = createBlobKey();
    await put(store, Buffer.from('gone'), key);
    await rm(join(root, 'blobs', key.slice(0, 2)), { recursive: true });
    const neighbour = normaliseKey(`${key.slice(0, 4)}${createBlobKey().slice(4)}`);
    await put(store, Buffer.from('here'), neighbour);
    expect(await store.size(neighbour)).toBe(4);
  });

  describe('links planted in its folders', () => {
    it('refuses to start on a folder that is a link', async () => {
      const root = await freshRoot();
      await symlink(await freshRoot(), join(root, 'blobs'));
      await expect(createDiskBlobStore(root)).rejects.toThrow(BlobStoreError);
    });

    it('does not write or read through a staged name', async () => {
      const root = await freshRoot();
      const victim = join(base, 'victim');
      await writeFile(victim, 'untouched');
      const store = await createDiskBlobStore(root);
      const key = createBlobKey();
      await symlink(victim, join(root, 'staging', key));
      await expect(store.stage(key, 0)).rejects.toThrow(BlobStoreError);
      await expect(store.readStaged(key)).rejects.toThrow(BlobStoreError);
      await expect(store.publish(key, 9)).rejects.toThrow(BlobStoreError);
      expect(await readFile(victim, 'utf8')).toBe('untouched');
    });

    it('does not read through a blob name or a shard folder, nor publish into it', async () => {
      const root = await freshRoot();
      const store = await createDiskBlobStore(root);
      const outside = await freshRoot();
      // Of times whose folders are not the same.
      const [named, sharded] = [createBlobKey(0), createBlobKey(2 ** 28)];
      await writeFile(join(outside, named), 'foreign');
      await mkdir(join(pathOf(root, named), '..'), { recursive: true });
      await symlink(join(outside, named), pathOf(root, named));
      await expect(store.read(named)).rejects.toThrow(BlobStoreError);
      await expect(store.size(named)).rejects.toThrow(BlobStoreError);
      await expect(store.localPath(named)).rejects.toThrow(BlobStoreError);

      await mkdir(join(outside, sharded.slice(2, 4)));
      await writeFile(join(outside, sharded.slice(2, 4), sharded), 'foreign');
      await rm(join(root, 'blobs', sharded.slice(0, 2)), { recursive: true, force: true });
      await symlink(outside, join(root, 'blobs', sharded.slice(0, 2)));
      await expect(store.read(sharded)).rejects.toThrow(BlobStoreError);
      await expect(store.localPath(sharded)).rejects.toThrow(BlobStoreError);
      await expect(put(store, Buffer.from('mine'), sharded)).rejects.toThrow(BlobStoreError);
      expect(await readFile(join(outside, sharded.slice(2, 4), sharded), 'utf8')).toBe('foreign');
    });

    it('does not hang on a pipe', async () => {
      const root = await freshRoot();
      const store = await createDiskBlobStore(root);
      const key = createBlobKey();
      execFileSync('mkfifo', [join(root, 'staging', key)]);
      await expect(store.stage(key, 0)).rejects.toThrow(BlobStoreError);
      await expect(store.readStaged(key)).rejects.toThrow(BlobStoreError);
    });
  });

  describe('memory of readers', () => {
    /** Bytes of the memory behind pieces that are held at the same time. */
    const footprint = (pieces: readonly Buffer[]): number =>
      [...new Set(pieces.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);
    /** Opens a blob and takes so many bytes of it, fast; then stalls. */
    const takeFrom = async (store: BlobStore, key: string, bytes: number) => {
      const reading = await store.read(key as ReturnType<typeof createBlobKey>);
      const iterator = reading[Symbol.asyncIterator]();
      let piece: Buffer = Buffer.alloc(0);
      for (let taken = 0; taken < bytes; taken += piece.length)
        piece = ((await iterator.next()) as IteratorYieldResult<Buffer>).value;
      return { piece, leave: () => iterator.return?.() };
    };

    it('is small for stalled ones, and bounded for those that stall after they were fast', async () => {
      const store = await createDiskBlobStore(await freshRoot());
      const key = await put(store, Buffer.alloc(20_000_000));
      const stalled = await Promise.all(Array.from({ length: 50 }, () => takeFrom(store, key, 1)));
      // The first readers are trusted to keep up; the readers that do keep up do not lose all memory to them.
      expect(footprint(stalled.map(({ piece }) => piece))).toBe(8 * 2 * 1_048_576 + 42 * 65_536);
      const fast = await Promise.all(Array.from({ length: 30 }, () => takeFrom(store, key, 19_000_000)));
      const pieces = fast.map(({ piece }) => piece);
      expect(pieces.some(({ length }) => length === 1_048_576)).toBe(true);
      expect(footprint(pieces)).toBeLessThanOrEqual(32 * 1_048_576 + 30 * 65_536);
      for (const { leave } of [...stalled, ...fast]) await leave();
      // Their memory is free for other readers again.
      const next = await takeFrom(store, key, 19_000_000);
      expect(next.piece.length).toBe(1_048_576);
      await next.leave();
    });
  });

  it('shows nothing of another blob to a reader whose blob was closed', async () => {
    const store = await createDiskBlobStore(await freshRoot());
    const bytes = randomBytes(9_000_000);
    const key = (await put(store, bytes)) as ReturnType<typeof createBlobKey>;
    const other = (await put(store, randomBytes(9_000_000))) as ReturnType<typeof createBlobKey>;
    const reading = await store.read(key);
    const pieces = reading[Symbol.asyncIterator]();
    await pieces.next();
    await reading.close();
    // It gets the descriptor that the first one had.
    const next = await store.read(other);
    const begins: Buffer[] = [];
    const readOn = async (): Promise<void> => {
      for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next())
        begins.push(Buffer.from(piece.value.subarray(0, 64)));
    };
    await expect(readOn()).rejects.toThrow('The blob is closed.');
    // Bytes that were read ahead arrived.
    expect(begins.every((begin) => bytes.includes(begin))).toBe(true);
    await next.close();
  });

  it('tells only a slow reader that the next bytes cannot be read', async ({ onTestFinished }) => {
    const root = await freshRoot();
    const store = await createDiskBlobStore(root);
    const key = (await put(store, Buffer.alloc(40_000_000))) as ReturnType<typeof createBlobKey>;
    const unhandled: unknown[] = [];
    const note = (error: unknown): number => unhandled.push(error);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const reading = await store.read(key);
    const read = async (): Promise<void> => {
      for await (const piece of reading) {
        if (piece.length === 65_536) continue;
        // Large pieces are read ahead: the next one breaks while this one is still used.
        await truncate(pathOf(root, key), 0);
        for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      }
    };
    await expect(read()).rejects.toThrow(BlobStoreError);
    expect(unhandled).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('frees every descriptor in every case', async () => {
    const root = await freshRoot();
    const store = await createDiskBlobStore(root);
    const key = (await put(store, Buffer.alloc(3_000_000))) as ReturnType<typeof createBlobKey>;
    const before = await openDescriptors();
    for (let round = 0; round < 20; round += 1) {
      const reading = await store.read(key);
      if (round % 2 === 0) for await (const piece of reading) if (piece.length > 0) break;
      await reading.close();
      const writer = await store.stage(createBlobKey(), 0);
      void writer.write(Buffer.alloc(1_200_000));
      await writer.close();
      await expect(writer.flush()).rejects.toThrow(BlobStoreError);
      await expect(store.stage(createBlobKey(), 5)).rejects.toThrow();
    }
    // Descriptors of other tests in this process are closed meanwhile.
    await eventually(async () => expect(await openDescriptors()).toBeLessThanOrEqual(before));
  });

  describe('on a full disk', () => {
    it('reports it, and works again once there is space', async ({ skip, onTestFinished }) => {
      const mount = await freshRoot();
      // Needs the right to mount, which containers often lack.
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', mount]).status !== 0)
        skip('no right to mount a tmpfs');
      onTestFinished(() => {
        execFileSync('umount', [mount]);
      });
      const store = await createDiskBlobStore(mount);
      const small = (await put(store, Buffer.alloc(1_000_000, 1))) as ReturnType<typeof createBlobKey>;
      const key = createBlobKey();
      const writer = await store.stage(key, 0);
      const filling = async (): Promise<void> => {
        for (let piece = 0; piece < 5; piece += 1) await writer.write(Buffer.alloc(1_048_576));
        await writer.flush();
      };
      await expect(filling()).rejects.toThrow(BlobStoreFullError);
      await writer.close();
      expect(await store.size(small)).toBe(1_000_000);
      await store.discard(key);
      await put(store, Buffer.alloc(1_000_000, 2));
    });
  });
});
