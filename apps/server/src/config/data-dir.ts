import { accessSync, chmodSync, constants, existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFoldersSync } from '#lib/make-folders.ts';
import { reasonOf } from '#lib/reason-of.ts';
import { ConfigError } from './load.ts';

export { reasonOf };

/** Makes the folder, follows the operator's own links once. @returns its real path. @throws ConfigError */
export const openDataDir = (dataDir: string): string => {
  try {
    makeFoldersSync(resolve(dataDir));
    accessSync(dataDir, constants.W_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new ConfigError(`The data directory ${dataDir} cannot be written: ${reasonOf(error, dataDir)}.`);
  }
};

/** Returns the path of SQLite's file, readable by this user alone. */
export const sqlitePath = (dataDir: string): string => {
  const path = join(dataDir, 'holdall.sqlite');
  // Its journal files take over its mode; it holds password hashes.
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) chmodSync(path + suffix, 0o600);
  return path;
};
