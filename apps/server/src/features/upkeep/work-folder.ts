import { createHash } from 'node:crypto';
import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { partialSuffix } from './backup.types.ts';

/** Takes a lock's file for this process alone. @returns how to release it; undefined: another process holds it, or this one does */
export type TakeLock = (path: string) => (() => void) | undefined;

const prefix = 'backup-';
const folderShape = /^backup-([0-9a-f]{16})\.partial$/;
/** Milliseconds between two tries to take a lock that whoever cleans up holds for a moment. */
const retryMs = 100;

const lockOf = (dataDir: string, id: string): string => join(dataDir, `${prefix}${id}.lock`);

const lockWhenFree = async (takeLock: TakeLock, path: string): Promise<() => void> => {
  for (;;) {
    const release = takeLock(path);
    if (release !== undefined) return release;
    await delay(retryMs);
  }
};

/**
 * Runs work that writes what is not encrypted yet: on the server's own disk, in a folder that no other backup uses, for one
 * is made at a time in a folder of backups. It is gone afterwards.
 */
export const withWorkFolder = async <T>(
  {
    dataDir,
    root,
    takeLock,
  }: { readonly dataDir: string; readonly root: string; readonly takeLock: TakeLock },
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const id = createHash('sha256')
    .update(await realpath(root))
    .digest('hex')
    .slice(0, 16);
  const folder = join(dataDir, `${prefix}${id}${partialSuffix}`);
  const release = await lockWhenFree(takeLock, lockOf(dataDir, id));
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true }).finally(release);
  }
};

/** Removes the folders that backups have left which were killed: rows lie there that are not encrypted. */
export const dropWorkFolders = async (dataDir: string, takeLock: TakeLock): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    const [, id] = folderShape.exec(name) ?? [];
    const release = id === undefined ? undefined : takeLock(lockOf(dataDir, id));
    if (release === undefined) continue;
    try {
      await rm(join(dataDir, name), { recursive: true, force: true });
    } finally {
      release();
    }
  }
};
