import { constants } from 'node:fs';
import { lstat, opendir, rename, utimes } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import {
  absentAs,
  attempt,
  type DiskWriter,
  openFresh,
  openPlain,
  removeFile,
  sizeOf,
  writeTo,
} from '#adapters/disk/blob-disk-files.ts';
import { openBytes, readPiece } from '#adapters/disk/blob-disk-reader.ts';
import type { DiskReads } from '#lib/disk-reads.ts';
import { createDirectorySync, ensureDirectory, makeDirectory, systemErrorCode } from '#lib/file-sync.ts';
import { replaceFile } from '#lib/replace-file.ts';
import {
  BlobAbsentError,
  type BlobKey,
  BlobStoreError,
  createBlobKey,
  normaliseKey,
  type StoredEntry,
} from '#ports/blob-store.ts';
import { ownerMarkerName } from '#lib/owner-marker.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';

const isKey = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);

/**
 * Stores blobs as files below `root`: `staging/<key>` while they grow, `blobs/<xx>/<yy>/<key>` once published,
 * `trash/<key>` for a while after they were removed. All must be on one file system. Links planted in them are
 * refused, not followed.
 *
 * @param reads a thread that reads small files and short spans; undefined: they are read like all others
 */
export const createDiskBlobStore = async (root: string, reads?: DiskReads): Promise<OwnedBlobStore> => {
  const staging = join(root, 'staging');
  const blobs = join(root, 'blobs');
  const trash = join(root, 'trash');
  /** Directories that were seen to be real ones, by this process. */
  const known = new Set<string>();
  /** Directories whose names this process has made to survive a power failure. */
  const durable = new Set<string>();
  const syncDirectory = createDirectorySync();
  /** Writers of blobs that are staged in one go, until they are published or discarded. */
  const inOneGo = new Map<BlobKey, DiskWriter>();

  const ensure = async (path: string): Promise<void> => {
    if (known.has(path)) return;
    await ensureDirectory(path);
    known.add(path);
  };
  /**
   * Makes the name of a directory durable. Its creator may not have done so yet: a concurrent upload, or a
   * process that ended.
   */
  const keepName = async (path: string): Promise<void> => {
    if (durable.has(path)) return;
    await syncDirectory(dirname(path));
    durable.add(path);
  };
  // `join` is avoided: an archive asks for thousands of paths, and a key needs no normalising.
  const shardsOf = (key: BlobKey): [string, string] => {
    const outer = `${blobs}${sep}${key.slice(0, 2)}`;
    return [outer, `${outer}${sep}${key.slice(2, 4)}`];
  };
  const stagedPath = (key: BlobKey): string => join(staging, normaliseKey(key));
  const trashPath = (key: BlobKey): string => join(trash, normaliseKey(key));
  const blobPath = (key: BlobKey): string => `${shardsOf(normaliseKey(key))[1]}${sep}${key}`;

  /** Refuses to reach a blob through a link planted in place of one of its directories. */
  const checkShards = async (key: BlobKey): Promise<void> => {
    for (const path of shardsOf(key)) {
      if (known.has(path)) continue;
      let stats;
      try {
        stats = await lstat(path);
      } catch (error) {
        return absentAs(undefined, error);
      }
      if (!stats.isDirectory()) throw new BlobStoreError(`${path} must be a directory and not a link.`);
      known.add(path);
    }
  };

  /** Gives staged or trashed bytes their name among the blobs. */
  const moveToShard = async (key: BlobKey, from = stagedPath(key)): Promise<void> => {
    const shards = shardsOf(normaliseKey(key));
    const move = async () => {
      for (const path of shards) {
        if (known.has(path)) continue;
        await makeDirectory(path);
        known.add(path);
      }
      await rename(from, blobPath(key));
    };
    try {
      await move();
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
      // The directories have been removed since they were seen, as after a migration of all files.
      for (const path of shards) {
        known.delete(path);
        durable.delete(path);
      }
      await move();
    }
  };

  const keepNames = async (key: BlobKey): Promise<void> => {
    const [outer, inner] = shardsOf(key);
    // Syncs run together: a disk combines concurrent ones.
    await Promise.all([syncDirectory(inner), keepName(inner), keepName(outer)]);
  };

  /** Begins to stage bytes in one go; undefined where something is staged under the key. */
  const stageInOneGo = async (key: BlobKey): Promise<DiskWriter | undefined> => {
    const file = await openFresh(stagedPath(key));
    if (file === undefined) return undefined;
    const writer = writeTo(file, 0, { isLasting: false, onClose: () => inOneGo.delete(key) });
    inOneGo.set(key, writer);
    return writer;
  };
  /**
   * Publishes a blob that was staged in one go. Its bytes and its name become durable at the same time: a name
   * that survives a power failure without all of the bytes is in no record.
   */
  const moveToTrash = async (key: BlobKey): Promise<void> => {
    // Only a store from which something is removed needs the folder, and people may remove it.
    await ensure(trash);
    try {
      await rename(blobPath(key), trashPath(key));
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
      known.delete(trash);
      await ensure(trash);
      await rename(blobPath(key), trashPath(key));
    }
  };

  const publishInOneGo = async (key: BlobKey, size: number, writer: DiskWriter): Promise<void> => {
    if (writer.position !== size)
      throw new BlobStoreError(`${writer.position} bytes are staged instead of ${size}.`);
    await writer.flush();
    await moveToShard(key);
    await Promise.all([writer.sync(), keepNames(key)]);
    // The caller does not wait for the close.
    void writer.close();
  };

  /** Plain files whose names are keys. */
  async function* entries(directory: string): AsyncGenerator<StoredEntry> {
    for await (const entry of await opendir(directory)) {
      if (!entry.isFile() || !isKey(entry.name)) continue;
      try {
        const stats = await lstat(join(directory, entry.name));
        yield { key: normaliseKey(entry.name), modifiedAt: stats.mtimeMs, size: stats.size };
      } catch (error) {
        absentAs(undefined, error);
      }
    }
  }
  async function* entriesIfAny(directory: string): AsyncGenerator<StoredEntry> {
    try {
      yield* entries(directory);
    } catch (error) {
      absentAs(undefined, error);
    }
  }
  async function* subdirectories(directory: string): AsyncGenerator<string> {
    for await (const entry of await opendir(directory)) {
      if (entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)) yield join(directory, entry.name);
    }
  }

  await attempt('preparing the blob folder', async () => {
    for (const path of [root, staging, blobs]) await ensure(path);
  });

  const markerPath = join(blobs, ownerMarkerName);
  const store: OwnedBlobStore = {
    stage: (key, position, hints) =>
      attempt('opening a staged file', async () => {
        const fresh =
          position === 0 && hints?.inOneGo === true ? await stageInOneGo(normaliseKey(key)) : undefined;
        if (fresh !== undefined) return fresh;
        const path = stagedPath(key);
        const create = position === 0 ? constants.O_CREAT : 0;
        let opened: Awaited<ReturnType<typeof openPlain>>;
        try {
          opened = await openPlain(path, constants.O_WRONLY | create);
        } catch (error) {
          if (systemErrorCode(error) === 'ENOENT')
            throw new BlobAbsentError('Nothing is staged under this key.', { cause: error });
          throw error;
        }
        const { file, size } = opened;
        try {
          if (size < position) throw new BlobAbsentError(`Only ${size} of ${position} bytes are staged.`);
          if (size > position) await file.truncate(position);
          return writeTo(file, position, { isLasting: true });
        } catch (error) {
          await file.close();
          throw error;
        }
      }),
    stagedSize: (key) => attempt('looking at a staged file', () => sizeOf(stagedPath(key))),
    readStaged: (key, span) => attempt('opening a staged file', () => openBytes(stagedPath(key), span)),
    publish: (key, size) =>
      attempt('publishing a blob', async () => {
        const writer = inOneGo.get(normaliseKey(key));
        if (writer !== undefined) return publishInOneGo(key, size, writer);
        const staged = await sizeOf(stagedPath(key));
        if (staged === undefined) {
          await checkShards(key);
          const published = await sizeOf(blobPath(key));
          if (published === undefined) throw new BlobAbsentError('Nothing is staged under this key.');
          if (published !== size)
            throw new BlobStoreError(`The blob has ${published} bytes instead of ${size}.`);
        } else {
          if (staged !== size) throw new BlobStoreError(`${staged} bytes are staged instead of ${size}.`);
          await moveToShard(key);
        }
        // An earlier attempt may have published the blob and died before this step.
        await keepNames(key);
      }),
    discard: (key) => attempt('removing a staged file', () => removeFile(stagedPath(key))),
    listStaged: () => entries(staging),

    read: (key, span) =>
      attempt('opening a blob', async () => {
        await checkShards(key);
        return openBytes(blobPath(key), span, reads);
      }),
    readInto: (key, start, target) =>
      attempt('reading a blob', async () => {
        await checkShards(key);
        await readPiece(blobPath(key), { start, target }, reads);
      }),
    readAddress: async () => undefined,
    localPath: (key) =>
      attempt('looking for a blob', async () => {
        await checkShards(key);
        // Reading follows links: a planted link is refused here, as in `read`.
        await sizeOf(blobPath(key));
        return blobPath(key);
      }),
    size: (key) =>
      attempt('looking at a blob', async () => {
        await checkShards(key);
        return sizeOf(blobPath(key));
      }),
    remove: (key) =>
      attempt('removing a blob', async () => {
        await checkShards(key);
        await removeFile(blobPath(key));
      }),
    trash: (key) =>
      attempt('moving a blob to the trash', async () => {
        await checkShards(key);
        if ((await sizeOf(blobPath(key))) === undefined) return;
        const now = new Date();
        // The time is set first: a rename keeps it, and it says since when the blob lies in the trash.
        await utimes(blobPath(key), now, now);
        await moveToTrash(key);
      }),
    untrash: (key) =>
      attempt('putting a blob back', async () => {
        if ((await sizeOf(trashPath(key))) === undefined) return false;
        await moveToShard(key, trashPath(key));
        await keepNames(key);
        return true;
      }),
    listTrash: () => entriesIfAny(trash),
    purge: (key) => attempt('emptying the trash', () => removeFile(trashPath(key))),
    async *list() {
      for await (const outer of subdirectories(blobs)) {
        for await (const inner of subdirectories(outer)) yield* entries(inner);
      }
    },
    owner: () =>
      attempt('looking whose files these are', async () => {
        try {
          const { file } = await openPlain(markerPath, constants.O_RDONLY);
          try {
            return (await file.readFile('utf8')).trim();
          } finally {
            await file.close();
          }
        } catch (error) {
          return absentAs(undefined, error);
        }
      }),
    setOwner: (installation) =>
      attempt('saying whose files these are', async () => replaceFile(markerPath, `${installation}\n`)),
    probe: async () => {
      const key = createBlobKey();
      const sent = Buffer.from(key);
      const writer = await store.stage(key, 0);
      try {
        await writer.write(sent);
        await writer.flush();
        const pieces: Buffer[] = [];
        for await (const piece of await store.readStaged(key)) pieces.push(Buffer.from(piece));
        if (!Buffer.concat(pieces).equals(sent))
          throw new BlobStoreError('The disk gave back other bytes than it was given.');
      } finally {
        await writer.close();
        await store.discard(key);
      }
    },
  };
  return store;
};
