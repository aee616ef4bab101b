import { join } from 'node:path';
import { lockFolder, shareFolder } from '#adapters/folder-lock.ts';
import { giveUpReserveIfFull } from '#adapters/space-reserve.ts';
import { ConfigError } from '#config/load.ts';

const lockOf = (dataDir: string): string => join(dataDir, 'database.lock');

/**
 * For a command that uses the database of a data directory, before it looks which one that is: it stays the same until
 * it is let go.
 *
 * @returns how to let it go
 * @throws ConfigError where another database is being chosen: what was written into the old one would be lost
 */
export const useDatabase = (dataDir: string): (() => void) => {
  giveUpReserveIfFull(dataDir);
  const release = shareFolder(lockOf(dataDir));
  if (release === undefined)
    throw new ConfigError(`holdall migrate is at work in ${dataDir}. Wait until it has ended.`);
  return release;
};

/** For who has a data directory use another database. @throws ConfigError while commands use the one of now */
export const replaceDatabase = (dataDir: string): (() => void) => {
  const release = lockFolder(lockOf(dataDir));
  if (release === undefined)
    throw new ConfigError(
      `Another command of Holdall is at work in ${dataDir}, a backup for example. Wait until it has ended.`,
    );
  return release;
};
