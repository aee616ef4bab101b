import { join } from 'node:path';
import { lockFolder, shareFolder } from '#adapters/folder-lock.ts';
import { giveUpReserveIfFull } from '#adapters/space-reserve.ts';
import { ConfigError } from '#config/load.ts';

const lockOf = (dataDir: string): string => join(dataDir, 'database.lock');

/**
 * Holds the choice of the database of a data directory while a command uses it.
 *
 * @returns how to release it
 * @throws ConfigError where another database is being chosen: writes to the old one would be lost
 */
export const useDatabase = (dataDir: string): (() => void) => {
  giveUpReserveIfFull(dataDir);
  const release = shareFolder(lockOf(dataDir));
  if (release === undefined)
    throw new ConfigError(`holdall migrate is at work in ${dataDir}. Wait until it has ended.`);
  return release;
};

/** Excludes commands while the database of a data directory is replaced. @throws ConfigError while commands use it */
export const replaceDatabase = (dataDir: string): (() => void) => {
  const release = lockFolder(lockOf(dataDir));
  if (release === undefined)
    throw new ConfigError(
      `Another command of Holdall is at work in ${dataDir}, a backup for example. Wait until it has ended.`,
    );
  return release;
};
