import { constants } from 'node:fs';
import { access, link, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskBlobStore } from '#adapters/disk/blob-disk.ts';
import { lockFolder } from '#adapters/disk/folder-lock.ts';
import { recipientShape } from '#lib/age-keys.ts';
import { ensureDirectory, ensureFolders, syncDirectory, systemErrorCode } from '#lib/file-sync.ts';
import {
  blobFolderOf,
  encryptedFolder,
  type OpenBackupStore,
  type ReadBackups,
} from '#ports/backup-store.ts';
import { type BlobStore, normaliseKey } from '#ports/blob-store.ts';

/**
 * Error codes of `link` for which the file is copied instead: another disk, a file system without hard links,
 * too many links, another owner; or the file has been migrated to another store meanwhile.
 */
const impossible: ReadonlySet<string | undefined> = new Set([
  'EXDEV',
  'ENOENT',
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EACCES',
]);

const lockOf = (folder: string): (() => void) | undefined => lockFolder(join(folder, 'backup.lock'));

/** Discards bytes that an interrupted backup has staged. Only the holder of the lock stages. */
const dropStaged = async (blobs: BlobStore): Promise<void> => {
  for await (const { key } of blobs.listStaged()) await blobs.discard(key);
};

const listRecipients = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(join(folder, encryptedFolder), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && recipientShape.test(entry.name))
      .map(({ name }) => name)
      .toSorted();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
};

/** Backups in a folder of a disk; its blobs are laid out as those of a data directory. */
export const openDiskBackupStore: OpenBackupStore = async (folder) => {
  await ensureFolders(folder);
  // The lock file's error would not name the missing permission.
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const release = lockOf(folder);
  if (release === undefined) return undefined;
  try {
    const blobs = await createDiskBlobStore(folder);
    await dropStaged(blobs);
    return {
      blobs,
      encryptedTo: async (recipient) => {
        const own = blobFolderOf(folder, recipient);
        await ensureFolders(own);
        const encrypted = await createDiskBlobStore(own);
        await dropStaged(encrypted);
        return encrypted;
      },
      recipients: () => listRecipients(folder),
      adopt: async (key, path) => {
        const name = normaliseKey(key);
        const outer = join(folder, 'blobs', name.slice(0, 2));
        const inner = join(outer, name.slice(2, 4));
        await ensureDirectory(outer);
        await ensureDirectory(inner);
        const staged = join(folder, 'staging', name);
        await rm(staged, { force: true });
        try {
          await link(path, staged);
        } catch (error) {
          if (impossible.has(systemErrorCode(error))) return false;
          throw error;
        }
        await rename(staged, join(inner, name));
        // Renaming leaves the first name if both were the same file already.
        await rm(staged, { force: true });
        await syncDirectory(inner);
        return true;
      },
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
};

const isWritable = async (folder: string): Promise<boolean> => {
  try {
    await access(folder, constants.W_OK);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '')) return false;
    throw error;
  }
};

/** Opens a folder of backups for reading; the folder may be read-only. */
export const readDiskBackups: ReadBackups = async (folder) => {
  const release = (await isWritable(folder)) ? lockOf(folder) : () => undefined;
  if (release === undefined) return undefined;
  try {
    return {
      blobs: await createDiskBlobStore(folder),
      encryptedTo: (recipient) => createDiskBlobStore(blobFolderOf(folder, recipient)),
      recipients: () => listRecipients(folder),
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
};
