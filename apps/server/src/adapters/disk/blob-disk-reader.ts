import * as fs from 'node:fs';
import { constants } from 'node:fs';
import { promisify } from 'node:util';
import { attempt } from '#adapters/disk/blob-disk-files.ts';
import type { DiskReads } from '#lib/disk-reads.ts';
import { createBufferPool } from '#lib/buffer-pool.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import { BlobAbsentError, BlobStoreError, type BlobBytes, type ByteSpan } from '#ports/blob-store.ts';

// Bare descriptors: a `FileHandle` each would be the larger part of the work where files are small.
const open = promisify(fs.open);
const stat = promisify(fs.fstat);
const read = promisify(fs.read);
const close = promisify(fs.close);

/** Bytes of a piece for a reader that lags, or comes when many others do: what a client that stalls costs. */
const smallPiece = 64 * 1024;
/** Bytes of a piece for a fast reader; a buffer of the pool holds two. */
const largePiece = 1024 * 1024;
/** Bytes that a reader takes without lagging before it gets large pieces: more than the system's buffers swallow. */
const proveBytes = 6 * 1024 * 1024;
/** Milliseconds with one piece, after which a reader lags. */
const patience = 250;

/** 32 MiB at the most, for any number of readers; further readers get small pieces. */
const pool = createBufferPool(2 * largePiece, 16);
/** Buffers that are lent to readers of unknown speed: stalled ones leave as many to the fast ones. */
const lentAtFirst = 8;
/** 4 MiB at most: files that are a small piece as a whole. */
const smallPool = createBufferPool(smallPiece, 64);

interface Source {
  /** Reads bytes into the buffer, up to the end of the span. @returns how many */
  read(buffer: Buffer, at: number): Promise<number>;
  /**
   * Resolves when no read is in progress: none may outlive its descriptor, nor write into memory that was given
   * back.
   */
  settled(): Promise<void>;
  /**
   * Closes the file when no read is in progress, and prevents new ones: its descriptor may soon be another
   * file's. Never rejects.
   */
  close(): Promise<void>;
  readonly end: number;
}

const sourceOf = (descriptor: number, end: number): Source => {
  let reading: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;
  return {
    end,
    settled: async () => {
      await reading;
    },
    close: () => (closing ??= reading.then(() => close(descriptor)).catch(() => undefined)),
    read: (buffer, at) => {
      const filled = attempt('reading', async () => {
        if (closing !== undefined) throw new BlobStoreError('The blob is closed.');
        const { bytesRead } = await read(descriptor, buffer, 0, Math.min(buffer.length, end + 1 - at), at);
        if (bytesRead === 0) throw new BlobStoreError(`The blob ends ${end + 1 - at} bytes too early.`);
        return bytesRead;
      });
      // A read ahead may fail while the reader is still busy: awaiting it later reports that.
      reading = filled.catch(() => undefined);
      return filled;
    },
  };
};

/** Yields small pieces until the reader has proved to be fast. @returns the position to continue at */
async function* trickle(source: Source, start: number): AsyncGenerator<Buffer, number> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(smallPiece, source.end + 1 - start));
  let at = start;
  let keptUp = 0;
  while (at <= source.end && keptUp < proveBytes) {
    const length = await source.read(buffer, at);
    at += length;
    const given = performance.now();
    yield buffer.subarray(0, length);
    keptUp = performance.now() - given > patience ? 0 : keptUp + length;
  }
  return at;
}

/**
 * Yields large pieces, each read while the one before is used, until the reader lags.
 *
 * @returns the position to continue at
 */
async function* stream(source: Source, start: number, buffer: Buffer): AsyncGenerator<Buffer, number> {
  let [current, next] = [buffer.subarray(0, largePiece), buffer.subarray(largePiece)];
  let at = start;
  try {
    let reading = source.read(current, at);
    for (;;) {
      const length = await reading;
      at += length;
      const isLast = at > source.end;
      if (!isLast) reading = source.read(next, at);
      const given = performance.now();
      yield current.subarray(0, length);
      if (isLast || performance.now() - given > patience) return at;
      [current, next] = [next, current];
    }
  } finally {
    await source.settled();
    pool.give(buffer);
  }
}

