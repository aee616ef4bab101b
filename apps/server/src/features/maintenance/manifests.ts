import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AgeDamagedError, AgeIdentityError, createAgeDecryptor } from '#lib/age.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { sha256OfFile } from '#lib/file-sha256.ts';
import { ensureDirectory, syncDirectory, systemErrorCode } from '#lib/file-sync.ts';
import {
  backupName,
  blobList,
  type BackupSummary,
  encryptedSuffix,
  keyFile,
  type ListedBackup,
  type Manifest,
  manifestName,
  manifestSchema,
  partialSuffix,
  snapshotsFolder,
  type Verification,
  verificationFile,
  verificationSchema,
} from './backup.types.ts';

/** Returns the folder of a backup's own files. */
export const folderOf = (root: string, name: string): string => join(root, snapshotsFolder, name);

/** Returns a file's entry in the manifest. */
export const describeFile = async (folder: string, name: string): Promise<Manifest['files'][number]> => {
  const path = join(folder, name);
  return { name, size: (await stat(path)).size, sha256: await sha256OfFile(path) };
};

/** Writes a file of a backup durably, readable only for this user. */
export const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Creates the folder of an unfinished backup. @returns its path */
export const makeDraft = async (root: string, name: string): Promise<string> => {
  const snapshots = join(root, snapshotsFolder);
  await ensureDirectory(snapshots);
  const draft = join(snapshots, name + partialSuffix);
  await mkdir(draft, { mode: 0o700 });
  return draft;
};

const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Syncs a folder with all its content. */
export const syncTree = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncFile(path));
  }
  await syncDirectory(folder);
};

/** @throws if the folder contains no backup of a known format, or the manifest of another one */
export const readManifest = async (root: string, name: string): Promise<Manifest> => {
  const text = await readFile(join(folderOf(root, name), manifestName), 'utf8');
  const manifest = manifestSchema.parse(JSON.parse(text));
  if (manifest.name !== name) throw new Error('The manifest is of another backup.');
  return manifest;
};

/** @returns undefined if the identity does not open it, or it is damaged */
const decryptSmall = (sealed: Buffer, identity: AgeIdentity): Buffer | undefined => {
  const decryptor = createAgeDecryptor(identity);
  try {
    return Buffer.concat([decryptor.push(sealed), decryptor.end()]);
  } catch (error) {
    if (error instanceof AgeDamagedError || error instanceof AgeIdentityError) return undefined;
    throw error;
  }
};

/**
 * Returns the key in a backup; undefined if there is none, or it cannot be decrypted.
 *
 * @param identities for an encrypted backup
 */
export const keyOfBackup = (
  root: string,
  name: string,
  identities: readonly AgeIdentity[],
): Uint8Array | undefined => {
  const path = join(folderOf(root, name), keyFile);
  const keyIn = (text: Buffer): Buffer => Buffer.from(text.toString('utf8').trim(), 'hex');
  if (existsSync(path)) return keyIn(readFileSync(path));
  if (!existsSync(path + encryptedSuffix)) return undefined;
  const sealed = readFileSync(path + encryptedSuffix);
  const opened = identities.map((identity) => decryptSmall(sealed, identity)).find(Boolean);
  return opened && keyIn(opened);
};

/** As `readManifest`; undefined if it cannot be read, so that a damaged backup does not hide others. */
export const findManifest = (root: string, name: string): Promise<Manifest | undefined> =>
  readManifest(root, name).catch(() => undefined);

/** Tells whether the list of a backup's blobs is intact. */
export const isListIntact = async (root: string, name: string): Promise<boolean> => {
  const saved = (await findManifest(root, name))?.files.find((file) => file.name === blobList);
  if (saved === undefined) return false;
  const found = await describeFile(folderOf(root, name), blobList).catch(() => undefined);
  return found?.sha256 === saved.sha256;
};

export const summaryOf = (manifest: Manifest): BackupSummary => ({
  name: manifest.name,
  at: Date.parse(manifest.created_at),
  version: manifest.version,
  database: manifest.database,
  blobs: manifest.blobs,
  damaged: manifest.damaged.length,
  encrypted: manifest.encrypted_to !== undefined,
});

/** Returns the time in a backup's name, in milliseconds since 1970. */
const timeOf = (name: string): number =>
  Date.parse(name.replace(backupName, '$1-$2-$3T$4:$5:$6.$7Z').toUpperCase());

/**
 * Returns the name of a new backup, `20261122t080000123z-1f2e3d`, which sorts after all others, whatever the clock
 * says.
 *
 * @param latest the name of the latest backup
 */
export const nameAfter = (
  latest: string | undefined,
  now: number,
): { readonly name: string; readonly clockBehind: boolean } => {
  const last = latest === undefined ? 0 : timeOf(latest);
  const at = new Date(Math.max(now, last + 1)).toISOString().replaceAll(/[-:.]/g, '').toLowerCase();
  return { name: `${at}-${randomBytes(3).toString('hex')}`, clockBehind: now < last };
};

/** Lists the names of completed backups in a folder, the latest first; none if there is no such folder. */
export const listNames = async (root: string): Promise<string[]> => {
  try {
    const entries = await readdir(join(root, snapshotsFolder), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && backupName.test(entry.name))
      .map(({ name }) => name)
      .toSorted()
      .toReversed();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return [];
    throw error;
  }
};

const readVerification = async (root: string, name: string): Promise<Verification | undefined> => {
  try {
    const text = await readFile(join(folderOf(root, name), verificationFile), 'utf8');
    return verificationSchema.parse(JSON.parse(text));
  } catch {
    // Without it the backup counts as not verified.
    return undefined;
  }
};

/** The backups of a folder. */
export interface BackupsFound {
  /** The latest first. */
  readonly backups: ListedBackup[];
  /** Names of those whose manifest is damaged or missing. */
  readonly unreadable: readonly string[];
  /** The total number, beyond the page. */
  readonly total: number;
}

/** Lists completed backups of a folder, the latest first. @param part a page of them; all by default */
export const listBackups = async (
  root: string,
  { offset, limit }: { readonly offset: number; readonly limit: number } = {
    offset: 0,
    limit: Number.POSITIVE_INFINITY,
  },
): Promise<BackupsFound> => {
  const names = await listNames(root);
  const backups: ListedBackup[] = [];
  const unreadable: string[] = [];
  for (const name of names.slice(offset, offset + limit)) {
    const manifest = await findManifest(root, name);
    if (manifest === undefined) unreadable.push(name);
    else backups.push({ ...summaryOf(manifest), verified: await readVerification(root, name) });
  }
  return { backups, unreadable, total: names.length };
};
