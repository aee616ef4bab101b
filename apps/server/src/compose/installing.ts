import { createBreachedPasswords } from '#adapters/breached-passwords.ts';
import { createMemoryEvents } from '#adapters/events-memory.ts';
import { createArgon2Hasher } from '#adapters/hasher-argon2.ts';
import { composeFoundation } from '#compose/features.ts';
import { choiceOf, openSealer } from '#compose/database.ts';
import { nameOf } from '#compose/infrastructure.ts';
import { expectEmptyStorage } from '#compose/storage.ts';
import { openDataDir, reasonOf } from '#config/data-dir.ts';
import { type ChosenDatabase, chosenDatabase } from '#config/database-choice.ts';
import { writeDatabaseFile } from '#config/database-file.ts';
import { installedMarkerPath, writeInstalledMarker, hasInstalledMarker } from '#config/installed-marker.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import { completeCopy } from '#db/copy/marker.ts';
import { createInstallationProbe, type InstallationProbe } from '#db/installation-probe.ts';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open-database.ts';
import type { Installation } from '#features/setup/index.ts';
import { systemClock } from '#ports/clock.ts';

export type { InstallationProbe };

const chosenNow = (config: Config, dataDir: string): ChosenDatabase =>
  chosenDatabase(config, dataDir, openSealer(config, dataDir));

/**
 * Installs into the database that is chosen now. Nothing else is opened: stores and mail follow from the
 * settings.
 *
 * @returns false where there is an installation already
 * @throws ConfigError where the database cannot be used; errors of `SetupService.install`
 */
export const installChosen = async (config: Config, installation: Installation): Promise<boolean> => {
  const dataDir = openDataDir(config.dataDir);
  const chosen = chosenNow(config, dataDir);
  const db = openDatabase(choiceOf(chosen.place, dataDir));
  const { setup } = composeFoundation({
    db,
    clock: systemClock,
    events: createMemoryEvents((error) => {
      throw error;
    }),
    hasher: createArgon2Hasher(),
    breached: createBreachedPasswords(),
    sealer: openSealer(config, dataDir),
  });
  /** A choice that another process has made meanwhile is overwritten: it came too late. */
  const keepChoice = (): void => {
    const { place } = chosenNow(config, dataDir);
    if (JSON.stringify(place) !== JSON.stringify(chosen.place))
      writeDatabaseFile(dataDir, chosen.place, openSealer(config, dataDir));
  };
  const expectFree = async (): Promise<void> => {
    const { allowedPrivateHosts } = config;
    await expectEmptyStorage(
      { dataDir, operator: objectStorageOf(config), allowedPrivateHosts },
      installation.settings ?? {},
    );
  };
  try {
    try {
      await completeCopy(db);
      await migrate(db);
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      throw new ConfigError(`${nameOf(chosen, dataDir)} cannot be used: ${reasonOf(error)}.`);
    }
    const isMade = await setup.install(installation, expectFree);
    if (isMade) keepChoice();
    writeInstalledMarker(dataDir);
    return isMade;
  } finally {
    await db.destroy();
  }
};

/**
 * Refuses to install in place of a lost database: uploads into the new one would be lost when the old one is
 * back.
 *
 * @throws ConfigError where the data directory has belonged to an installation, and its database holds none
 */
export const expectFirst = (config: Config): void => {
  const dataDir = openDataDir(config.dataDir);
  if (hasInstalledMarker(dataDir))
    throw new ConfigError(
      `The data directory ${dataDir} belongs to an installation, and its database holds none: restore it, or name the right one. To begin anew, remove the file ${installedMarkerPath(dataDir)}.`,
    );
};

/**
 * Probes the database that is chosen at each probe, and records in the data directory that it holds an
 * installation.
 */
export const openInstallationProbe = (config: Config): InstallationProbe => {
  const dataDir = openDataDir(config.dataDir);
  const probe = createInstallationProbe(() => choiceOf(chosenNow(config, dataDir).place, dataDir));
  const noting = (ask: () => Promise<boolean>) => async (): Promise<boolean> => {
    const isFound = await ask();
    if (isFound) writeInstalledMarker(dataDir);
    return isFound;
  };
  return {
    isInstalled: noting(() => probe.isInstalled()),
    isSetupComplete: noting(() => probe.isSetupComplete()),
    close: () => probe.close(),
  };
};
