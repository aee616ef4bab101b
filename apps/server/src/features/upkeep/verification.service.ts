import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256OfFile } from '#lib/file-sha256.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import { readLineFile } from '#lib/line-files.ts';
import { replaceFile } from '#lib/replace-file.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import { BlobAbsentError, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { examineBlob } from '#ports/copy-blob.ts';
import {
  blobList,
  faultyBlobs,
  type Manifest,
  manifestName,
  type SavedBlob,
  savedBlob,
  type Verification,
  verificationFile,
} from './backup.types.ts';
import { examineSignature } from './manifest-signature.service.ts';
import { findManifest, folderOf, keyOfBackup, listNames } from './manifests.service.ts';

/** There is no such backup. */
export class BackupGoneError extends Error {
  override readonly name = 'BackupGoneError';
}

export interface VerificationDeps {
  readonly root: string;
  readonly clock: Clock;
  readonly readShelf: (root: string) => Promise<BlobStore>;
  /** Of the installation; undefined: a backup's own counts, where it has one. */
  readonly secretKey?: (() => Uint8Array) | undefined;
  /** Set off: nothing more is read, and nothing is written down. */
  readonly signal: AbortSignal | undefined;
}

/** Blobs that are read at once. */
const atOnce = 4;
/** Faults that are told one by one; of others only the number is. */
const examplesKept = 20;
/** Why nothing can be written down beside a backup. */
const unwritable: ReadonlySet<string | undefined> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** What is wrong with a blob of a backup, in words; undefined: nothing. */
const faultOf = async (blobs: BlobStore, { key, size, sha256 }: SavedBlob): Promise<string | undefined> => {
  try {
    const found = await examineBlob(blobs, normaliseKey(key));
    return found.size === size && found.sha256 === sha256
      ? undefined
      : `The blob ${key} is not what was saved.`;
  } catch (error) {
    if (error instanceof BlobAbsentError) return `The blob ${key} is missing.`;
    throw error;
  }
};

const checkBlobs = async (
  blobs: BlobStore,
  list: string,
  { fault, signal }: { readonly fault: (sentence: string) => void; readonly signal: AbortSignal | undefined },
): Promise<string[]> => {
  const slot = createSemaphore(atOnce);
  const faulty: string[] = [];
  const read = async (line: string): Promise<void> => {
    signal?.throwIfAborted();
    const blob = savedBlob.parse(JSON.parse(line));
    const found = await faultOf(blobs, blob);
    if (found === undefined) return;
    fault(found);
    faulty.push(blob.key);
  };
  for await (const lines of readLineFile(list))
    await Promise.all(lines.map((line) => slot(() => read(line))));
  return faulty;
};

/** Blobs that were found missing or altered when backups were last read, by their keys. */
export const faultyIn = async (root: string): Promise<Set<string>> => {
  const faulty = new Set<string>();
  for (const name of await listNames(root)) {
    const path = join(folderOf(root, name), faultyBlobs);
    for (const key of existsSync(path) ? (await readFile(path, 'utf8')).split('\n') : []) faulty.add(key);
  }
  return faulty;
};

/** Reads all of a backup, compares it with its checksums, and writes down beside it what came of that, and which blobs the
 * next backup is to copy anew. */
export const verifyBackup = async (
  { root, clock, readShelf, secretKey, signal }: VerificationDeps,
  name: string,
): Promise<Verification> => {
  if (!(await listNames(root)).includes(name))
    throw new BackupGoneError(`There is no backup ${name} in ${root}.`);
  const folder = folderOf(root, name);
  const at = new Date(clock.now()).toISOString();
  const examples: string[] = [];
  let faults = 0;
  const fault = (sentence: string): void => {
    faults += 1;
    if (examples.length < examplesKept) examples.push(sentence);
  };
  let isListWhole = true;
  const checkFile = async ({ name: file, sha256 }: Manifest['files'][number]): Promise<void> => {
    const found = await sha256OfFile(join(folder, file)).catch((error: unknown) => {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (found === sha256) return;
    fault(`${file} is ${found === undefined ? 'missing' : 'not what was saved'}.`);
    if (file === blobList) isListWhole = false;
  };
  const manifest = await findManifest(root, name);
  if (manifest === undefined) fault(`${manifestName} is missing or not what was saved.`);
  else {
    const key = secretKey?.() ?? keyOfBackup(root, name);
    if ((await examineSignature(root, name, key)) === 'altered')
      fault(`${manifestName} was changed after the backup was made: its signature is another one.`);
  }
  for (const file of manifest?.files ?? []) await checkFile(file);
  // A list that was altered names whatever it names.
  const faulty =
    manifest !== undefined && isListWhole
      ? await checkBlobs(await readShelf(root), join(folder, blobList), { fault, signal })
      : [];
  const verification: Verification = { at, sound: faults === 0, faults, examples };
  try {
    replaceFile(join(folder, faultyBlobs), faulty.join('\n'));
    replaceFile(join(folder, verificationFile), `${JSON.stringify(verification)}\n`);
  } catch (error) {
    // Backups may lie where nobody writes: what was found holds all the same.
    if (!unwritable.has(systemErrorCode(error))) throw error;
  }
  return verification;
};
