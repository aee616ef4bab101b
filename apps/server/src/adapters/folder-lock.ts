import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a folder for this process alone, until it is released or the process ends, however it ends:
 * the lock is the operating system's, on an empty SQLite file.
 *
 * @param path the lock's file
 * @returns how to release it, or undefined where another process holds it
 */
export const lockFolder = (path: string): (() => void) | undefined => {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('begin exclusive');
    return () => database.close();
  } catch {
    database.close();
    return undefined;
  }
};

/** Milliseconds for which somebody else may be trying to take the folder, and not getting it. */
const tryMs = 1_000;

/**
 * Uses a folder together with others who do the same, while nobody has taken it for himself by the same lock.
 *
 * @param path the lock's file
 * @returns how to leave it, or undefined where another process holds it
 */
export const shareFolder = (path: string): (() => void) | undefined => {
  const database = new DatabaseSync(path, { timeout: tryMs });
  try {
    database.exec('begin; select 1 from sqlite_master');
    return () => database.close();
  } catch {
    database.close();
    return undefined;
  }
};
