import { createBufferPool, sharedBuffer } from '#lib/buffer-pool.ts';
import type { Stores } from '#features/storage/index.ts';
import { type BlobBytes, normaliseKey } from '#ports/blob-store.ts';
import type { ZipPart } from './zip-layout.rules.ts';

/** Bytes of a window for a client that lags, or that comes when many others do; a stalled client occupies as many. */
const smallWindow = 64 * 1024;
/** Bytes of a window for a client that keeps up; a buffer of the pool holds two. */
const largeWindow = 1024 * 1024;
/** Bytes that a client must take without lagging, once it has lagged, before it gets large windows again. */
const proveBytes = 6 * 1024 * 1024;
/** Milliseconds for one window beyond which a client lags. */
const patience = 250;
/** Files that are read into a window concurrently. */
const lanes = 16;
/** The rest of a file from this size on is streamed: opening it for each window would cost more. */
const streamFrom = 8 * 1024 * 1024;

/** Takes 16 MiB at most, however many archives are running; further ones get small windows. */
const pool = createBufferPool(2 * largeWindow, 8);
/** Buffers lent to clients of unknown pace, so that stalled clients leave as many to fast ones. */
const lentAtFirst = 4;

/** The stores of the files. */
export interface ReadableStores extends Pick<Stores, 'get'> {
  /** Reads small contents that are in the database, many by one query. @returns the contents by their keys */
  readonly smallContents: (keys: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>;
}

interface Read {
  readonly store: string | null;
  readonly key: string;
  readonly start: number;
  readonly target: Buffer;
}

/** Reads those of several files that are in the database. @returns the others */
const readSmall = async (stores: ReadableStores, reads: readonly Read[]): Promise<readonly Read[]> => {
  const keys = reads.flatMap(({ store, key }) => (store === null ? [key] : []));
  if (keys.length === 0) return reads;
  const contents = await stores.smallContents(keys);
  return reads.filter(({ store, key, start, target }) => {
    const content = store === null ? contents.get(key) : undefined;
    // A content that is missing or short is read once more, which fails as it is told.
    return content === undefined || content.copy(target, 0, start) < target.length;
  });
};

/** Reads several files concurrently. Once it settles, nothing writes to their targets any more. */
const readAll = async (stores: ReadableStores, all: readonly Read[]): Promise<void> => {
  const reads = await readSmall(stores, all);
  const waiting = reads.values();
  const lane = async (): Promise<void> => {
    for (const { store, key, start, target } of waiting)
      await stores.get(store).readInto(normaliseKey(key), start, target);
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(lanes, reads.length) }, lane));
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};

const lengthOf = (part: ZipPart): number => (part.kind === 'bytes' ? part.bytes.length : part.length);

/** A cursor over an archive's parts. */
interface Cursor {
  /** Fills the target up to the next part that is streamed. @returns bytes; 0: the end, or such a part */
  fill(target: Buffer): Promise<number>;
  /** Takes the next part that is streamed; undefined at the end of the archive. */
  takeLarge(): Extract<ZipPart, { kind: 'blob' }> | undefined;
}

const createCursor = (stores: ReadableStores, parts: Iterator<ZipPart, void>): Cursor => {
  const next = (): ZipPart | undefined => parts.next().value ?? undefined;
  const at = { part: next(), taken: 0 };
  const take = (bytes: number): void => {
    at.taken += bytes;
    if (at.part === undefined || at.taken < lengthOf(at.part)) return;
    at.part = next();
    at.taken = 0;
  };
  /** The next part, unless it is streamed. */
  const small = (): ZipPart | undefined =>
    at.part?.kind === 'blob' && at.part.length - at.taken >= streamFrom ? undefined : at.part;
  return {
    fill: async (target) => {
      const reads: Read[] = [];
      let filled = 0;
      for (let part = small(); part !== undefined && filled < target.length; part = small()) {
        const piece = target.subarray(filled, filled + lengthOf(part) - at.taken);
        if (part.kind === 'bytes') part.bytes.copy(piece, 0, at.taken);
        else reads.push({ store: part.store, key: part.key, start: part.start + at.taken, target: piece });
        filled += piece.length;
        take(piece.length);
      }
      await readAll(stores, reads);
      return filled;
    },
    takeLarge: () => {
      const { part, taken } = at;
      if (part === undefined) return undefined;
      // The end of the archive would be missing without an error.
      if (part.kind !== 'blob') throw new Error('Small parts of an archive were left out.');
      take(part.length - taken);
      return { ...part, start: part.start + taken, length: part.length - taken };
    },
  };
};

