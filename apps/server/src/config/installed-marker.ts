import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '#lib/replace-file.ts';

/** The file that says it. */
export const installedMarkerPath = (dataDir: string): string => join(dataDir, 'installed');

/** Keeps in a data directory that there is an installation, also for times when its database cannot be asked. */
export const writeInstalledMarker = (dataDir: string): void => {
  if (!existsSync(installedMarkerPath(dataDir)))
    replaceFile(installedMarkerPath(dataDir), 'This data directory belongs to an installation of Holdall.\n');
};

/** Whether there has ever been an installation of this data directory. */
export const hasInstalledMarker = (dataDir: string): boolean => existsSync(installedMarkerPath(dataDir));
