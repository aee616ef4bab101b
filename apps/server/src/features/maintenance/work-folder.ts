import { createHash } from 'node:crypto';
import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { partialSuffix } from './backup.types.ts';

/**
 * Locks a file for this process alone.
 *
 * @returns the function that releases it; undefined if this or another process holds it
 */
export type TakeLock = (path: string) => (() => void) | undefined;

const prefix = 'backup-';
const folderShape = /^backup-([0-9a-f]{16})\.partial$/;
/** Milliseconds between two attempts to acquire a lock that a cleanup holds briefly. */
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
 * Runs work that writes unencrypted files, in a folder on the server's own disk, and removes it afterwards. Backups
 * of one folder run one at a time, so the folder is not shared.
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

/** Removes the work folders of killed backups, which contain unencrypted rows. */
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
