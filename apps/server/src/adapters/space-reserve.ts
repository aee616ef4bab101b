import { rmSync, statfsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomFillSync } from 'node:crypto';
import { readDiskSpace } from '#lib/disk-space.ts';
import type { SpaceGuard } from '#ports/space-guard.ts';

const reserveName = 'reserve';
const mostBytes = 32 * 1024 * 1024;
const pieceSize = 1024 * 1024;
/** Milliseconds between two looks. */
const lookEveryMs = 5_000;

/** Bytes of the reserve: 32 MB, but no more than a sixteenth of a small file system. */
const reserveSize = (total: number): number => Math.min(mostBytes, Math.floor(total / 16));
/** Bytes below which a disk counts as full. */
const fullBelow = (total: number): number => reserveSize(total) / 4;
/** Bytes from which it no longer does: there is room for the reserve, and as much again. */
const freeFrom = (total: number): number => reserveSize(total) * 2;

/**
 * For a program that begins to use a data directory: gives the reserve up where the disk is full. What opens a database needs
 * some room already.
 */
export const giveUpReserveIfFull = (folder: string): void => {
  const { bavail, blocks, bsize } = statfsSync(folder);
  if (bavail * bsize < fullBelow(blocks * bsize)) rmSync(join(folder, reserveName), { force: true });
};

/** Removes what was kept beside a database that is no longer used. */
export const dropReserve = (folder: string): Promise<void> => rm(join(folder, reserveName), { force: true });

export interface SpaceReserveOptions {
  /** Where the database is. */
  readonly folder: string;
  /** Told when the disk has become full, and when there is room again. */
  readonly onChange: (isFull: boolean) => void;
}

export interface SpaceReserve extends SpaceGuard {
  close(): Promise<void>;
}

/** Bytes that no file system can store as less. */
const writeReserve = async (path: string, size: number): Promise<void> => {
  const file = await open(path, 'w', 0o600);
  try {
    const bytes = randomFillSync(new Uint8Array(pieceSize));
    for (let written = 0; written < size; written += pieceSize)
      await file.write(bytes, 0, Math.min(pieceSize, size - written));
    await file.datasync();
  } finally {
    await file.close();
  }
};

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch {
    return 0;
  }
};

/**
 * Keeps a file of some megabytes beside the database that is given up when the disk is full, so that people can delete, and
 * is written again when there is room. In between the disk counts as full: nothing but what makes room is to use that room.
 */
export const openSpaceReserve = async ({ folder, onChange }: SpaceReserveOptions): Promise<SpaceReserve> => {
  const path = join(folder, reserveName);
  let isFull = false;
  let looking: Promise<void> | undefined;

  const become = (full: boolean): void => {
    if (full === isFull) return;
    isFull = full;
    onChange(full);
  };
  const keep = async (size: number): Promise<void> => {
    try {
      await writeReserve(path, size);
      become(false);
    } catch {
      // Somebody else has taken the room meanwhile.
      await rm(path, { force: true });
      become(true);
    }
  };
  const lookNow = async (): Promise<void> => {
    const { free, total } = await readDiskSpace(folder);
    const size = reserveSize(total);
    const isKept = (await sizeOf(path)) >= size;
    if (isKept && free >= fullBelow(total)) become(false);
    else if (!isKept && free >= freeFrom(total)) await keep(size);
    else {
      await rm(path, { force: true });
      become(true);
    }
  };
  const look = (): Promise<void> => {
    // A disk that cannot be asked says nothing about its room; the next look is soon.
    looking ??= lookNow()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };

  await look();
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return {
    isFull: () => isFull,
    look,
    close: async () => {
      clearInterval(timer);
      await looking;
    },
  };
};