/** The pace at which a client takes bytes. */
interface ClientPace {
  /** Bytes taken in a row without lagging. */
  keptUp: number;
  hasLagged: boolean;
}

const newPace = (): ClientPace => ({ keptUp: 0, hasLagged: false });

/** @param given time at which the client was given the bytes, which it has taken by now; milliseconds */
const recordPace = (pace: ClientPace, bytes: number, given: number): void => {
  const lags = performance.now() - given > patience;
  pace.keptUp = lags ? 0 : pace.keptUp + bytes;
  pace.hasLagged ||= lags;
};

/** Lends a buffer for large windows to a client that has proved to keep up, and to a few that have not lagged yet. */
const lendBuffer = ({ keptUp, hasLagged }: ClientPace): Buffer | undefined => {
  if (keptUp >= proveBytes) return pool.take();
  return hasLagged ? undefined : pool.take(lentAtFirst);
};

/**
 * Yields large windows, each filled while the one before is in use, until the client lags.
 *
 * @returns whether no small part comes next
 */
async function* largeWindows(
  cursor: Cursor,
  pace: ClientPace,
  buffer: Buffer,
): AsyncGenerator<Buffer, boolean> {
  let [current, next] = [buffer.subarray(0, largeWindow), buffer.subarray(largeWindow)];
  let filling = cursor.fill(current);
  // A client that has lagged gets the window that was filled ahead and no more, however fast it is by then.
  let lags = false;
  try {
    for (;;) {
      const length = await filling;
      if (length === 0) return !lags;
      filling = lags ? Promise.resolve(0) : cursor.fill(next);
      // The read may fail while the client is still busy; awaiting it later reports the error.
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

/** Yields everything up to the next part that is streamed. The first bytes come soon, in a small window. */
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

async function* pieces(stores: ReadableStores, cursor: Cursor, pace: ClientPace): AsyncGenerator<Buffer> {
  const small = sharedBuffer(smallWindow);
  for (;;) {
    yield* smallParts(cursor, pace, small);
    const large = cursor.takeLarge();
    if (large === undefined) return;
    const { store, key, start, length } = large;
    yield* await stores.get(store).read(normaliseKey(key), { start, end: start + length - 1 });
  }
}

/** Turns an archive's parts into its bytes. Small files are gathered into windows, large ones streamed. */
export const streamZip = (stores: ReadableStores, parts: Iterator<ZipPart, void>): BlobBytes => ({
  close: async () => undefined,
  [Symbol.asyncIterator]: () => pieces(stores, createCursor(stores, parts), newPace()),
});

async function* segmentPieces(
  stores: ReadableStores,
  segments: AsyncIterable<Iterator<ZipPart, void>>,
): AsyncGenerator<Buffer> {
  const pace = newPace();
  for await (const parts of segments) yield* pieces(stores, createCursor(stores, parts), pace);
}

/** Like `streamZip`, for an archive whose parts become known while it is sent. */
export const streamGrowingZip = (
  stores: ReadableStores,
  segments: AsyncIterable<Iterator<ZipPart, void>>,
): BlobBytes => ({
  close: async () => undefined,
  [Symbol.asyncIterator]: () => segmentPieces(stores, segments),
});
