import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '#db/database.ts';
import { type Snapshot, takeSnapshot } from '#db/snapshot.ts';
import { copyThroughAge, createAgeEncryptor } from '#lib/age.ts';
import type { Recipient } from './backup-encryption.ts';
import { blobList, encryptedSuffix } from './backup.types.ts';
import { saveBlobs, type Saved, type SaveBlobsOptions, writeWanted } from './backup-blobs.ts';

/**
 * Copies a file into a backup, encrypted if the backup is.
 *
 * @returns its name there; undefined if there is no such file
 */
export const keepFile = async (
  from: string,
  draft: string,
  { name, recipient }: { readonly name: string; readonly recipient: Recipient | undefined },
): Promise<string | undefined> => {
  if (!existsSync(from)) return undefined;
  if (recipient === undefined) {
    await copyFile(from, join(draft, name));
    return name;
  }
  const kept = name + encryptedSuffix;
  await mkdir(dirname(join(draft, kept)), { recursive: true, mode: 0o700 });
  await copyThroughAge(from, join(draft, kept), createAgeEncryptor(recipient.key));
  return kept;
};

export interface SavedRows {
  readonly snapshot: Snapshot;
  readonly saved: Saved;
  /** Names of the files that are in the draft so far. */
  readonly files: string[];
}

/**
 * Saves a snapshot of the database, and the blobs that it refers to.
 *
 * @param draft the folder of the unfinished backup
 * @param folder for unencrypted rows: the draft itself if nothing is encrypted
 */
export const saveRows = async (
  db: Db,
  saving: SaveBlobsOptions,
  { draft, folder }: { readonly draft: string; readonly folder: string },
): Promise<SavedRows> => {
  const wanted = join(folder, 'wanted');
  const snapshot = await takeSnapshot(db, folder, (rows) => writeWanted(rows, wanted));
  const files: string[] = [];
  for (const name of snapshot.files) {
    if (saving.recipient === undefined) files.push(name);
    else {
      const path = join(folder, name);
      files.push((await keepFile(path, draft, { name, recipient: saving.recipient })) ?? name);
      await rm(path);
    }
  }
  const saved = await saveBlobs(saving, wanted, join(draft, blobList));
  await rm(wanted);
  return { snapshot, saved, files: [...files, blobList] };
};
