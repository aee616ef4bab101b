import { createDiskReads } from '#lib/disk-reads.ts';
import { createApp, type SetupAppOptions } from '#app.ts';
import { composeFoundation, composeServices } from '#compose/features.ts';
import { openInfrastructure, type InfrastructureHooks } from '#compose/infrastructure.ts';
import { openSetupDraftStore, removeUnusedDatabase } from '#compose/wizard.ts';
import type { Running } from '#commands/start-loop.ts';
import type { Config } from '#config/load.ts';
import type { ActivityGatherer } from '#features/activity/index.ts';
import { createInstallCompletion, type Installed } from '#features/setup/index.ts';
import type { Server } from '#http/server.ts';
import { withTimeout } from '#lib/concurrency/with-timeout.ts';
import type { Logger } from '#log.ts';

const sweepEveryMs = 10 * 60_000;
/** Milliseconds that a stop waits for each: interrupted uploads record their offset, connections close properly. */
const settleMs = 10_000;

/** The parts of a server that exist before its application, the wizard or the installed one. */
export interface Launch {
  readonly config: Config;
  readonly options: SetupAppOptions;
  readonly hooks: InfrastructureHooks;
  readonly log: Logger;
  readonly server: Server;
  /** Attempts that the wizard has refused before. */
  readonly gatherer?: ActivityGatherer;
  /** Address at which this server listens, once known, and the public address at its start. */
  readonly place: { port: number; url: string | undefined };
}

/** The application of an installed server, at work. */
export type InstalledServer = Installed & Running;

/**
 * Opens an installation, ends what the wizard has left of it, and has the whole application answer from now on.
 *
 * @throws ConfigError where a part cannot be opened
 */
export const openInstalledServer = async ({
  config,
  options,
  hooks,
  log,
  server,
  place,
  gatherer,
}: Launch): Promise<InstalledServer> => {
  const reads = createDiskReads(hooks.onBackgroundError);
  const infrastructure = await openInfrastructure(config, hooks, reads);
  const foundation = composeFoundation(infrastructure);
  const services = composeServices(infrastructure, foundation, gatherer);
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;
  let farewell: Promise<void> | undefined;
  const stop = (): void => {
    clearInterval(timer);
    farewell ??= services.realtime.leave();
  };
  const closeParts = async (): Promise<void> => {
    await reads.close();
    await infrastructure.leave?.().catch(hooks.onBackgroundError);
    await infrastructure.events.close();
    await infrastructure.reserve?.close();
    await infrastructure.db.destroy();
  };
  // A failed opening ends here, too, with everything that has begun.
  const close = async (): Promise<void> => {
    stop();
    await withTimeout(settleMs, Promise.all([services.settled(), sweeping, farewell]));
    // The changes of the last work are broadcast, too.
    await withTimeout(settleMs, services.realtime.close());
    await withTimeout(settleMs, closeParts());
  };
  try {
    await services.address.refresh();
    place.url = services.address.origin();
    await services.prepare();
    const completeInstall = createInstallCompletion({
      draftStore: openSetupDraftStore(config),
      db: infrastructure.db,
      users: foundation.users,
      images: services.images,
      removeUnusedDatabase: () => removeUnusedDatabase(config),
      onUndecodable: (name, error) => log.warn({ err: error, name }, 'an image of the wizard is no picture'),
    });
    const tryToComplete = (): Promise<void> =>
      completeInstall().catch((error: unknown) =>
        log.error({ err: error }, 'what the wizard has left could not be ended; it is tried again'),
      );
    await tryToComplete();
    await server.use(await createApp(services, { ...options, space: infrastructure.reserve }));
    const sweep = async (): Promise<void> => {
      await tryToComplete();
      await services.sweep();
    };
    const sweepNow = (): void => {
      sweeping = sweep().catch((error: unknown) => log.error({ err: error }, 'sweeping failed'));
    };
    timer = setInterval(sweepNow, sweepEveryMs);
    sweepNow();
    return {
      address: services.publicAddress(),
      signIn: async ({ email, password, caller }) => {
        const replaces = { session: undefined, challenge: undefined };
        const signedIn = await services.auth.signIn({
          email,
          password,
          remember: false,
          caller,
          device: undefined,
          replaces,
        });
        if (!('session' in signedIn)) throw new Error('A new account has no second factor.');
        return signedIn;
      },
      stop,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
