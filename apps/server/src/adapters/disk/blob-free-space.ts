import { BlobStoreFullError } from '#ports/blob-store.ts';
import type { OwnedBlobStore } from '#ports/owned-blob-store.ts';
import { type DiskSpace, freeSpaceFloor, readDiskSpace } from '#lib/disk-space.ts';
import { memoizeFor } from '#lib/concurrency/memoize-for.ts';

/** Milliseconds for which the free space that was found is relied upon. */
const reliedOnFor = 1_000;

/** The space of the file system that holds a folder, as it was within the last second. */
export const diskSpaceOf = (folder: string): (() => Promise<DiskSpace>) =>
  memoizeFor(() => readDiskSpace(folder), reliedOnFor);

/** Refuses bytes that would leave less free space than the floor. @throws BlobStoreFullError */
export const requireFreeSpace = async (space: () => Promise<DiskSpace>, bytes: number): Promise<void> => {
  const { free, total } = await space();
  if (free - bytes < freeSpaceFloor(total))
    throw new BlobStoreFullError(`Only ${free} bytes are free on the disk of the files.`);
};

/**
 * Wraps a store so that it stages nothing that would leave less free space than the floor, as if the disk were
 * full: the database, the log and other users of the disk need space to delete. Reading, publishing and
 * removing go on.
 */
export const keepSpaceFree = (store: OwnedBlobStore, space: () => Promise<DiskSpace>): OwnedBlobStore => ({
  ...store,
  stage: async (key, position, hints) => {
    await requireFreeSpace(space, hints?.expected ?? 0);
    return store.stage(key, position, hints);
  },
});
