import { rmSync, statfsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomFillSync } from 'node:crypto';
import { readDiskSpace } from '#lib/disk-space.ts';
import type { SpaceGuard } from '#ports/space-guard.ts';

const reserveName = 'reserve';
const mostBytes = 32 * 1024 * 1024;
const pieceSize = 1024 * 1024;
/** Milliseconds between two checks of the free space. */
const lookEveryMs = 5_000;

/** Bytes of the reserve: 32 MB, but no more than a sixteenth of a small file system. */
const reserveSize = (total: number): number => Math.min(mostBytes, Math.floor(total / 16));
/** Bytes below which a disk counts as full. */
const fullBelow = (total: number): number => reserveSize(total) / 4;
/** Free bytes from which the disk no longer counts as full: room for the reserve, and as much again. */
const freeFrom = (total: number): number => reserveSize(total) * 2;

/**
 * Gives up the reserve where the disk is full, before a program opens a data directory: opening a database
 * needs some space.
 */
export const giveUpReserveIfFull = (folder: string): void => {
  const { bavail, blocks, bsize } = statfsSync(folder);
  if (bavail * bsize < fullBelow(blocks * bsize)) rmSync(join(folder, reserveName), { force: true });
};

/** Removes the reserve of a database that is no longer used. */
export const dropReserve = (folder: string): Promise<void> => rm(join(folder, reserveName), { force: true });

export interface SpaceReserveOptions {
  /** The folder of the database. */
  readonly folder: string;
  /** Called when the disk becomes full, and when it has space again. */
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
 * Keeps a reserve file of some megabytes beside the database. It is removed when the disk is full, so that
 * people can delete, and written again when there is space. In between the disk counts as full: only work that
 * frees space may use it.
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
      // Another program has used the space meanwhile.
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
    // A failed check says nothing about the free space; the next one follows soon.
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
