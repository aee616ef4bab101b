import { statfs } from 'node:fs/promises';
import { BlobStoreFullError } from '#ports/blob-store.ts';
import type { MarkedBlobStore } from '#ports/marked-blob-store.ts';
import { rememberedAnswer } from '#lib/remembered.ts';

export interface DiskSpace {
  /** Bytes that this program may still take. */
  readonly free: number;
  /** Bytes of the whole file system. */
  readonly total: number;
}

const gigabyte = 1_000_000_000;
/** Milliseconds for which the free space that was found is relied upon. */
const reliedOnFor = 1_000;

/** Bytes that stay free: 1 GB or 2 %, whichever is more, but no more than a tenth of a small file system. */
export const freeSpaceFloor = (total: number): number =>
  Math.min(Math.max(gigabyte, total * 0.02), total * 0.1);

/** The space of the file system that holds a folder. */
export const diskSpaceOf = (folder: string): (() => Promise<DiskSpace>) =>
  rememberedAnswer(async () => {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  }, reliedOnFor);

/**
 * A store that stages nothing where it would leave less free than the floor, as if the disk were full: the database,
 * the log and whatever else shares the disk need room to delete. Reading, publishing and removing go on.
 */
export const keepSpaceFree = (store: MarkedBlobStore, space: () => Promise<DiskSpace>): MarkedBlobStore => ({
  ...store,
  stage: async (key, position, hints) => {
    const { free, total } = await space();
    if (free - (hints?.expected ?? 0) < freeSpaceFloor(total))
      throw new BlobStoreFullError(`Only ${free} bytes are free on the disk of the files.`);
    return store.stage(key, position, hints);
  },
});
