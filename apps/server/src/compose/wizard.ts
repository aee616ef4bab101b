import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createS3BlobStore } from '#adapters/s3/blob-s3.ts';
import { createMailers } from '#adapters/mail/mailers.ts';
import { createOutbound } from '#adapters/outbound-net.ts';
import { createStorageTrial } from '#adapters/s3/s3-trial.ts';
import { createDiskSetupDraftStore } from '#adapters/disk/setup-draft-store-disk.ts';
import { createMemorySetupDraftStore } from '#adapters/setup-draft-store-memory.ts';
import { createEchoSocket } from '#adapters/pusher/socket-echo.ts';
import { createProcessThumbnailer } from '#adapters/thumbnails/thumbnailer.ts';
import type { SetupServices } from '#app.ts';
import { createDatabaseChooser, openSealer } from '#compose/database.ts';
import { createMachineCheck } from '#compose/host-environment.ts';
import { operatorMailOf } from '#compose/infrastructure.ts';
import { openDataDir, sqlitePath } from '#config/data-dir.ts';
import { hasInstalledMarker } from '#config/installed-marker.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import { createMailDelivery } from '#features/mail/index.ts';
import { createImageCheck } from '#features/images/index.ts';
import {
  createDatabaseStep,
  createSetupCodeGuard,
  createDrafts,
  createEnvironmentStep,
  createFinish,
  createWizardMutex,
  createWizard,
  draftOf,
  type FinishDeps,
  readLicence,
  removeUnusedSqlite,
} from '#features/setup/index.ts';
import type { SettingsInput } from '#features/settings/index.ts';
import { bucketOf, tryNewBucket } from '#features/storage/index.ts';
import { createTranslationsService, shippedLanguages } from '#features/translations/index.ts';
import { sharedSetupCode } from '#lib/setup-code.ts';
import { systemClock } from '#ports/clock.ts';
import type { ObjectStorage } from '#ports/object-storage.ts';
import type { SetupDraftStore } from '#ports/setup-draft-store.ts';

const draftStoreIn = (dataDir: string): SetupDraftStore => createDiskSetupDraftStore(join(dataDir, 'setup'));

/** Opens the wizard's draft in a data directory. */
export const openSetupDraftStore = (config: Config): SetupDraftStore =>
  draftStoreIn(openDataDir(config.dataDir));

/** Tells whether a setup was begun in a browser and not finished, and no installation was made otherwise. */
export const isWizardBegun = (config: Config): boolean =>
  !hasInstalledMarker(openDataDir(config.dataDir)) &&
  createDatabaseChooser(config).current().setBy === 'file' &&
  draftOf(openSetupDraftStore(config).readDraft())?.phase === 'open';

/**
 * Returns the purchase code of the environment, as settings.
 *
 * @throws ConfigError where a code is required and missing, or invalid
 */
export const purchaseOf = (config: Config, code = config.readPurchaseCode()): SettingsInput => {
  const { licencePublicKey: key } = config;
  if (key === undefined) return code === undefined ? {} : { purchase_code: code };
  if (code === undefined)
    throw new ConfigError(
      'This edition needs a purchase code: set HOLDALL_PURCHASE_CODE_FILE, or give it to holdall setup.',
    );
  const verdict = readLicence(code, key, systemClock.now());
  if (!verdict.ok) throw new ConfigError(`The purchase code is not valid: ${verdict.sentence}`);
  return { purchase_code: code, licence_holder: verdict.holder };
};

/** Removes the SQLite database of a server whose installation is in PostgreSQL, if it has no accounts. */
export const removeUnusedDatabase = (config: Config): Promise<void> =>
  removeUnusedSqlite(createDatabaseChooser(config), sqlitePath(openDataDir(config.dataDir)));

export interface WizardHooks extends Pick<FinishDeps, 'install' | 'handOver'> {
  /** Origin that links in mails lead to. */
  readonly publicAddress: () => string;
  /**
   * True where the draft is kept in the data directory, so that the setup can be continued; false for a setup
   * in one go.
   */
  readonly keepsDraft: boolean;
}

