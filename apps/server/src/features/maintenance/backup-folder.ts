import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { systemErrorCode } from '#lib/file-sync.ts';
import { reasonOf } from '#lib/reason-of.ts';
import { findManifest } from './manifests.ts';

/** Thrown if another backup is being made in the same folder. */
export class BackupBusyError extends Error {
  override readonly name = 'BackupBusyError';
}

/** Thrown if a folder cannot hold this installation's backups, before anything changed. The message is for people. */
export class BackupRefusedError extends Error {
  override readonly name = 'BackupRefusedError';
}

/** Prepares a folder for backups. @throws BackupRefusedError with the reason if it cannot be used */
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

/** Returns a fingerprint by which equal keys are recognized, and which reveals nothing else. */
export const fingerprintOf = (key: Uint8Array): string => {
  const once = createHash('sha256').update(key).digest();
  return createHash('sha256').update(once).digest('hex');
};

/** Resolves symbolic links of a path, also of one that does not exist yet. */
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
 * Refuses a folder inside those of the application, whose files would be mixed up with those of backups.
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
 * Refuses a folder with backups of another installation, which differ in the key's fingerprint.
 *
 * @param names of the existing backups, the latest first
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
