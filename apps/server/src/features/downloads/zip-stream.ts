import { createBufferPool, sharedBuffer } from '#lib/buffer-pool.ts';
import { type BlobBytes, type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import type { ZipPart } from './zip-layout.rules.ts';

/** Bytes that are smallParts for a client that lags, or comes when many others do: what one that stalls costs. */
const smallWindow = 64 * 1024;
/** Bytes that are smallParts for a client that keeps up; a buffer of the pool holds two. */
const largeWindow = 1024 * 1024;
/** Bytes that a client that has lagged takes without lagging before it gets large windows. */
const proveBytes = 6 * 1024 * 1024;
/** Milliseconds with one window, after which a client lags. */
const patience = 250;
/** Files that are read at once into a window. */
const lanes = 16;
/** What is left of a file from this size on is streamed; opening it once for each window would cost more. */
const streamFrom = 8 * 1024 * 1024;

/** 16 MiB at most, however many archives are on their way; beyond these, small windows do. */
const pool = createBufferPool(2 * largeWindow, 8);
/** Buffers that are lent to clients whose pace is not known yet: those that stall leave as many to those that keep up. */
const lentAtFirst = 4;

interface Read {
  readonly key: string;
  readonly start: number;
  readonly target: Buffer;
}

/** Reads several files at once. When it settles, nothing writes to their targets any more. */
const readAll = async (blobs: BlobStore, reads: readonly Read[]): Promise<void> => {
  const waiting = reads.values();
  const lane = async (): Promise<void> => {
    for (const { key, start, target } of waiting) await blobs.readInto(normaliseKey(key), start, target);
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(lanes, reads.length) }, lane));
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};

const lengthOf = (part: ZipPart): number => (part.kind === 'bytes' ? part.bytes.length : part.length);

/** Goes through an archive's parts, which may be taken piece by piece. */
interface Cursor {
  /** Fills the target as far as small parts reach. @returns bytes; 0: the end, or a part to be streamed */
  fill(target: Buffer): Promise<number>;
  /** The part to be streamed that comes next, taken whole; undefined at the end of the archive. */
  takeLarge(): Extract<ZipPart, { kind: 'blob' }> | undefined;
}

const createCursor = (blobs: BlobStore, parts: Iterator<ZipPart, void>): Cursor => {
  const next = (): ZipPart | undefined => parts.next().value ?? undefined;
  const at = { part: next(), taken: 0 };
  const take = (bytes: number): void => {
    at.taken += bytes;
    if (at.part === undefined || at.taken < lengthOf(at.part)) return;
    at.part = next();
    at.taken = 0;
  };
  /** The part that comes next, where it is not one to be streamed. */
  const small = (): ZipPart | undefined =>
    at.part?.kind === 'blob' && at.part.length - at.taken >= streamFrom ? undefined : at.part;
  return {
    fill: async (target) => {
      const reads: Read[] = [];
      let filled = 0;
      for (let part = small(); part !== undefined && filled < target.length; part = small()) {
        const piece = target.subarray(filled, filled + lengthOf(part) - at.taken);
        if (part.kind === 'bytes') part.bytes.copy(piece, 0, at.taken);
        else reads.push({ key: part.key, start: part.start + at.taken, target: piece });
        filled += piece.length;
        take(piece.length);
      }
      await readAll(blobs, reads);
      return filled;
    },
    takeLarge: () => {
      const { part, taken } = at;
      if (part === undefined) return undefined;
      // The end of an archive would be missing, and nobody would be told.
      if (part.kind !== 'blob') throw new Error('Small parts of an archive were left out.');
      take(part.length - taken);
      return { ...part, start: part.start + taken, length: part.length - taken };
    },
  };
};

/** How well a client keeps up with what it is given. */
interface ClientPace {
  /** Bytes that it has taken in a row without lagging. */
  keptUp: number;
  hasLagged: boolean;
}

const newPace = (): ClientPace => ({ keptUp: 0, hasLagged: false });

/** @param given when it was given so many bytes, which it has taken by now; milliseconds */
const recordPace = (pace: ClientPace, bytes: number, given: number): void => {
  const lags = performance.now() - given > patience;
  pace.keptUp = lags ? 0 : pace.keptUp + bytes;
  pace.hasLagged ||= lags;
};

/** A buffer for large windows, if the client may have one: any that has proved to keep up, of others a few that have not lagged. */
const lendBuffer = ({ keptUp, hasLagged }: ClientPace): Buffer | undefined => {
  if (keptUp >= proveBytes) return pool.take();
  return hasLagged ? undefined : pool.take(lentAtFirst);
};

/**
 * Large windows, each filled while the one before is used, until the client lags.
 *
 * @returns whether nothing small comes next
 */
async function* largeWindows(
  cursor: Cursor,
  pace: ClientPace,
  buffer: Buffer,
): AsyncGenerator<Buffer, boolean> {
  let [current, next] = [buffer.subarray(0, largeWindow), buffer.subarray(largeWindow)];
  let filling = cursor.fill(current);
  // Once it has lagged it gets what was filled largeWindows, and no more, however fast it is by then.
  let lags = false;
  try {
    for (;;) {
      const length = await filling;
      if (length === 0) return !lags;
      filling = lags ? Promise.resolve(0) : cursor.fill(next);
      // It may fail while the client is still busy; awaiting it tells in time.
      filling.catch(() => undefined);
      const given = performance.now();
      yield current.subarray(0, length);
      recordPace(pace, length, given);
      lags ||= pace.keptUp === 0;
      [current, next] = [next, current];
    }
  } finally {
    await filling.catch(() => undefined);
    pool.give(buffer);
  }
}

/** Everything up to the next part that is to be streamed: the first bytes come soon, in a small window. */
async function* smallParts(cursor: Cursor, pace: ClientPace, small: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const length = await cursor.fill(small);
    if (length === 0) return;
    const given = performance.now();
    yield small.subarray(0, length);
    recordPace(pace, length, given);
    const buffer = lendBuffer(pace);
    if (buffer !== undefined && (yield* largeWindows(cursor, pace, buffer))) return;
  }
}

async function* pieces(blobs: BlobStore, cursor: Cursor, pace: ClientPace): AsyncGenerator<Buffer> {
  const small = sharedBuffer(smallWindow);
  for (;;) {
    yield* smallParts(cursor, pace, small);
    const large = cursor.takeLarge();
    if (large === undefined) return;
    const { key, start, length } = large;
    yield* await blobs.read(normaliseKey(key), { start, end: start + length - 1 });
  }
}

/** Turns an archive's parts into its bytes; small files are smallParts, large ones streamed. */
export const streamZip = (blobs: BlobStore, parts: Iterator<ZipPart, void>): BlobBytes => ({
  close: async () => undefined,
  [Symbol.asyncIterator]: () => pieces(blobs, createCursor(blobs, parts), newPace()),
});

async function* segmentPieces(
  blobs: BlobStore,
  segments: AsyncIterable<Iterator<ZipPart, void>>,
): AsyncGenerator<Buffer> {
  const pace = newPace();
  for await (const parts of segments) yield* pieces(blobs, createCursor(blobs, parts), pace);
}

/** As `streamZip`, for an archive whose parts become known while it is sent, stretch by stretch. */
export const streamGrowingZip = (
  blobs: BlobStore,
  segments: AsyncIterable<Iterator<ZipPart, void>>,
): BlobBytes => ({
  close: async () => undefined,
  [Symbol.asyncIterator]: () => segmentPieces(blobs, segments),
});
