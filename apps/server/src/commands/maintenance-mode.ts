import { createMaintenanceModeApp } from '#app-maintenance-mode.ts';
import { openBrand } from '#compose/host-environment.ts';
import { translateError } from '#features/storage/index.ts';
import { listen, signalled } from '#commands/listening.ts';
import { print } from '#commands/cli-output.ts';
import type { Config } from '#config/load.ts';
import { publicAddressOf } from '#config/public-address.ts';
import { createHttpServer } from '#http/server.ts';
import { createLogger } from '#log.ts';

/** Answers that are under way have this long, in milliseconds: there is little to answer. */
const drainMs = 2_000;

/**
 * Tells everybody that the server will be back, until SIGTERM or SIGINT. It opens no database, and reads the brand alone
 * from the data directory: other programs may do with them what they must.
 *
 * @throws ConfigError where the port cannot be opened
 */
export const serveMaintenanceMode = async ({
  config,
  version,
}: {
  readonly config: Config;
  readonly version: string;
}): Promise<void> => {
  const log = createLogger(config.logLevel);
  const server = createHttpServer();
  try {
    const app = await createMaintenanceModeApp(
      {
        log,
        version,
        translateError,
        publicOrigin: () => config.url,
        trustedProxies: config.trustedProxies,
      },
      openBrand(config.dataDir).read(),
    );
    await server.use(app);
    const port = await listen(server, config);
    const stopSignal = signalled();
    log.info({ port, host: config.host, version }, 'listening for maintenance');
    print(`Holdall is under maintenance at ${publicAddressOf(config, port)}`);
    log.info({ signal: await stopSignal }, 'stopping');
  } finally {
    await server.close(drainMs);
  }
};
