import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openNodeId } from '#adapters/node-id.ts';
import { useDatabase } from '#compose/database-lock.ts';
import { choiceOf, openSealer } from '#compose/databases.ts';
import { openInstalledStorage, type OpenedStorage } from '#compose/storage.ts';
import { openDataDir, reasonOf } from '#config/data-dir.ts';
import { chosenDatabase } from '#config/database-choice.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import type { Db } from '#db/database.ts';
import { type DatabaseChoice, openDatabase } from '#db/open-database.ts';
import { appliedMigrations, olderSchemaText, schemaStateOf } from '#db/schema-version.ts';
import { restoringFile } from '#features/maintenance/index.ts';

/** An installation that a command has opened, whether servers run or not. */
export interface Installation {
  readonly kind: DatabaseChoice['kind'];
  readonly db: Db;
  readonly dataDir: string;
  /** The name of the server of the data directory. */
  readonly node: string;
  readonly storage: OpenedStorage;
  readonly close: () => Promise<void>;
}

const openIn = async (config: Config, dataDir: string): Promise<Omit<Installation, 'close'>> => {
  const none = new ConfigError(`Nothing is installed in ${dataDir}.`);
  if (existsSync(join(dataDir, restoringFile)))
    throw new ConfigError(`A restore into ${dataDir} has not ended; run holdall restore again.`);
  const sealer = openSealer(config, dataDir);
  const choice = choiceOf(chosenDatabase(config, dataDir, sealer).place, dataDir);
  // Opening a file of SQLite's that is not there would make it.
  if (choice.kind === 'sqlite' && !existsSync(choice.path)) throw none;
  const db = openDatabase(choice.kind === 'sqlite' ? choice : { ...choice, onIdleError: () => undefined });
  try {
    const applied = await appliedMigrations(db);
    if (applied.length === 0) throw none;
    if (schemaStateOf(applied) === 'older')
      throw new ConfigError(olderSchemaText(`The database of ${dataDir}`));
    const node = openNodeId(join(dataDir, 'node-id'));
    const { allowedPrivateHosts } = config;
    const operator = objectStorageOf(config);
    const storage = await openInstalledStorage({ db, sealer, dataDir, node, operator, allowedPrivateHosts });
    return { kind: choice.kind, db, dataDir, node, storage };
  } catch (error) {
    await db.destroy();
    throw error;
  }
};

/**
 * Opens an existing installation without migrating its database.
 *
 * @throws ConfigError where there is none, or an older version made its database
 */
export const openInstallation = async (config: Config): Promise<Installation> => {
  if (!existsSync(config.dataDir)) throw new ConfigError(`Nothing is installed in ${config.dataDir}.`);
  const dataDir = openDataDir(config.dataDir);
  const letGo = useDatabase(dataDir);
  try {
    const opened = await openIn(config, dataDir);
    const close = async (): Promise<void> => {
      await opened.db.destroy();
      letGo();
    };
    return { ...opened, close };
  } catch (error) {
    letGo();
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`The installation in ${dataDir} cannot be opened: ${reasonOf(error)}.`);
  }
};
