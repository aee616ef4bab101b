import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Primary result codes of SQLite (the low byte of an extended one): busy, locked. */
const heldCodes: readonly number[] = [5, 6];
const isHeld = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  heldCodes.includes(error.errcode & 0xff);

/** Opens the lock file. @throws the system's error, where SQLite would only say that it cannot open the file */
const openLock = (path: string, timeout: number): DatabaseSync => {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  return new DatabaseSync(path, { timeout });
};

/** @returns how to release it, or undefined where another process holds it @throws where the file cannot be used */
const take = (path: string, timeout: number, sql: string): (() => void) | undefined => {
  const database = openLock(path, timeout);
  try {
    database.exec(sql);
    return () => database.close();
  } catch (error) {
    database.close();
    if (isHeld(error)) return undefined;
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
};

/**
 * Takes a folder for this process alone, until it is released or the process ends, however it ends:
 * the lock is the operating system's, on an empty SQLite file.
 *
 * @param path the lock's file
 * @returns how to release it, or undefined where another process holds it
 * @throws where the file cannot be used, for want of room for example
 */
export const lockFolder = (path: string): (() => void) | undefined => take(path, 0, 'begin exclusive');

/**
 * Takes a folder by a lock that has another name since. A program of an earlier version, which may still be at work,
 * holds the former one, which is never created here.
 *
 * @returns how to release it, or undefined where another process holds either
 * @throws where either file cannot be used; neither is held then
 */
export const lockRenamedFolder = (path: string, former: string): (() => void) | undefined => {
  const release = lockFolder(path);
  if (release === undefined || !existsSync(former)) return release;
  let releaseFormer: (() => void) | undefined;
  try {
    releaseFormer = lockFolder(former);
  } finally {
    if (releaseFormer === undefined) release();
  }
  return releaseFormer === undefined
    ? undefined
    : () => {
        releaseFormer();
        release();
      };
};

/** Milliseconds for which another process may hold the file while it tries, in vain, to lock the folder. */
const tryMs = 1_000;

/**
 * Takes a shared lock on a folder, which excludes an exclusive one by the same file.
 *
 * @param path the lock file
 * @returns how to release it, or undefined where another process holds an exclusive lock
 * @throws where the file cannot be used, for example because the disk is full
 */
export const shareFolder = (path: string): (() => void) | undefined =>
  take(path, tryMs, 'begin; select 1 from sqlite_master');
