import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AgeDamagedError, AgeIdentityError, createAgeDecryptor, throughAge } from '#lib/age.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { sha256OfFile } from '#lib/file-sha256.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import { readLineFile } from '#lib/line-files.ts';
import { replaceFile } from '#lib/replace-file.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import { blobFolderOf } from '#ports/backup-store.ts';
import { BlobAbsentError, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import type { Clock } from '#ports/clock.ts';
import { BlobAlteredError, examineBlob } from '#ports/copy-blob.ts';
import { decryptingBlobs, identityFor } from './backup-encryption.ts';
import { BackupRefusedError } from './backup-folder.ts';
import {
  blobList,
  encryptedSuffix,
  faultyBlobs,
  type Manifest,
  manifestName,
  type SavedBlob,
  savedBlob,
  type Verification,
  verificationFile,
} from './backup.types.ts';
import { type Authenticity, examineSignature } from './manifest-signature.ts';
import { findManifest, folderOf, keyOfBackup, listNames } from './manifests.ts';

/** Thrown if there is no such backup. */
export class BackupGoneError extends Error {
  override readonly name = 'BackupGoneError';
}

export interface VerificationDeps {
  readonly root: string;
  readonly clock: Clock;
  readonly openBlobStore: (folder: string) => Promise<BlobStore>;
  /** Identities for encrypted backups; without one only the checksums of the encrypted bytes are verified. */
  readonly identities: readonly AgeIdentity[];
  /** The installation's key; undefined uses the key in the backup, if there is one. */
  readonly secretKey?: (() => Uint8Array) | undefined;
  /** Aborting it stops reading, and records nothing. */
  readonly signal: AbortSignal | undefined;
}

/** The result of verifying a backup, with the extent of the verification. */
export interface ExaminedBackup extends Verification {
  /** The public key that it is encrypted to; undefined if it is not, or its manifest cannot be read. */
  readonly recipient: string | undefined;
  /** True if it was decrypted, too. */
  readonly decrypted: boolean;
  /** The origin of its manifest; undefined if that cannot be read. */
  readonly signature: Authenticity | undefined;
}

/** Blobs that are read at once. */
const atOnce = 4;
/** Faults that are listed; of others only the number is reported. */
const examplesKept = 20;
/** Errors of a read-only folder. */
const unwritable: ReadonlySet<string | undefined> = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Returns the fault of a backup's blob as a sentence; undefined if there is none. */
const faultOf = async (
  blobs: BlobStore,
  { key, size, sha256 }: SavedBlob,
  identity: AgeIdentity | undefined,
): Promise<string | undefined> => {
  const altered = `The blob ${key} is not what was saved.`;
  try {
    if (identity !== undefined) {
      await examineBlob(decryptingBlobs(blobs, identity, sha256), normaliseKey(key));
      return undefined;
    }
    const found = await examineBlob(blobs, normaliseKey(key));
    return found.size === size && found.sha256 === sha256 ? undefined : altered;
  } catch (error) {
    if (error instanceof BlobAbsentError) return `The blob ${key} is missing.`;
    if (error instanceof BlobAlteredError) return altered;
    throw error;
  }
};

/** Tells whether a file can be decrypted completely. */
const isDecryptable = async (path: string, identity: AgeIdentity): Promise<boolean> => {
  const bytes = createReadStream(path, { highWaterMark: 1_048_576 });
  const pieces = throughAge(bytes as AsyncIterable<Buffer>, createAgeDecryptor(identity));
  try {
    while ((await pieces.next()).done !== true);
    return true;
  } catch (error) {
    if (error instanceof AgeDamagedError || error instanceof AgeIdentityError) return false;
    throw error;
  }
};

const checkBlobs = async (
  blobs: BlobStore,
  list: string,
  {
    fault,
    identity,
    signal,
  }: {
    readonly fault: (sentence: string) => void;
    readonly identity: AgeIdentity | undefined;
    readonly signal: AbortSignal | undefined;
  },
): Promise<string[]> => {
  const slot = createSemaphore(atOnce);
  const faulty: string[] = [];
  const read = async (line: string): Promise<void> => {
    signal?.throwIfAborted();
    const blob = savedBlob.parse(JSON.parse(line));
    const found = await faultOf(blobs, blob, identity);
    if (found === undefined) return;
    fault(found);
    faulty.push(blob.key);
  };
  for await (const lines of readLineFile(list))
    await Promise.all(lines.map((line) => slot(() => read(line))));
  return faulty;
};

/**
 * Returns the keys of blobs that the last verification found missing or altered.
 *
 * @param recipient that these backups are encrypted to; undefined for unencrypted ones
 */
export const faultyIn = async (root: string, recipient: string | undefined): Promise<Set<string>> => {
  const faulty = new Set<string>();
  for (const name of await listNames(root)) {
    const path = join(folderOf(root, name), faultyBlobs);
    if (!existsSync(path) || (await findManifest(root, name))?.encrypted_to !== recipient) continue;
    for (const key of (await readFile(path, 'utf8')).split('\n')) faulty.add(key);
  }
  return faulty;
};

/**
 * Verifies all checksums of a backup, and records the result beside it, with the blobs that the next backup has to
 * copy again.
 */
export const verifyBackup = async (
  { root, clock, openBlobStore, secretKey, identities, signal }: VerificationDeps,
  name: string,
): Promise<ExaminedBackup> => {
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
  let isListIntact = true;
  const manifest = await findManifest(root, name);
  const recipient = manifest?.encrypted_to;
  const identity =
    manifest === undefined || identities.length === 0
      ? undefined
      : identityFor(manifest, identities, (sentence) => {
          throw new BackupRefusedError(sentence);
        });
  const checkFile = async ({ name: file, sha256 }: Manifest['files'][number]): Promise<void> => {
    const path = join(folder, file);
    const found = await sha256OfFile(path).catch((error: unknown) => {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (found === sha256) {
      if (identity !== undefined && file.endsWith(encryptedSuffix) && !(await isDecryptable(path, identity)))
        fault(`${file} cannot be decrypted.`);
      return;
    }
    fault(`${file} is ${found === undefined ? 'missing' : 'not what was saved'}.`);
    if (file === blobList) isListIntact = false;
  };
  let signature: Authenticity | undefined;
  if (manifest === undefined) fault(`${manifestName} is missing or not what was saved.`);
  else {
    signature = await examineSignature(root, name, secretKey?.() ?? keyOfBackup(root, name, identities));
    if (signature === 'altered')
      fault(`${manifestName} was changed after the backup was made: its signature is another one.`);
  }
  for (const file of manifest?.files ?? []) await checkFile(file);
  // An altered list may name anything.
  const faulty =
    manifest !== undefined && isListIntact
      ? await checkBlobs(await openBlobStore(blobFolderOf(root, recipient)), join(folder, blobList), {
          fault,
          identity,
          signal,
        })
      : [];
  const verification: Verification = { at, sound: faults === 0, faults, examples };
  try {
    replaceFile(join(folder, faultyBlobs), faulty.join('\n'));
    replaceFile(join(folder, verificationFile), `${JSON.stringify(verification)}\n`);
  } catch (error) {
    // The folder may be read-only; the result is returned all the same.
    if (!unwritable.has(systemErrorCode(error))) throw error;
  }
  return { ...verification, recipient, decrypted: identity !== undefined, signature };
};
