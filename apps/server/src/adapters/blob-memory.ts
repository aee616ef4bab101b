import { setImmediate } from 'node:timers/promises';
import { gatherBytes } from '#lib/gathering-writer.ts';
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

interface Stored {
  bytes: Buffer;
  modifiedAt: number;
}

const bytesOf = (found: Stored | undefined, span: ByteSpan | undefined): BlobBytes => {
  if (found === undefined) throw new BlobAbsentError('There is no such blob.');
  const { start, end } = span ?? { start: 0, end: found.bytes.length - 1 };
  return {
    close: async () => undefined,
    async *[Symbol.asyncIterator]() {
      for (let at = start; at <= end; at += gatherBytes) {
        if (at >= found.bytes.length)
          throw new BlobStoreError(`The blob ends ${end + 1 - at} bytes too early.`);
        // A copy that is spoilt afterwards, as the memory of other stores is.
        const piece = Buffer.from(found.bytes.subarray(at, Math.min(at + gatherBytes, end + 1)));
        yield piece;
        piece.fill(0);
      }
    },
  };
};

/** Stores blobs in memory, for tests and trials. */
export const createMemoryBlobStore = (): BlobStore => {
  const staged = new Map<BlobKey, Stored>();
  const blobs = new Map<BlobKey, Stored>();
  const trash = new Map<BlobKey, Stored>();
  /** @returns false where there is no such entry */
  const move = (key: BlobKey, from: Map<BlobKey, Stored>, to: Map<BlobKey, Stored>): boolean => {
    const found = from.get(normaliseKey(key));
    if (found === undefined) return false;
    to.set(key, { ...found, modifiedAt: Date.now() });
    return from.delete(key);
  };
  async function* entriesOf(map: Map<BlobKey, Stored>): AsyncGenerator<StoredEntry> {
    await setImmediate();
    for (const [key, { modifiedAt, bytes }] of map) yield { key, modifiedAt, size: bytes.length };
  }
  const remember = (key: BlobKey, bytes: Buffer): void => {
    staged.set(key, { bytes, modifiedAt: Date.now() });
  };

  return {
    stage: async (key, start) => {
      const found = staged.get(normaliseKey(key))?.bytes;
      if (start > (found?.length ?? 0)) throw new BlobAbsentError('Fewer bytes are staged.');
      remember(key, (found ?? Buffer.alloc(0)).subarray(0, start));
      let pieces: Uint8Array[] = [];
      let position = start;
      const settle = (): void => {
        remember(key, Buffer.concat([staged.get(key)?.bytes ?? Buffer.alloc(0), ...pieces]));
        pieces = [];
      };
      return {
        get position() {
          return position;
        },
        write: (bytes) => {
          pieces.push(bytes);
          position += bytes.length;
          return undefined;
        },
        flush: async () => settle(),
        close: async () => undefined,
      };
    },
    stagedSize: async (key) => staged.get(normaliseKey(key))?.bytes.length,
    readStaged: async (key, span) => bytesOf(staged.get(normaliseKey(key)), span),
    publish: async (key, size) => {
      const found = staged.get(normaliseKey(key)) ?? blobs.get(key);
      if (found === undefined) throw new BlobAbsentError('Nothing is staged under this key.');
      if (found.bytes.length !== size)
        throw new BlobStoreError(`${found.bytes.length} bytes instead of ${size}.`);
      blobs.set(key, found);
      staged.delete(key);
    },
    discard: async (key) => {
      staged.delete(normaliseKey(key));
    },
    listStaged: () => entriesOf(staged),
    read: async (key, span) => bytesOf(blobs.get(normaliseKey(key)), span),
    readInto: async (key, start, target) => {
      const bytes = blobs.get(normaliseKey(key))?.bytes;
      if (bytes === undefined) throw new BlobAbsentError('There is no such blob.');
      const copied = bytes.subarray(start).copy(target);
      if (copied < target.length)
        throw new BlobStoreError(`The blob ends ${target.length - copied} bytes too early.`);
    },
    localPath: async () => undefined,
    readAddress: async () => undefined,
    size: async (key) => blobs.get(normaliseKey(key))?.bytes.length,
    remove: async (key) => {
      blobs.delete(normaliseKey(key));
    },
    trash: async (key) => {
      move(key, blobs, trash);
    },
    untrash: async (key) => move(key, trash, blobs),
    listTrash: () => entriesOf(trash),
    purge: async (key) => {
      trash.delete(normaliseKey(key));
    },
    list: () => entriesOf(blobs),
    probe: async () => undefined,
  };
};
