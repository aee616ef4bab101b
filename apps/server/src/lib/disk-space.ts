import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** Bytes that this program may still take. */
  readonly free: number;
  /** Bytes of the whole file system. */
  readonly total: number;
}

const gigabyte = 1_000_000_000;

/** Bytes that stay free: 1 GB or 2 %, whichever is more, but no more than a tenth of a small file system. */
export const freeSpaceFloor = (total: number): number =>
  Math.min(Math.max(gigabyte, total * 0.02), total * 0.1);

/**
 * Tells whether a disk is nearly full: less is free than twice the floor. Below that room is made, before new bytes are refused
 * below the floor.
 */
export const isNearlyFull = ({ free, total }: DiskSpace): boolean => free < 2 * freeSpaceFloor(total);

/** Reads the current space of the file system that holds a folder. */
export const readDiskSpace = async (folder: string): Promise<DiskSpace> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
};