async function* pieces(source: Source, start: number): AsyncGenerator<Buffer> {
  let at = start;
  const first = source.end + 1 - at > smallPiece ? pool.take(lentAtFirst) : undefined;
  if (first !== undefined) at = yield* stream(source, at, first);
  while (at <= source.end) {
    at = yield* trickle(source, at);
    const buffer = at <= source.end ? pool.take() : undefined;
    if (buffer !== undefined) at = yield* stream(source, at, buffer);
  }
}

/**
 * Opens a file for reading, never through a link.
 *
 * @throws BlobAbsentError where it does not exist: only ENOENT of the file itself means that
 */
const openToRead = async (path: string): Promise<number> => {
  try {
    // Only a plain file has bytes at a position: reading anything else fails at the first piece, and no read
    // blocks.
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    throw new BlobAbsentError('There is no such blob.', { cause: error });
  }
};

/** Returns the last byte of an open file, and closes the file on failure. */
const lastByteOf = async (descriptor: number, path: string): Promise<number> => {
  try {
    const stats = await stat(descriptor);
    if (!stats.isFile()) throw new BlobStoreError(`${path} is not a plain file.`);
    return stats.size - 1;
  } catch (error) {
    await close(descriptor);
    throw error;
  }
};

/**
 * Fills a buffer with a file's bytes from `start` on.
 *
 * @param reads undefined: without a thread
 * @throws BlobAbsentError
 */
export const readPiece = async (
  path: string,
  { start, target }: { readonly start: number; readonly target: Buffer },
  reads: DiskReads | undefined,
): Promise<void> => {
  if ((await reads?.fill(path, start, target)) === true) return;
  const descriptor = await openToRead(path);
  try {
    for (let at = 0; at < target.length;) {
      // A read may return fewer bytes than requested; the rest is requested again.
      const { bytesRead } = await read(descriptor, target, at, target.length - at, start + at);
      if (bytesRead === 0) throw new BlobStoreError(`The blob ends ${target.length - at} bytes too early.`);
      at += bytesRead;
    }
  } finally {
    await close(descriptor);
  }
};

/** Bytes that are in memory already. @param giveBack called when they are used no more */
const bytesIn = (bytes: Buffer, giveBack: () => void): BlobBytes => {
  let state: 'unread' | 'being read' | 'closed' = 'unread';
  return {
    close: async () => {
      // A reader may still use the memory; it is given back when its loop ends.
      if (state === 'unread') giveBack();
      state = 'closed';
    },
    async *[Symbol.asyncIterator]() {
      if (state !== 'unread') throw new BlobStoreError('The blob is closed.');
      state = 'being read';
      try {
        yield bytes;
      } finally {
        giveBack();
      }
    },
  };
};

/** A span of a few bytes, read by the thread; undefined where it is to be read otherwise. Of more, opening and closing are the lesser part. */
const readAtOnce = async (
  path: string,
  { start, end }: ByteSpan,
  reads: DiskReads,
): Promise<BlobBytes | undefined> => {
  const length = end + 1 - start;
  if (length > smallPiece || length <= 0) return undefined;
  const buffer = smallPool.take();
  if (buffer === undefined) return undefined;
  const giveBack = (): void => smallPool.give(buffer);
  const bytes = buffer.subarray(0, length);
  if (await reads.fill(path, start, bytes)) return bytesIn(bytes, giveBack);
  giveBack();
  return undefined;
};

/**
 * Opens a file for reading from `start` to `end`, both included. A fast reader gets large pieces that are read
 * ahead, while there are few readers; a slow one costs a small piece.
 *
 * @param reads undefined: without a thread
 * @throws BlobAbsentError
 */
export const openBytes = async (
  path: string,
  span: ByteSpan | undefined,
  reads?: DiskReads,
): Promise<BlobBytes> => {
  const atOnce = span && reads && (await readAtOnce(path, span, reads));
  if (atOnce !== undefined) return atOnce;
  const descriptor = await openToRead(path);
  const { start, end } = span ?? { start: 0, end: await lastByteOf(descriptor, path) };
  const source = sourceOf(descriptor, end);
  return {
    close: () => source.close(),
    async *[Symbol.asyncIterator]() {
      try {
        yield* pieces(source, start);
      } finally {
        await source.close();
      }
    },
  };
};
