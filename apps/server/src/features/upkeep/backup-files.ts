import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '#db/database.ts';
import { type Snapshot, takeSnapshot } from '#db/snapshot.ts';
import { copyThroughAge, createAgeEncryptor } from '#lib/age.ts';
import { readLineFile } from '#lib/line-files.ts';
import type { Recipient } from './backup-encryption.ts';
import { blobList, encryptedSuffix, partialSuffix, type SavedBlob, savedBlob } from './backup.types.ts';
import { findManifest, folderOf, isListIntact } from './manifests.ts';
import { saveBlobs, type Saved, type SaveBlobsOptions, writeWanted } from './backup-blobs.ts';

/**
 * Returns the blobs of the latest backup with the same recipient; empty if its list is damaged.
 *
 * @param names of the existing backups, the latest first
 */
export const knownBlobs = async (
  root: string,
  names: readonly string[],
  recipient: string | undefined,
): Promise<Map<string, SavedBlob>> => {
  const known = new Map<string, SavedBlob>();
  for (const name of names) {
    const manifest = await findManifest(root, name);
    if (manifest === undefined || manifest.encrypted_to !== recipient) continue;
    if (!(await isListIntact(root, name))) break;
    for await (const lines of readLineFile(join(folderOf(root, name), blobList)))
      for (const line of lines) {
        const blob = savedBlob.parse(JSON.parse(line));
        if (blob.pictures || recipient !== undefined) known.set(blob.key, blob);
      }
    break;
  }
  return known;
};

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

/**
 * Runs work that writes unencrypted files, in a folder on the server's own disk, and removes it afterwards. Backups
 * of one folder run one at a time, so the folder is not shared.
 */
export const withWorkFolder = async <T>(
  { dataDir, root }: { readonly dataDir: string; readonly root: string },
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const id = createHash('sha256')
    .update(await realpath(root))
    .digest('hex')
    .slice(0, 16);
  const folder = join(dataDir, `backup-${id}${partialSuffix}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