export interface ComposedWizard {
  readonly services: SetupServices;
  /** The draft until the last step. */
  readonly draftStore: SetupDraftStore;
  /** The one-time code. */
  readonly code: () => string;
  readonly close: () => Promise<void>;
}

/** The wizard of a server that waits for its installation. It needs no database. */
export const composeWizard = (config: Config, hooks: WizardHooks): ComposedWizard => {
  const dataDir = openDataDir(config.dataDir);
  const sealer = openSealer(config, dataDir);
  const chooser = createDatabaseChooser(config);
  const draftStore = hooks.keepsDraft ? draftStoreIn(dataDir) : createMemorySetupDraftStore();
  const drafts = createDrafts({ draftStore, sealer });
  const outbound = createOutbound({ allowedPrivateHosts: config.allowedPrivateHosts });
  const translations = createTranslationsService(shippedLanguages);
  const pictures = hooks.keepsDraft
    ? join(dataDir, 'setup', 'pictures')
    : join(tmpdir(), `holdall-setup-${randomBytes(8).toString('hex')}`);
  const thumbnailer = createProcessThumbnailer({
    workers: 1,
    searchPath: config.searchPath,
    folder: pictures,
  });
  const operatorMail = config.smtpUrl && operatorMailOf(config.smtpUrl);
  const newBuckets = {
    tryObjectStorage: createStorageTrial({ outbound, clock: systemClock }),
    open: (storage: ObjectStorage) => createS3BlobStore({ storage, outbound, clock: systemClock }),
  };
  const delivery = createMailDelivery({
    sealer,
    clock: systemClock,
    operatorMail,
    openMailer: createMailers({ outbound, dataDir, clock: systemClock, onWritten: () => undefined }),
    publicAddress: hooks.publicAddress,
    wordsOf: (languages) => translations.catalogueFor(languages),
  });
  const operatorCode = config.readPurchaseCode();
  const purchase = operatorCode === undefined ? {} : purchaseOf(config, operatorCode);
  const locked = [
    ...(operatorCode === undefined ? [] : (['purchase_code'] as const)),
    ...(chooser.current().setBy === 'operator' ? (['database'] as const) : []),
    ...(config.url === undefined ? [] : (['url'] as const)),
    ...(objectStorageOf(config) === undefined ? [] : (['storage'] as const)),
    ...(operatorMail === undefined ? [] : (['mail'] as const)),
  ];
  const { secretKey } = config;
  // Behind one address any server with the operator's key may answer, so all have the same code.
  const code = secretKey === undefined ? () => draftStore.code() : () => sharedSetupCode(secretKey);
  const mutex = createWizardMutex();
  const database = createDatabaseStep({ chooser, drafts, mutex });
  const takeImage = createImageCheck(thumbnailer);
  const checkMachine = createMachineCheck(config, dataDir);
  const runChecks = () => checkMachine({ clock: systemClock, thumbnailer, settings: wizard.settings() });
  const finish = createFinish({
    drafts,
    mutex,
    database,
    install: (installation) =>
      hooks.install({ ...installation, settings: { ...installation.settings, ...purchase } }),
    handOver: hooks.handOver,
    keepsDraft: hooks.keepsDraft,
    needsPurchaseCode: config.licencePublicKey !== undefined && operatorCode === undefined,
    runChecks,
  });
  const wizard = createWizard({
    drafts,
    draftStore,
    clock: systemClock,
    chooser,
    codeGuard: createSetupCodeGuard({
      clock: systemClock,
      code,
    }),
    database,
    environment: createEnvironmentStep({
      drafts,
      mutex,
      sealer,
      locked,
      tryStorage: (form, secretKey) => tryNewBucket(newBuckets, bucketOf(form, secretKey)),
      mail: delivery,
      clock: systemClock,
    }),
    finish,
    mutex,
    locked,
    licenceKey: config.licencePublicKey,
    runChecks,
    hasMessages: (locale) => translations.hasMessages(locale),
    takeImage,
  });
  return {
    services: {
      settings: { current: async () => wizard.settings() },
      translations,
      wizard,
      clock: systemClock,
      echo: createEchoSocket(),
    },
    draftStore,
    code,
    close: async () => {
      await thumbnailer.close();
      await rm(pictures, { recursive: true, force: true });
    },
  };
};
