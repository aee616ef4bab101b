import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '#lib/reason-of.ts';
import { ConfigError } from './load.ts';

export { reasonOf };

/** Makes the folder, follows the operator's own links once. @returns its real path. @throws ConfigError */
export const openDataDir = (dataDir: string): string => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new ConfigError(`The data directory ${dataDir} cannot be written: ${reasonOf(error, dataDir)}.`);
  }
};

/** Where SQLite's file is; nobody else of the machine reads it. */
export const sqlitePath = (dataDir: string): string => {
  const path = join(dataDir, 'holdall.sqlite');
  // Its journal files take over its mode; it holds password hashes.
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) chmodSync(path + suffix, 0o600);
  return path;
};
