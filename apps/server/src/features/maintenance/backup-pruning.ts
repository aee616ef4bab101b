import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '#lib/file-sync.ts';
import { readLineFile } from '#lib/line-files.ts';
import type { BackupStore } from '#ports/backup-store.ts';
import { blobList, partialSuffix, savedBlob, snapshotsFolder } from './backup.types.ts';
import { findManifest, folderOf, isListIntact, listNames } from './manifests.ts';

export interface Pruned {
  /** Names of the deleted backups. */
  readonly backups: readonly string[];
  /** Blobs that only they referred to. */
  readonly blobs: number;
  /** Remaining backups with damaged lists, which prevent any deletion. */
  readonly unsure: readonly string[];
}

/**
 * Returns every blob that one of these backups needs.
 *
 * @param recipient of the backups to consider; undefined for unencrypted ones
 */
const listNeeded = async (
  root: string,
  names: readonly string[],
  recipient: string | undefined,
): Promise<Set<string>> => {
  const needed = new Set<string>();
  for (const name of names) {
    if ((await findManifest(root, name))?.encrypted_to !== recipient) continue;
    for await (const lines of readLineFile(join(folderOf(root, name), blobList)))
      for (const line of lines) needed.add(savedBlob.parse(JSON.parse(line)).key);
  }
  return needed;
};

/**
 * Deletes all backups of a folder except the latest ones, and the blobs without a reference, also those of
 * unfinished backups.
 *
 * @param keep 1 or more
 * @param made the newest backup, which stays
 */
export const pruneBackups = async (
  store: BackupStore,
  root: string,
  { keep, made }: { readonly keep: number; readonly made: string },
): Promise<Pruned> => {
  const names = await listNames(root);
  const gone = names.slice(keep).filter((name) => name !== made);
  const stay = names.filter((name) => !gone.includes(name));
  // Checked before anything is deleted: the blobs of a damaged list are unknown.
  const unsure: string[] = [];
  for (const name of stay) if (!(await isListIntact(root, name))) unsure.push(name);
  if (unsure.length > 0) return { backups: [], blobs: 0, unsure };
  for (const name of gone) {
    // Renamed first, so that a half-deleted backup is not taken for a complete one.
    const partial = folderOf(root, name) + partialSuffix;
    await rename(folderOf(root, name), partial);
    await rm(partial, { recursive: true });
  }
  await syncDirectory(join(root, snapshotsFolder));
  let blobs = 0;
  for (const recipient of [undefined, ...(await store.recipients())]) {
    const shared = recipient === undefined ? store.blobs : await store.encryptedTo(recipient);
    const needed = await listNeeded(root, stay, recipient);
    for await (const { key } of shared.list()) {
      if (needed.has(key)) continue;
      await shared.remove(key);
      blobs += 1;
    }
  }
  return { backups: gone, blobs, unsure };
};
