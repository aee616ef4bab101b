import type { BlobKey, BlobStore } from '#ports/blob-store.ts';

/** A folder of backups: the blobs that they share, and one backup at a time that is made there. */
export interface BackupShelf {
  readonly blobs: BlobStore;
  /**
   * Takes a file of this machine for a blob, durably and without copying it: one file with two names.
   *
   * @returns false where that is not possible, across disks for example; nothing is changed then
   */
  adopt(key: BlobKey, path: string): Promise<boolean>;
  /** Lets others make backups here. */
  release(): void;
}

/** A folder of backups that is read: none of them goes meanwhile. */
export interface BackupsToRead {
  readonly blobs: Pick<BlobStore, 'read'>;
  release(): void;
}

/** Writes nothing there; the folder may be one that cannot be written to. @returns undefined where a backup is being made */
export type ReadBackups = (folder: string) => Promise<BackupsToRead | undefined>;

/** @returns undefined where another backup is being made in the folder */
export type OpenBackupShelf = (folder: string) => Promise<BackupShelf | undefined>;
