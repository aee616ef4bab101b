import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { composeFoundation, composeServices, type Foundation } from '#compose/features.ts';
import type { Services } from '#app.ts';
import { useDatabase } from '#compose/database.ts';
import { openInfrastructure, type Infrastructure } from '#compose/infrastructure.ts';
import { openDataDir } from '#config/data-dir.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { publicAddressOf } from '#config/public-address.ts';

export interface OfflineContext {
  readonly infrastructure: Infrastructure;
  readonly foundation: Foundation;
  readonly services: Services;
}

/**
 * Files of which a data directory with an installation has at least one, unless the configuration names the
 * database.
 */
const databaseFiles = ['database.json', 'holdall.sqlite'] as const;

const notInstalledError = ({ dataDir }: Config): ConfigError =>
  new ConfigError(`Nothing is installed in ${dataDir}.`);

const openAndRun = async <T>(config: Config, work: (context: OfflineContext) => Promise<T>): Promise<T> => {
  const infrastructure = await openInfrastructure(config, {
    publicAddress: () => publicAddressOf(config, config.port),
    onMailWritten: () => undefined,
    onIdleError: () => undefined,
    onListenerError: () => undefined,
    onBackgroundError: () => undefined,
    onEventsBroken: () => undefined,
  });
  try {
    const foundation = composeFoundation(infrastructure);
    if (!(await foundation.setup.isInstalled())) throw notInstalledError(config);
    const services = composeServices(infrastructure, foundation);
    try {
      return await work({ infrastructure, foundation, services });
    } finally {
      await services.settled();
      await services.realtime.close();
    }
  } finally {
    await infrastructure.events.close();
    await infrastructure.db.destroy();
  }
};

/**
 * Opens an installation for a command that runs in its own process, whether servers run or not, and closes it
 * when the work is done.
 *
 * @throws ConfigError where nothing is installed, or a part cannot be opened
 */
export const withInstallation = async <T>(
  config: Config,
  work: (context: OfflineContext) => Promise<T>,
): Promise<T> => {
  // Opening what is not there would make it.
  if (
    config.databaseUrl === undefined &&
    !databaseFiles.some((name) => existsSync(join(config.dataDir, name)))
  )
    throw notInstalledError(config);
  const letGo = useDatabase(openDataDir(config.dataDir));
  try {
    return await openAndRun(config, work);
  } finally {
    letGo();
  }
};
