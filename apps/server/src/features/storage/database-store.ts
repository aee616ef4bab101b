import { findBlobBytes, replaceBlobBytes } from '#db/blob-bytes.ts';
import type { Db } from '#db/database.ts';
import { isForeignKeyViolation } from '#db/errors.ts';
import {
  BlobAbsentError,
  type BlobBytes,
  type BlobKey,
  type BlobStore,
  BlobStoreError,
  type ByteSpan,
  normaliseKey,
  type StoredEntry,
} from '#ports/blob-store.ts';

/** Bytes of the largest file whose content is stored in the database. */
export const smallContentLimit = 16 * 1024;

async function* emptyListing(): AsyncGenerator<StoredEntry> {
  // Rows of the database are not listed: the foreign key leaves none that no blob refers to.
}

const streamOf = (bytes: Buffer, span: ByteSpan | undefined): BlobBytes => {
  const { start, end } = span ?? { start: 0, end: bytes.length - 1 };
  return {
    close: async () => undefined,
    async *[Symbol.asyncIterator]() {
      if (start <= end) yield bytes.subarray(start, end + 1);
      if (end >= bytes.length)
        throw new BlobStoreError(`The blob ends ${end + 1 - bytes.length} bytes too early.`);
    },
  };
};

/**
 * The contents in the database, as a store. New ones are written by the transaction that records their file, and all are
 * deleted with its row, so that nothing is left behind and there is no trash. Bytes that are staged, for a row whose own are
 * damaged or come from a backup, are in memory until they are published.
 */
export const createDatabaseStore = (db: Db): BlobStore => {
  const staged = new Map<BlobKey, Buffer>();
  const stagedOf = (key: BlobKey): Buffer => staged.get(key) ?? Buffer.alloc(0);
  const bytesOf = async (key: BlobKey): Promise<Buffer> => {
    const bytes = await findBlobBytes(db, normaliseKey(key));
    if (bytes === undefined) throw new BlobAbsentError('There is no such blob.');
    return bytes;
  };
  return {
    stage: async (key, start) => {
      const pieces = [stagedOf(key).subarray(0, start)];
      let position = start;
      staged.set(key, Buffer.concat(pieces));
      return {
        get position() {
          return position;
        },
        write: (bytes) => {
          pieces.push(Buffer.from(bytes));
          position += bytes.length;
          return undefined;
        },
        flush: async () => void staged.set(key, Buffer.concat(pieces)),
        close: async () => undefined,
      };
    },
    publish: async (key, size) => {
      const bytes = stagedOf(key);
      if (bytes.length !== size) throw new BlobStoreError(`${bytes.length} bytes instead of ${size}.`);
      try {
        await replaceBlobBytes(db, { key: normaliseKey(key), bytes });
      } catch (error) {
        if (!isForeignKeyViolation(error)) throw error;
        throw new BlobAbsentError('The blob was deleted meanwhile.');
      }
      staged.delete(key);
    },
    readStaged: async (key, span) => streamOf(stagedOf(key), span),
    stagedSize: async (key) => staged.get(key)?.length,
    discard: async (key) => void staged.delete(key),
    listStaged: emptyListing,
    read: async (key, span) => streamOf(await bytesOf(key), span),
    readInto: async (key, start, target) => {
      const copied = (await bytesOf(key)).subarray(start).copy(target);
      if (copied < target.length)
        throw new BlobStoreError(`The blob ends ${target.length - copied} bytes too early.`);
    },
    localPath: async () => undefined,
    readAddress: async () => undefined,
    size: async (key) => (await findBlobBytes(db, normaliseKey(key)))?.length,
    remove: async () => undefined,
    trash: async () => undefined,
    untrash: async () => false,
    listTrash: emptyListing,
    purge: async () => undefined,
    list: emptyListing,
    probe: async () => undefined,
  };
};
