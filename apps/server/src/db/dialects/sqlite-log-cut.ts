import { ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';

/** Bytes before the first frame of a log, and of each frame before its page (https://www.sqlite.org/fileformat.html#walformat). */
const logHeader = 32;
const frameHeader = 24;
/** Bytes of both copies of the header of the log's index (https://www.sqlite.org/walformat.html). */
const indexHeader = 96;
/** Offset in the index of the frame up to which pages may have been moved into the database. */
const attemptedAt = 128;
/** Bytes that are written again in one go. */
const pieceSize = 1 << 20;

/** A database whose log could not be synced, while all writers are excluded. */
export interface UnsyncedLog {
  /** The path of the database's file. */
  readonly database: string;
  /** The log, open for reading and writing. */
  readonly fd: number;
  /** Frames that are durable. */
  readonly synced: number;
  /** Frames that the log has now. */
  readonly end: number;
  /** True where frames behind the synced ones may be those of another process, which has confirmed them. */
  readonly isShared: boolean;
}

const read = (fd: number, position: number, size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  return bytes.subarray(0, readSync(fd, bytes, 0, size, position));
};

const readNumber = (fd: number, position: number): number => {
  const bytes = read(fd, position, 4);
  return endianness() === 'LE' ? bytes.readUInt32LE() : bytes.readUInt32BE();
};

/**
 * A file of SQLite's that stays open until the process ends: closing it would take away the locks that SQLite itself has on
 * it in this process (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
const openForGood = (path: string, flags: 'r' | 'r+'): number => openSync(path, flags);

/** Tells whether a page whose only frames are behind the synced ones has been moved into the database. */
const isMoved = ({ database, fd, synced }: UnsyncedLog, attempted: number, page: number): boolean => {
  const file = openForGood(database, 'r');
  const seen = new Set<number>();
  for (let frame = attempted; frame > synced; frame -= 1) {
    const bytes = read(fd, logHeader + (frame - 1) * (frameHeader + page), frameHeader + page);
    const number = bytes.readUInt32BE();
    if (seen.has(number)) continue;
    seen.add(number);
    if (bytes.subarray(frameHeader).equals(read(file, (number - 1) * page, page))) return true;
  }
  return false;
};

/**
 * Rewrites bytes of a file in place: the system takes bytes that it failed to write for written, and would not
 * sync them again.
 */
const writeAgain = (fd: number, begin: number, end: number): void => {
  for (let position = begin; position < end; position += pieceSize) {
    const bytes = read(fd, position, Math.min(pieceSize, end - position));
    writeSync(fd, bytes, 0, bytes.length, position);
  }
};

/**
 * Truncates a write-ahead log behind its durable frames, and makes every connection of every process read it
 * again.
 *
 * Two kinds of further frames are kept. SQLite syncs frames before it moves their pages into the database,
 * which is consistent only with those. And where another process has written, its frames stay, with all before
 * them.
 *
 * @returns frames that are durable, and frames that are kept: more only where they have to be synced yet
 */
export const cutLog = (log: UnsyncedLog): { readonly durable: number; readonly kept: number } => {
  const { database, fd, synced, end, isShared } = log;
  const index = openForGood(`${database}-shm`, 'r+');
  const page = read(fd, 8, 4).readUInt32BE();
  const attempted = Math.min(readNumber(index, attemptedAt), end);
  const durable = attempted > synced && isMoved(log, attempted, page) ? attempted : synced;
  const kept = isShared ? end : durable;
  const endOf = (frames: number): number => logHeader + frames * (frameHeader + page);
  writeAgain(fd, endOf(durable), endOf(kept));
  // An index that is no index: the next connection rebuilds it from the log, as after a crash.
  writeSync(index, Buffer.alloc(indexHeader), 0, indexHeader, 0);
  ftruncateSync(fd, endOf(kept));
  return { durable, kept };
};
