import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolders } from '#lib/make-folders.ts';
import { CoalescedRun } from '#lib/concurrency/coalesced-run.ts';

/** Returns a code such as `ENOENT` where the error came from the operating system. */
export const systemErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Makes a directory's entries (new, renamed and removed names) survive a power failure. */
export const syncDirectory = async (path: string): Promise<void> => {
  // Windows cannot open directories; its file system journals renames.
  if (process.platform === 'win32') return;
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Like `syncDirectory`, but concurrent calls for one directory share the sync that follows. */
export const createDirectorySync = (): ((path: string) => Promise<void>) => {
  const asked = new Map<string, { readonly syncs: CoalescedRun; callers: number }>();
  return async (path) => {
    const own = asked.get(path) ?? { syncs: new CoalescedRun(() => syncDirectory(path)), callers: 0 };
    asked.set(path, own);
    own.callers += 1;
    try {
      await own.syncs.ask();
    } finally {
      own.callers -= 1;
      if (own.callers === 0) asked.delete(path);
    }
  };
};

const lstatOrUndefined = async (path: string): Promise<Stats | undefined> => {
  try {
    return await lstat(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Makes sure that a real directory, not a symbolic link, is at `path`, private to this user. Its parent must exist.
 *
 * @returns whether it was made, so that its name is not durable yet
 */
export const makeDirectory = async (path: string): Promise<boolean> => {
  const found = await lstatOrUndefined(path);
  if (found === undefined) {
    try {
      await mkdir(path, { mode: 0o700 });
    } catch (error) {
      // Another process created it in between: it is checked like any other.
      if (systemErrorCode(error) !== 'EEXIST') throw error;
      return makeDirectory(path);
    }
    return true;
  }
  if (!found.isDirectory()) throw new Error(`${path} must be a directory and not a link.`);
  return false;
};

/** As `makeDirectory`; one that is made is durable in its parent. */
export const ensureDirectory = async (path: string): Promise<void> => {
  if (await makeDirectory(path)) await syncDirectory(dirname(path));
};

/** Like `ensureDirectory`, with all missing parents; links on the way are followed. */
export const ensureFolders = async (path: string): Promise<void> => {
  const made = await makeFolders(path);
  // A new name is durable once its parent folder is synced.
  for (const folder of made.toReversed()) await syncDirectory(dirname(folder));
};
