import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { composeFoundation, composeServices, type Foundation } from '#compose.ts';
import type { Services } from '#app.ts';
import { useDatabase } from '#compose-database-lock.ts';
import { openParts, type Parts } from '#compose-parts.ts';
import { openDataDir } from '#config/data-dir.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { publicAddressOf } from '#config/public-address.ts';

export interface Beside {
  readonly parts: Parts;
  readonly foundation: Foundation;
  readonly services: Services;
}

/** What a data directory with an installation has one of, unless the configuration names the database. */
const databaseFiles = ['database.json', 'holdall.sqlite'] as const;

const nothingIn = ({ dataDir }: Config): ConfigError =>
  new ConfigError(`Nothing is installed in ${dataDir}.`);

const besideOthers = async <T>(config: Config, work: (beside: Beside) => Promise<T>): Promise<T> => {
  const parts = await openParts(config, {
    publicAddress: () => publicAddressOf(config, config.port),
    onMailWritten: () => undefined,
    onIdleError: () => undefined,
    onListenerError: () => undefined,
    onBackgroundError: () => undefined,
    onEventsBroken: () => undefined,
  });
  try {
    const foundation = composeFoundation(parts);
    if (!(await foundation.setup.isInstalled())) throw nothingIn(config);
    const services = composeServices(parts, foundation);
    try {
      return await work({ parts, foundation, services });
    } finally {
      await services.settled();
      await services.realtime.close();
    }
  } finally {
    await parts.events.close();
    await parts.db.destroy();
  }
};

/**
 * Opens an installation for a command, beside the servers of it, and closes it when the work is done.
 *
 * @throws ConfigError where nothing is installed, or a part cannot be opened
 */
export const besideServers = async <T>(config: Config, work: (beside: Beside) => Promise<T>): Promise<T> => {
  // Opening what is not there would make it.
  if (
    config.databaseUrl === undefined &&
    !databaseFiles.some((name) => existsSync(join(config.dataDir, name)))
  )
    throw nothingIn(config);
  const letGo = useDatabase(openDataDir(config.dataDir));
  try {
    return await besideOthers(config, work);
  } finally {
    letGo();
  }
};
