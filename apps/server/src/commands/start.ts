import { createSetupApp } from '#app-waiting.ts';
import {
  expectFirst,
  installChosen,
  type InstallationProbe,
  openInstallationProbe,
} from '#compose/installing.ts';
import { type ComposedWizard, composeWizard, isWizardBegun, purchaseOf } from '#compose/wizard.ts';
import { createHandover, type Waiting, waitForInstallation } from '#commands/handover.ts';
import { installFrom } from '#commands/install.ts';
import { type Launch, openInstalledServer } from '#commands/installed-server.ts';
import { print } from '#commands/cli-output.ts';
import { openDataDir } from '#config/data-dir.ts';
import { hasInstalledMarker } from '#config/installed-marker.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { type ActivityGatherer, createActivityGatherer } from '#features/activity/index.ts';
import { AppError } from '#lib/app-error.ts';
import { withTimeout } from '#lib/concurrency/with-timeout.ts';

/** Milliseconds between two probes for an installation by another server or `holdall setup`. */
const probeEveryMs = 1_000;
/**
 * Milliseconds that a request, and the end, wait for a probe without an answer: the network to the database may
 * be cut.
 */
const silenceMs = 1_000;
/** Milliseconds that the end waits for a takeover in progress. */
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

export interface Started {
  /** The wizard that answers first; undefined where there is an installation. */
  readonly wizard: ComposedWizard | undefined;
  readonly stop: () => void;
  readonly close: () => Promise<void>;
}

const unusable = (error: ConfigError): AppError =>
  new AppError('setup.database_unusable', { message: error.message, reason: 'unknown', cause: error });

/** Puts the application on the server: the whole one, or the wizard until there is an installation. */
export const start = async (launch: Launch): Promise<Started> => {
  const { config, options, hooks, log, server } = launch;
  const probe = openInstallationProbe(config);
  let gatherer: ActivityGatherer | undefined;
  const handover = createHandover(
    () => openInstalledServer({ ...launch, ...(gatherer && { gatherer }) }),
    settleMs,
  );
  const openWizard = (): ComposedWizard =>
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
          return await handover.open();
        } catch (error) {
          if (error instanceof ConfigError) throw unusable(error);
          // It is installed all the same: the watch finds it, and retries.
          throw new AppError('server.unavailable', { retryAfter: 5, cause: error });
        }
      },
    });
  let wizard: ComposedWizard | undefined;
  let waiting: Waiting | undefined;
  const close = async (): Promise<void> => {
    await withTimeout(silenceMs, waiting?.stop() ?? Promise.resolve());
    await handover.close();
    await wizard?.close();
    await withTimeout(silenceMs, probe.close());
  };
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
    if (await isWaiting()) {
      wizard = openWizard();
      gatherer = createActivityGatherer(wizard.services.clock);
      // An installation by another server is used from the next request on, on every server.
      await server.use(await createSetupApp(wizard.services, { ...options, gatherer }), async () =>
        waiting?.probeNow(),
      );
      waiting = waitForInstallation({
        probe,
        everyMs: probeEveryMs,
        patienceMs: silenceMs,
        onFailure: (error) => log.error({ err: error }, 'could not take the installation over'),
        takeOver: async () => {
          await handover.open();
          await probe.close();
          await wizard?.close();
          print('Holdall is installed.');
        },
      });
    } else {
      await handover.open();
      await probe.close();
    }
    return {
      wizard,
      stop: () => {
        void waiting?.stop();
        handover.stop();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
