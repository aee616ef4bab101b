import { execFile } from 'node:child_process';
import { type FileHandle, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left. */
  fill(): Promise<void>;
  /** Gives that room back. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const size = 64 * 1024 * 1024;
/** A small file system that containers have without mounting anything. */
const shared = '/dev/shm';
const sharedAtMost = 256 * 1024 * 1024;

/** Opens a file system of some megabytes: a mounted one, or else the shared memory of containers. */
const openFolder = async (): Promise<Pick<SmallDisk, 'folder' | 'close'>> => {
  const folder = await mkdtemp(join(tmpdir(), 'holdall-small-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'holdall-test', folder]);
    return {
      folder,
      close: async () => {
        await run('umount', ['--lazy', folder]);
        await remove();
      },
    };
  } catch (error) {
    await remove();
    const { blocks, bsize } = await statfs(shared);
    if (blocks * bsize > sharedAtMost)
      throw new Error(`Nothing can be mounted here, and ${shared} is no small file system.`, {
        cause: error,
      });
    const inside = await mkdtemp(join(shared, 'holdall-small-'));
    return { folder: inside, close: () => rm(inside, { recursive: true, force: true }) };
  }
};

/** Writes until there is no room for a piece of this size. */
const writeAll = async (file: FileHandle, pieceSize: number): Promise<void> => {
  const piece = new Uint8Array(pieceSize);
  try {
    for (;;) await file.write(piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
};

export const openSmallDisk = async (): Promise<SmallDisk> => {
  const { folder, close } = await openFolder();
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: async () => {
      const file = await open(filler, 'a');
      for (const pieceSize of [1_048_576, 4_096]) await writeAll(file, pieceSize);
      await file.close();
    },
    empty: () => rm(filler, { force: true }),
    close: async () => {
      await rm(filler, { force: true });
      await close();
    },
  };
};
