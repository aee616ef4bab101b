import type { Db } from '#db/database.ts';
import { readLineFile, writeLineFile } from '#lib/line-files.ts';
import { createSemaphore } from '#lib/semaphore.ts';
import type { BackupShelf } from '#ports/backup-shelf.ts';
import { BlobAbsentError, type BlobKey, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { BlobAlteredError, copyBlob, examineBlob } from '#ports/copy-blob.ts';
import { encryptBlob, type Recipient } from './backup-encryption.service.ts';
import { eachPicture, eachThumbnail, eachUsedBlob } from './blob-rows.repo.ts';
import type { BlobVerifier } from './blob-verifier.service.ts';
import type { BlobOnRecord } from './damage.types.ts';
import type { Manifest, SavedBlob } from './backup.types.ts';
import type { FindEarlierBlob } from './earlier-blobs.service.ts';

/** Blobs that are copied at once. */
const atOnce = 4;

/** A blob that a backup must hold. Of pictures nothing is on record but the name. */
interface Wanted {
  readonly key: string;
  readonly size?: number;
  readonly sha256?: string;
  /** What the rows of a file's blob say; undefined: pictures. */
  readonly row?: BlobOnRecord;
}

/** Writes down which blobs the rows of a backup refer to. */
export const writeWanted = (db: Db, path: string): Promise<void> => {
  const lines = async function* (): AsyncGenerator<string[]> {
    // Pictures first: there are few of them, and what is replaced meanwhile goes sooner or later.
    for (const read of [eachPicture, eachThumbnail])
      for await (const rows of read(db)) yield rows.map(({ key }) => JSON.stringify({ key }));
    for await (const rows of eachUsedBlob(db))
      yield rows.map((row) => JSON.stringify({ key: row.key, size: row.size, sha256: row.sha256, row }));
  };
  return writeLineFile(path, lines());
};

export interface Saving {
  readonly from: BlobStore;
  /** The blobs of the backups, which this one adds to. */
  readonly to: BlobStore;
  readonly adopt: BackupShelf['adopt'];
  /** The key that they are encrypted to; undefined: they are not. */
  readonly recipient: Recipient | undefined;
  /** Looks up blobs of which nothing else is on record: pictures, and all that are encrypted. */
  readonly findEarlier: FindEarlierBlob;
  /** Blobs that were found missing or altered when backups were read: what is there under these names is not trusted. */
  readonly faulty: ReadonlySet<string>;
  /** Whether blobs that lie on the same disk become one file with two names. */
  readonly link: boolean;
  readonly verifier: BlobVerifier;
  /** Bytes that were read and found sound since then need not be read before they are linked; milliseconds since 1970. */
  readonly trustedSince: number;
  /** Set off: no further blob is saved, and the saving rejects with its reason. */
  readonly signal: AbortSignal | undefined;
}

export interface Saved {
  readonly total: Manifest['blobs'];
  readonly added: Manifest['blobs'];
  readonly damaged: Manifest['damaged'];
}

const isDamaged = ({ row }: Wanted): boolean => row !== undefined && row.damaged_at !== null;

/** The copy that backups have of a wanted blob; undefined where it has to be saved. */
const savedBefore = async (
  { to, findEarlier, faulty, recipient }: Saving,
  key: BlobKey,
  wanted: Wanted,
): Promise<{ size: number; sha256: string } | undefined> => {
  const there = await to.size(key);
  if (there === undefined) return undefined;
  // What is known to be damaged may be one file with what was saved of it.
  const isFaulty = faulty.has(key) || isDamaged(wanted);
  const { size, sha256 } = wanted;
  const isOnRecord = recipient === undefined && size !== undefined && sha256 !== undefined;
  const record = isOnRecord ? { size, sha256, isLatest: true } : await findEarlier(key);
  // A plain blob that no backup names was saved whole all the same: blobs appear only when they are. Of an encrypted one
  // that no signed list names nobody knows what it holds: everybody can encrypt to a public key.
  if (record === undefined) return isFaulty || recipient !== undefined ? undefined : examineBlob(to, key);
  if (there !== record.size) return undefined;
  if (record.isLatest && !isFaulty) return { size: record.size, sha256: record.sha256 };
  const found = await examineBlob(to, key);
  return found.sha256 === record.sha256 ? found : undefined;
};

/** Whether the bytes that are about to be linked are what was stored. @throws BlobAbsentError, BlobAlteredError */
const expectSound = async (
  { from, verifier, trustedSince, signal }: Saving,
  key: BlobKey,
  row: BlobOnRecord,
): Promise<void> => {
  const isTrusted = row.damaged_at === null && (row.verified_at ?? 0) >= trustedSince;
  const size = isTrusted ? await from.size(key) : undefined;
  const state = size === row.size ? 'sound' : await verifier.examine(row, { signal });
  if (state === 'missing') throw new BlobAbsentError('There is no such blob.');
  if (state === 'altered') throw new BlobAlteredError('The blob is not what was stored.');
};

/** Saves one blob; what is there of it stays until it is replaced. @returns what it is, and whether it was not there before */
const save = async (saving: Saving, wanted: Wanted): Promise<{ blob: SavedBlob; isNew: boolean }> => {
  const { from, to, adopt, link, recipient } = saving;
  const key = normaliseKey(wanted.key);
  const pictures = wanted.sha256 === undefined;
  const before = await savedBefore(saving, key, wanted);
  if (before !== undefined) return { blob: { key, ...before, pictures }, isNew: false };
  if (recipient !== undefined) {
    const encrypted = await encryptBlob({ from, to, recipient }, key, wanted.sha256);
    return { blob: { key, ...encrypted, pictures }, isNew: true };
  }
  // What was found altered may be one file with the original: only a copy shows whether that is sound.
  const path = link && !saving.faulty.has(key) ? await from.localPath(key) : undefined;
  const { row } = wanted;
  if (path !== undefined && row !== undefined) {
    await expectSound(saving, key, row);
    if (await adopt(key, path))
      return { blob: { key, size: row.size, sha256: row.sha256, pictures }, isNew: true };
  }
  const copied = await copyBlob({ from, to }, key, wanted.sha256);
  return { blob: { key, ...copied, pictures }, isNew: true };
};

/**
 * Saves every wanted blob that is not there yet, and writes down what there is.
 *
 * @param wanted the file that `writeWanted` wrote
 * @param list the file to write
 */
export const saveBlobs = async (saving: Saving, wanted: string, list: string): Promise<Saved> => {
  const total = { count: 0, bytes: 0 };
  const added = { count: 0, bytes: 0 };
  const damaged: Manifest['damaged'] = [];
  const slot = createSemaphore(atOnce);

  const saveOne = async (line: string): Promise<string[]> => {
    saving.signal?.throwIfAborted();
    const blob = JSON.parse(line) as Wanted;
    try {
      const done = await save(saving, blob);
      total.count += 1;
      total.bytes += done.blob.size;
      if (done.isNew) {
        added.count += 1;
        added.bytes += done.blob.size;
      }
      return [JSON.stringify(done.blob)];
    } catch (error) {
      // One blob that is lost must not keep all others from being saved; a store that fails must.
      if (error instanceof BlobAbsentError) damaged.push({ key: blob.key, reason: 'absent' });
      else if (error instanceof BlobAlteredError) damaged.push({ key: blob.key, reason: 'altered' });
      else throw error;
      return [];
    }
  };
  const saved = async function* (): AsyncGenerator<string[]> {
    for await (const lines of readLineFile(wanted))
      yield (await Promise.all(lines.map((line) => slot(() => saveOne(line))))).flat();
  };
  await writeLineFile(list, saved());
  return { total, added, damaged };
};
