import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '#lib/replace-file.ts';

/** Returns the path of the marker file. */
export const installedMarkerPath = (dataDir: string): string => join(dataDir, 'installed');

/** Records in a data directory that there is an installation, also for times when its database is unreachable. */
export const writeInstalledMarker = (dataDir: string): void => {
  if (!existsSync(installedMarkerPath(dataDir)))
    replaceFile(installedMarkerPath(dataDir), 'This data directory belongs to an installation of Holdall.\n');
};

/** Tells whether this data directory has ever belonged to an installation. */
export const hasInstalledMarker = (dataDir: string): boolean => existsSync(installedMarkerPath(dataDir));
