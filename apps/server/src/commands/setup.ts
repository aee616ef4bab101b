import { faultsIn } from '#commands/install.ts';
import { withInstallation } from '#commands/offline-command.ts';
import { readSetupOptions, type SetupImageInput } from '#commands/setup-options.ts';
import { UsageError } from '#commands/usage-error.ts';
import { print, printJson } from '#commands/cli-output.ts';
import { tryDatabase } from '#compose/database.ts';
import { expectFirst, installChosen, openInstallationProbe } from '#compose/installing.ts';
import { type ComposedWizard, composeWizard, purchaseOf } from '#compose/wizard.ts';
import { openDataDir } from '#config/data-dir.ts';
import { writeInstalledMarker } from '#config/installed-marker.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { publicAddressOf } from '#config/public-address.ts';
import { createInstallCompletion, type Wizard } from '#features/setup/index.ts';
import { AppError } from '#lib/app-error.ts';

export { UsageError };

type SetupOptions = ReturnType<typeof readSetupOptions>;

/**
 * Tells whether the database that is chosen so far holds an installation, which another choice would leave
 * behind.
 */
const isInstalled = async (config: Config): Promise<boolean> => {
  const probe = openInstallationProbe(config);
  try {
    return await probe.isInstalled();
  } catch (error) {
    throw new ConfigError('The database that this data directory uses does not answer.', { cause: error });
  } finally {
    await probe.close();
  }
};

/** Looks whether pictures can be made of the images, and keeps them for later. @throws ConfigError */
const saveImages = async (wizard: Wizard, images: readonly SetupImageInput[]): Promise<void> => {
  for (const { option, name, bytes } of images) {
    const sent = async function* (): AsyncGenerator<Uint8Array> {
      yield bytes;
    };
    try {
      await wizard.saveImage(async () => name, sent());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new ConfigError(`The ${option} file cannot be used: ${error.message}`);
    }
  }
};

/** Gives the images of a new installation their places. Servers that wait for it wait for that, too. */
const placeImages = (draftStore: ComposedWizard['draftStore'], config: Config): Promise<void> =>
  withInstallation(
    config,
    async ({ infrastructure: { db }, foundation: { users }, services: { images } }) => {
      const completeInstall = createInstallCompletion({
        draftStore,
        db,
        users,
        images,
        removeUnusedDatabase: async () => undefined,
        // They were looked at before.
        onUndecodable: (_name, error) => {
          throw error;
        },
      });
      try {
        await completeInstall();
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown reason';
        throw new ConfigError(
          `Holdall is installed, but its images could not be kept: ${reason} Choose them in the settings.`,
        );
      }
    },
  );

interface Place {
  /** By which everything is opened. */
  readonly config: Config;
  /** Says that the installation is there. */
  readonly onInstalled: () => void;
}

/** Goes through the wizard's steps in one go. @returns false where another process has made the installation */
const installBy = async (options: SetupOptions, { config, onInstalled }: Place): Promise<boolean> => {
  const admin = options.admin ?? config.readAdmin();
  if (admin === undefined) throw new UsageError('--admin-email and --admin-password-file are needed.');
  const purchase = purchaseOf(config, options.purchaseCode ?? config.readPurchaseCode());
  const hasImages = options.images.length > 0;
  const address = publicAddressOf(config, config.port);
  const { services, draftStore, close } = composeWizard(
    // The code was looked at, and goes into the installation below.
    { ...config, licencePublicKey: undefined, readPurchaseCode: () => undefined },
    {
      publicAddress: () => address,
      keepsDraft: false,
      install: ({ draft, settings, ...installation }) =>
        installChosen(config, {
          ...installation,
          settings: { ...settings, ...purchase },
          // With the draft's name something of it is still to come.
          ...(hasImages && { draft }),
        }),
      handOver: async () => ({
        address,
        signIn: async () => {
          throw new Error('Nobody signs in at a command line.');
        },
      }),
    },
  );
  const { wizard } = services;
  try {
    await saveImages(wizard, options.images);
    await wizard.environment.save(options.environment);
    await wizard.saveApp(options.app);
    const { email, password } = admin;
    await wizard.finish.install({ ...options.names, email, password, password_confirmation: password });
    onInstalled();
    if (hasImages) await placeImages(draftStore, config);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'setup.done') return false;
    throw error;
  } finally {
    await close();
  }
};

/** Result of a setup: `joined` where the requested database held an installation, which is used from now on. */
type Outcome = 'installed' | 'joined' | 'there';

/** Installs in the database that is wished for, which is kept as soon as an installation is in it. */
const installIn = async (options: SetupOptions, config: Config): Promise<Outcome> => {
  const isThere = await isInstalled(config);
  if (options.database === undefined) {
    if (!isThere) expectFirst(config);
    return (await installBy(options, { config, onInstalled: () => undefined })) ? 'installed' : 'there';
  }
  if (isThere) return 'there';
  const tried = await tryDatabase(config, options.database, '--database-file');
  if (!tried.isInstalled) {
    expectFirst(config);
    const isMade = await installBy(options, { config: tried.config, onInstalled: () => tried.keep() });
    if (isMade) return 'installed';
  }
  // Another server has made it, or this command, which was killed before it kept where.
  tried.keep();
  writeInstalledMarker(openDataDir(config.dataDir));
  return 'joined';
};

const tellOutcome = (outcome: Outcome, { json }: SetupOptions, { dataDir }: Config): void => {
  const sentences: Readonly<Record<Outcome, string>> = {
    installed: `Installed in ${dataDir}.`,
    joined: `Holdall is installed in that database already; ${dataDir} uses it from now on.`,
    there: 'Holdall is installed already; nothing was changed.',
  };
  if (json) printJson({ installed: outcome === 'installed', data_dir: dataDir });
  else print(sentences[outcome]);
};

/** `holdall setup`. @returns the exit code */
export const setup = async (args: readonly string[], config: Config): Promise<number> => {
  const options = readSetupOptions(args);
  try {
    const outcome = await installIn(options, config);
    tellOutcome(outcome, options, config);
    return outcome === 'installed' ? 0 : 3;
  } catch (error) {
    const faults = faultsIn(error);
    if (faults === undefined && !(error instanceof ConfigError)) throw error;
    const message = faults ?? (error instanceof Error ? error.message : '');
    if (!options.json) throw new ConfigError(message);
    printJson({ error: { code: error instanceof AppError ? error.code : 'config', message } });
    return 1;
  }
};
