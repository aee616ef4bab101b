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
    if (!(await foundation.setup.isInstalled()))
      throw new ConfigError(`Nothing is installed in ${config.dataDir}.`);
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
  const letGo = useDatabase(openDataDir(config.dataDir));
  try {
    return await besideOthers(config, work);
  } finally {
    letGo();
  }
};
