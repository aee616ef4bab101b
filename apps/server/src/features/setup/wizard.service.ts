import type { KeyObject } from 'node:crypto';
import type { SetupApp, SetupImage, SetupLock } from '@holdall/contract/setup';
import type { DatabaseChooser } from '#db/database-chooser.ts';
import type { SentBytes } from '#features/images/index.ts';
import { type Settings, settingsSchema } from '#features/settings/index.ts';
import { parse } from '#http/register.ts';
import { AppError, invalidField } from '#lib/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { SetupDraftStore } from '#ports/setup-draft-store.ts';
import type { Check } from './checks.service.ts';
import type { DatabaseStep } from './database-step.service.ts';
import type { SetupCodeGuard } from './setup-code-guard.service.ts';
import type { Draft } from './draft.types.ts';
import { withRequestSize, withStep } from './draft.rules.ts';
import type { Drafts } from './drafts.service.ts';
import type { EnvironmentStep } from './environment.service.ts';
import type { Finish } from './finish.service.ts';
import type { WizardMutex } from './wizard-mutex.service.ts';
import { readLicence } from './licence.rules.ts';
import type { WizardState } from './wizard.types.ts';

export interface WizardDeps {
  readonly drafts: Drafts;
  readonly draftStore: SetupDraftStore;
  readonly clock: Clock;
  readonly chooser: DatabaseChooser;
  readonly codeGuard: SetupCodeGuard;
  readonly database: DatabaseStep;
  readonly environment: EnvironmentStep;
  readonly finish: Finish;
  readonly mutex: WizardMutex;
  readonly locked: readonly SetupLock[];
  /** The key that verifies purchase codes; undefined if none is needed. */
  readonly licenceKey: KeyObject | undefined;
  readonly runChecks: () => Promise<Check[]>;
  /** Tells whether the application has messages in a language. */
  readonly hasMessages: (locale: string) => Promise<boolean>;
  /** Receives an image and checks that it can be decoded. @returns its bytes. @throws picture.… */
  readonly takeImage: (name: () => Promise<SetupImage>, bytes: SentBytes) => Promise<Buffer>;
}

export interface Wizard {
  readonly codeGuard: SetupCodeGuard;
  readonly database: DatabaseStep;
  readonly environment: EnvironmentStep;
  readonly finish: Finish;
  state(): WizardState;
  /** Returns the settings as they would be installed now, without secrets. */
  settings(): Settings;
  runChecks(): Promise<Check[]>;
  /**
   * @param requestSize bytes of the largest request that reached the server from a browser; null means no limit was
   *   found
   * @throws setup.checks_failed
   */
  passChecks(requestSize: number | null): Promise<void>;
  /** @throws request.invalid, settings.locked */
  savePurchaseCode(code: string | null): Promise<void>;
  saveApp(input: SetupApp): Promise<void>;
  saveImage(name: () => Promise<SetupImage>, bytes: SentBytes): Promise<void>;
  findImage(name: SetupImage): Buffer | undefined;
  removeImage(name: SetupImage): Promise<void>;
}

/** The steps of the installation in a browser. */
export const createWizard = (deps: WizardDeps): Wizard => {
  const { drafts, draftStore, clock, chooser, locked, licenceKey, runChecks, hasMessages, takeImage } = deps;
  const { codeGuard, database, environment, finish, mutex } = deps;

  const done = (step: Draft['done'][number], settings: Draft['settings'] = {}): Promise<void> =>
    mutex.run(() =>
      drafts.change((draft) => withStep({ ...draft, settings: { ...draft.settings, ...settings } }, step)),
    );

  return {
    codeGuard,
    database,
    environment,
    finish,
    state: () => ({
      draft: drafts.current(),
      images: draftStore.listImages(),
      database: chooser.current(),
      isLicenceRequired: licenceKey !== undefined,
      locked,
    }),
    settings: () =>
      settingsSchema.parse({ ...drafts.current().settings, s3_secret_key: '', mail_password: '' }),
    runChecks,
    passChecks: async (requestSize) => {
      const checks = await runChecks();
      if (checks.some(({ state }) => state === 'failed')) throw new AppError('setup.checks_failed');
      await mutex.run(() =>
        drafts.change((draft) => withStep(withRequestSize(draft, requestSize), 'status-check')),
      );
    },
    savePurchaseCode: async (code) => {
      if (locked.includes('purchase_code')) throw new AppError('settings.locked');
      const given = code ?? '';
      if (licenceKey === undefined) {
        await done('purchase-code', {
          purchase_code: drafts.seal('purchase_code', given),
          licence_holder: '',
        });
        return;
      }
      const kept = given === '' ? drafts.open('purchase_code') : given;
      if (kept === '') throw invalidField('code', 'Enter the code your provider gave you.');
      const verdict = readLicence(kept, licenceKey, clock.now());
      if (!verdict.ok) throw invalidField('code', verdict.sentence);
      await done('purchase-code', {
        purchase_code: drafts.seal('purchase_code', kept),
        licence_holder: verdict.holder,
      });
    },
    saveApp: async (input) => {
      const chosen = parse(settingsSchema.partial(), input);
      const named = Object.fromEntries(Object.entries(chosen).filter(([name]) => name in input));
      if (chosen.locale !== undefined && !(await hasMessages(chosen.locale)))
        throw invalidField('locale', 'There’s no translation for this language.');
      await done('app-setup', named);
    },
    saveImage: async (name, bytes) => {
      const image = await takeImage(name, bytes);
      const place = await name();
      await mutex.run(() => draftStore.writeImage(place, image));
    },
    findImage: (name) => draftStore.readImage(name),
    removeImage: (name) => mutex.run(() => draftStore.removeImage(name)),
  };
};
