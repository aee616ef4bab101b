import { createSetupApp } from '#app-waiting.ts';
import {
  expectFirst,
  installChosen,
  type InstallationProbe,
  openInstallationProbe,
} from '#compose/installing.ts';
import { type ComposedWizard, composeWizard, isWizardBegun, purchaseOf } from '#compose/wizard.ts';
import { installFrom } from '#commands/install.ts';
import { type Launch, openInstalledServer } from '#commands/installed-server.ts';
import { print } from '#commands/cli-output.ts';
import { createStartLoop, type Running } from '#commands/start-loop.ts';
import { openDataDir } from '#config/data-dir.ts';
import { hasInstalledMarker } from '#config/installed-marker.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { createActivityGatherer } from '#features/activity/index.ts';
import type { Installed } from '#features/setup/index.ts';
import { AppError } from '#lib/app-error.ts';
import { withTimeout } from '#lib/concurrency/with-timeout.ts';

/** Milliseconds between two probes for an installation by another server or `holdall setup`. */
const probeEveryMs = 1_000;
/**
 * Milliseconds that a request, and the end, wait for a probe without an answer: the network to the database may
 * be cut.
 */
const silenceMs = 1_000;
/** Milliseconds that the end waits for an opening in progress. */
const settleMs = 10_000;

/** Installs by the environment, if it names an administrator. @throws ConfigError */
const installUnattended = async (config: Config, probe: InstallationProbe): Promise<void> => {
  // The probe comes first: the file with the administrator's password may be gone after the installation.
  const isThere = await probe.isInstalled().catch(() => hasInstalledMarker(openDataDir(config.dataDir)));
  if (isThere) return;
  const admin = config.readAdmin();
  if (admin === undefined) return;
  expectFirst(config);
  await installFrom((installation) => installChosen(config, installation), {
    ...admin,
    settings: purchaseOf(config),
  });
};

export interface Started extends Running {
  /** The wizard that answers first; undefined where there is an installation. */
  readonly wizard: ComposedWizard | undefined;
}

const unusable = (error: ConfigError): AppError =>
  new AppError('setup.database_unusable', { message: error.message, reason: 'unknown', cause: error });

/** Composes the wizard. @param open opens the installation that it has made, or found */
const openWizard = ({ config, hooks }: Launch, open: () => Promise<Installed>): ComposedWizard =>
  composeWizard(config, {
    publicAddress: hooks.publicAddress,
    keepsDraft: true,
    install: async (installation) => {
      try {
        return await installChosen(config, installation);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        throw unusable(error);
      }
    },
    handOver: async () => {
      try {
        return await open();
      } catch (error) {
        if (error instanceof ConfigError) throw unusable(error);
        // It is installed all the same: the loop finds it, and tries again.
        throw new AppError('server.unavailable', { retryAfter: 5, cause: error });
      }
    },
  });

/** Answers by the wizard, and goes through the start again until there is an installation. */
const startWizard = async (launch: Launch, probe: InstallationProbe): Promise<Started> => {
  const { options, hooks, log, server } = launch;
  const wizard = openWizard(launch, () => loop.open());
  const gatherer = createActivityGatherer(wizard.services.clock);
  const loop = createStartLoop({
    isInstalled: () => probe.isSetupComplete(),
    open: () => openInstalledServer({ ...launch, gatherer }),
    onFailure: (error) => log.error({ err: error }, 'could not take the installation over'),
    everyMs: probeEveryMs,
    silenceMs,
    settleMs,
  });
  const closeWizard = async (): Promise<void> => {
    await withTimeout(silenceMs, probe.close());
    await wizard.close();
  };
  const close = async (): Promise<void> => {
    await loop.close();
    await closeWizard();
  };
  try {
    // An installation by another server is used from the next request on, on every server.
    const app = await createSetupApp(wizard.services, { ...options, gatherer });
    await server.use(app, () => loop.tryNow());
  } catch (error) {
    await close();
    throw error;
  }
  const run = async (): Promise<void> => {
    if ((await loop.run()) === undefined) return;
    await closeWizard();
    print('Holdall is installed.');
  };
  void run().catch(hooks.onBackgroundError);
  return { wizard, stop: () => loop.stop(), close };
};

/** Puts the application on the server: the whole one, or the wizard until there is an installation. */
export const start = async (launch: Launch): Promise<Started> => {
  const { config, log } = launch;
  const probe = openInstallationProbe(config);
  /** Tells whether the wizard answers; a database that does not answer may still be chosen in it. */
  const isWaiting = async (): Promise<boolean> => {
    try {
      return !(await probe.isInstalled());
    } catch (error) {
      const isBegun = isWizardBegun(config);
      if (isBegun) log.warn({ err: error }, 'the chosen database does not answer');
      return isBegun;
    }
  };
  try {
    await installUnattended(config, probe);
    if (await isWaiting()) return await startWizard(launch, probe);
    await probe.close();
    return { wizard: undefined, ...(await openInstalledServer(launch)) };
  } catch (error) {
    await withTimeout(silenceMs, probe.close());
    throw error;
  }
};
