import { join } from 'node:path';
import { readLineFile } from '#lib/line-files.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';
import { blobList, type SavedBlob, savedBlob } from './backup.types.ts';
import { examineSignature } from './manifest-signature.ts';
import { findManifest, folderOf, isListIntact } from './manifests.ts';

/** An earlier backup's record of a blob. */
export interface EarlierBlob extends Pick<SavedBlob, 'size' | 'sha256'> {
  /** True if the latest backup has this record; otherwise a later backup may have replaced the blob. */
  readonly isLatest: boolean;
}

/** @returns undefined if no trusted earlier backup has a blob with this key */
export type FindEarlierBlob = (key: string) => Promise<EarlierBlob | undefined>;

export interface EarlierBackups {
  readonly root: string;
  /** Names of the existing backups, the latest first. */
  readonly names: readonly string[];
  /** The recipient of this backup; backups with another one are skipped. */
  readonly recipient: string | undefined;
  /** The installation's key; lists of backups that it did not sign are skipped. */
  readonly secretKey: Uint8Array;
}

/**
 * Finds blobs without a checksum in the database in the lists of earlier backups with the same recipient. The
 * latest list has nearly all of them; older ones are read only if it lacks some.
 */
export const createEarlierBlobs = ({
  root,
  names,
  recipient,
  secretKey,
}: EarlierBackups): FindEarlierBlob => {
  const known = new Map<string, EarlierBlob>();
  const unread = [...names];
  const oneAtATime = createSemaphore(1);
  let isLatest = true;

  const readList = async (name: string): Promise<void> => {
    const manifest = await findManifest(root, name);
    if (manifest !== undefined && manifest.encrypted_to !== recipient) return;
    const isTrusted =
      manifest !== undefined &&
      (await examineSignature(root, name, secretKey)) === 'signed' &&
      (await isListIntact(root, name));
    if (isTrusted)
      for await (const lines of readLineFile(join(folderOf(root, name), blobList)))
        for (const line of lines) {
          const { key, size, sha256, images } = savedBlob.parse(JSON.parse(line));
          if ((images || recipient !== undefined) && !known.has(key))
            known.set(key, { size, sha256, isLatest });
        }
    isLatest = false;
  };

  return async (key) =>
    known.get(key) ??
    oneAtATime(async () => {
      while (!known.has(key)) {
        const name = unread.shift();
        if (name === undefined) return undefined;
        await readList(name);
      }
      return known.get(key);
    });
};
