import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { systemErrorCode } from '#lib/file-sync.ts';
import { reasonOf } from '#lib/reason-of.ts';
import { findManifest } from './manifests.ts';

/** Another backup is being made in the same folder. */
export class BackupBusyError extends Error {
  override readonly name = 'BackupBusyError';
}

/** A folder is no place for this installation's backups; nothing was changed. Its message is for people. */
export class BackupRefusedError extends Error {
  override readonly name = 'BackupRefusedError';
}

/** Prepares a folder for backups. @throws BackupRefusedError where it cannot be used, and says why */
export const usingFolder = async <T>(root: string, prepare: () => Promise<T>): Promise<T> => {
  try {
    return await prepare();
  } catch (error) {
    if (error instanceof BackupRefusedError) throw error;
    throw new BackupRefusedError(`Backups cannot be kept in ${root}: ${reasonOf(error, root)}.`, {
      cause: error,
    });
  }
};

/** Tells whether a key is the same one, and nothing about it. */
export const fingerprintOf = (key: Uint8Array): string => {
  const once = createHash('sha256').update(key).digest();
  return createHash('sha256').update(once).digest('hex');
};

/** Where a path leads to; of what is not there yet, where it will be. */
const truePath = async (path: string): Promise<string> => {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    return join(await truePath(dirname(path)), basename(path));
  }
};

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith('..') || way.startsWith('/'));
};

/**
 * Keeps backups out of the folders in which files live: their files would be taken for those of backups, and go with
 * them.
 *
 * @throws BackupRefusedError
 */
export const refuseOwnFiles = async (root: string, dataDir: string): Promise<void> => {
  const [own, there] = [await truePath(dataDir), await truePath(root)];
  for (const name of ['blobs', 'staging']) {
    const mine = await truePath(join(own, name));
    if (isWithin(there, mine) || (await truePath(join(there, name))) === mine)
      throw new BackupRefusedError(
        `${root} is where Holdall keeps its files. Choose another folder for backups.`,
      );
  }
};

/**
 * A folder holds backups of one installation: its key tells which.
 *
 * @param names of the backups there, the latest first
 * @throws BackupRefusedError
 */
export const refuseForeign = async (
  root: string,
  names: readonly string[],
  secretKey: Uint8Array,
): Promise<void> => {
  let key: string | undefined;
  for (const name of names) {
    key = (await findManifest(root, name))?.secret_key;
    if (key !== undefined) break;
  }
  if (key === undefined || key === fingerprintOf(secretKey)) return;
  throw new BackupRefusedError(
    `${root} holds backups that were made with another secret key, which is another installation’s. Choose another folder for backups.`,
  );
};
