import { join } from 'node:path';
import type { BlobKey, BlobStore } from '#ports/blob-store.ts';

/** Below a folder of backups: for each recipient a folder, laid out as the folder of backups is, with the blobs encrypted to it. */
export const encryptedFolder = 'encrypted';

/**
 * Returns the folder of a backup's blobs.
 *
 * @param recipient they are encrypted to; undefined: they are not encrypted
 */
export const blobFolderOf = (root: string, recipient: string | undefined): string =>
  recipient === undefined ? root : join(root, encryptedFolder, recipient);

/** A folder of backups: the blobs that they share, and one backup at a time that is made there. */
export interface BackupStore {
  readonly blobs: BlobStore;
  /** The blobs that are encrypted to a recipient, apart from all others. */
  encryptedTo(recipient: string): Promise<BlobStore>;
  /** Recipients that blobs here are encrypted to, or were. */
  recipients(): Promise<readonly string[]>;
  /**
   * Takes a file of this machine for a blob, durably and without copying it: one file with two names.
   *
   * @returns false where that is not possible, across disks for example; nothing is changed then
   */
  adopt(key: BlobKey, path: string): Promise<boolean>;
  /** Lets others make backups here. */
  release(): void;
}

/** A folder of backups that is being read: none of them is removed meanwhile. */
export interface BackupsToRead {
  readonly blobs: Pick<BlobStore, 'read' | 'size'>;
  /** The blobs that are encrypted to a recipient, one of `recipients`. */
  encryptedTo(recipient: string): Promise<Pick<BlobStore, 'read' | 'size'>>;
  /** Recipients that blobs here are encrypted to, or were. */
  recipients(): Promise<readonly string[]>;
  release(): void;
}

/** Writes nothing there; the folder may be one that cannot be written to. @returns undefined where a backup is being made */
export type ReadBackups = (folder: string) => Promise<BackupsToRead | undefined>;

/** @returns undefined where another backup is being made in the folder */
export type OpenBackupStore = (folder: string) => Promise<BackupStore | undefined>;
