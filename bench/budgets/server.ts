/** The whole server in this process: SQLite, files on disk, a clock that stands still between calls, no jobs. */
import { mkdirSync } from 'node:fs';
import { createApp } from '../../apps/server/src/app.ts';
import { composeFoundation, composeServices } from '../../apps/server/src/compose/features.ts';
import { translateError } from '../../apps/server/src/features/storage/index.ts';
import { installChosen } from '../../apps/server/src/compose/installing.ts';
import { openInfrastructure, type Infrastructure } from '../../apps/server/src/compose/infrastructure.ts';
import { loadConfig } from '../../apps/server/src/config/load.ts';
import { createLogger } from '../../apps/server/src/log.ts';
import { benchAccount } from '../lib/holdall.ts';

export interface OpenedServer {
  readonly app: Awaited<ReturnType<typeof createApp>>;
  readonly infrastructure: Infrastructure;
  close(this: void): Promise<void>;
}

/** Far enough after the newest item that nothing counts as new. */
const begin = Date.UTC(2026, 10, 2);

const configOf = (dataDir: string) =>
  loadConfig({ HOLDALL_DATA_DIR: dataDir, HOLDALL_THUMBNAIL_WORKERS: '0', PATH: '' }, dataDir);

/** Makes an installation with one account. */
export const install = async (dataDir: string): Promise<void> => {
  mkdirSync(dataDir, { recursive: true });
  await installChosen(configOf(dataDir), benchAccount);
};

/** Opens an installation. Nothing listens: calls are put into its application. */
export const openServer = async (dataDir: string): Promise<OpenedServer> => {
  const config = configOf(dataDir);
  const fail = (error: unknown): never => {
    throw error;
  };
  const opened = await openInfrastructure(config, {
    publicAddress: () => 'http://holdall.test',
    onMailWritten: () => undefined,
    onWarning: () => undefined,
    onIdleError: fail,
    onEventsBroken: fail,
    onListenerError: fail,
    onBackgroundError: fail,
  });
  let now = begin;
  const infrastructure: Infrastructure = {
    ...opened,
    clock: {
      now: () => {
        now += 1;
        return now;
      },
    },
  };
  const services = composeServices(infrastructure, composeFoundation(infrastructure));
  await services.address.refresh();
  const app = await createApp(services, {
    log: createLogger('error', () => undefined),
    version: '0.0.0',
    translateError,
    trustedProxies: [],
    recaptchaOrigin: config.recaptchaOrigin,
    demo: false,
    webDist: undefined,
  });
  await app.ready();
  return {
    app,
    infrastructure,
    close: async () => {
      await services.realtime.leave();
      await services.realtime.close();
      await app.close();
      await services.settled();
      await infrastructure.leave?.();
      await infrastructure.events.close();
      await infrastructure.db.destroy();
    },
  };
};
