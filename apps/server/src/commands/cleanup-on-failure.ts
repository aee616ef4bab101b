import { existsSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { lockDataDir } from '#compose/infrastructure.ts';
import { hasInstalledMarker } from '#config/installed-marker.ts';
import { type Config, ConfigError } from '#config/load.ts';

/** A folder and those above it that are not there, the innermost first. */
const absentFrom = (folder: string): string[] =>
  existsSync(folder) || dirname(folder) === folder ? [] : [folder, ...absentFrom(dirname(folder))];

/** Tells whether the data directory is in use: by a server, or by a restore that continues next time. */
const isTaken = (config: Config): boolean => {
  try {
    lockDataDir(config)();
    return false;
  } catch (error) {
    if (error instanceof ConfigError) return true;
    throw error;
  }
};

const removeCreatedFolders = (
  config: Config,
  [dataDir = config.dataDir, ...above]: readonly string[],
): void => {
  if (!existsSync(dataDir) || hasInstalledMarker(dataDir) || isTaken(config)) return;
  rmSync(dataDir, { recursive: true, force: true });
  try {
    for (const folder of above) rmdirSync(folder);
  } catch {
    // The folder is not empty any more.
  }
};

/**
 * Runs a command so that a failing one leaves no data directory behind where there was none: the next start
 * would take it for one in use.
 *
 * @returns the exit code of the command
 */
export const cleanUpOnFailure = async (config: Config, work: () => Promise<number>): Promise<number> => {
  const absent = absentFrom(config.dataDir);
  let code: number | undefined;
  try {
    code = await work();
    return code;
  } finally {
    if (code !== 0 && absent.length > 0) removeCreatedFolders(config, absent);
  }
};
