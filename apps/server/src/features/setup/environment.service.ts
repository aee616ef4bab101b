import type { MailForm } from '@holdall/contract/mail-form';
import type { SetupEnvironment, SetupLock } from '@holdall/contract/setup';
import type { StorageForm } from '@holdall/contract/object-storage';
import { isSameSignIn, type MailDelivery, namingField } from '#features/mail/index.ts';
import { contextOf, type Settings, type SettingsInput, settingsSchema } from '#features/settings/index.ts';
import { parse } from '#http/register.ts';
import { AppError } from '#lib/app-error.ts';
import { createTokenBucket } from '#lib/concurrency/token-bucket.ts';
import type { Clock } from '#ports/clock.ts';
import type { Sealer } from '#ports/sealer.ts';
import { withStep } from './draft.rules.ts';
import type { Drafts } from './drafts.service.ts';
import type { WizardMutex } from './wizard-mutex.service.ts';

type ObjectStorageForm = Extract<StorageForm, { storage_driver: 's3' }>;
type SmtpForm = Extract<MailForm, { mail_driver: 'smtp' }>;

/** Tests a bucket. @returns the fault, by the fields of the form; undefined if it works */
export type TryStorage = (form: ObjectStorageForm, secretKey: string) => Promise<AppError | undefined>;

export interface EnvironmentStep {
  save(input: SetupEnvironment): Promise<void>;
  testStorage(form: StorageForm): Promise<void>;
  /** @returns the address */
  testMail(input: {
    readonly mail?: MailForm | undefined;
    readonly to: string;
    readonly locale: string;
  }): Promise<string>;
}

export interface EnvironmentDeps {
  readonly drafts: Drafts;
  readonly mutex: WizardMutex;
  readonly sealer: Sealer;
  readonly locked: readonly SetupLock[];
  readonly tryStorage: TryStorage;
  readonly mail: Pick<MailDelivery, 'sendTest' | 'tryServer'>;
  readonly clock: Clock;
}

/** Rate limit of test mails: a burst, and the rate a second. */
const testMails = { burst: 5, perSecond: 5 / 60 };

/** Returns the same error with its fields prefixed by a part of the form. */
const prefixFields = (part: string, error: unknown): unknown => {
  if (!(error instanceof AppError) || error.details.errors === undefined) return error;
  const errors = Object.entries(error.details.errors).map(
    ([field, texts]) => [`${part}.${field}`, texts] as const,
  );
  return new AppError(error.code, { ...error.details, errors: Object.fromEntries(errors) });
};
const inPart = async <T>(part: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw prefixFields(part, error);
  }
};

/** The step that chooses the store of files and the mail server, which are tested before they are stored. */
export const createEnvironmentStep = (deps: EnvironmentDeps): EnvironmentStep => {
  const { drafts, mutex, sealer, locked, tryStorage, mail, clock } = deps;
  const bucket = createTokenBucket(testMails.burst, testMails.perSecond);

  const refuseLocked = (part: SetupLock, isGiven: boolean): void => {
    if (isGiven && locked.includes(part)) throw new AppError('settings.locked');
  };

  /** Returns the secret key; a stored one is used only for the same server and user. */
  const secretKeyFor = (form: ObjectStorageForm): string => {
    if (form.s3_secret_key !== null && form.s3_secret_key !== '') return form.s3_secret_key;
    const { settings } = drafts.current();
    const isSame = settings.s3_endpoint === form.s3_endpoint && settings.s3_access_key === form.s3_access_key;
    const kept = isSame ? drafts.open('s3_secret_key') : '';
    if (kept === '') {
      const sentence = new AppError('object_storage.no_secret').message;
      throw new AppError('object_storage.no_secret', { errors: { s3_secret_key: [sentence] } });
    }
    return kept;
  };
  const passwordFor = (form: SmtpForm): string => {
    if (form.mail_password !== null) return form.mail_password;
    const { settings } = drafts.current();
    return isSameSignIn(form, settings) ? drafts.open('mail_password') : '';
  };

  /** @returns the values for the draft. @throws object_storage.… */
  const storageOf = async (form: StorageForm): Promise<SettingsInput> => {
    if (form.storage_driver === 'disk') return { storage_driver: 'disk' };
    const secretKey = secretKeyFor(form);
    const fault = await tryStorage(form, secretKey);
    if (fault !== undefined) throw fault;
    return { ...form, s3_secret_key: drafts.seal('s3_secret_key', secretKey) };
  };

  /** Returns the settings for mails, with the password sealed as in settings. @throws request.invalid */
  const settingsWith = (form: MailForm | undefined): Settings => {
    const kept = { ...drafts.current().settings };
    if (form === undefined) {
      const password = drafts.open('mail_password');
      const sealed = password === '' ? '' : sealer.seal(password, contextOf('mail_password'));
      return settingsSchema.parse({ ...kept, mail_password: sealed });
    }
    if (form.mail_driver === 'log') return settingsSchema.parse({ ...kept, mail_driver: 'log' });
    const password = passwordFor(form);
    const sealed = password === '' ? '' : sealer.seal(password, contextOf('mail_password'));
    return parse(settingsSchema, { ...kept, ...form, mail_password: sealed });
  };

  /** @returns the values for the draft. @throws mail.not_sent, request.invalid */
  const mailOf = async (form: MailForm): Promise<SettingsInput> => {
    if (form.mail_driver === 'log') return { mail_driver: 'log' };
    const settings = settingsWith(form);
    await namingField(() => mail.tryServer(settings));
    const { mail_host, mail_port, mail_username, mail_encryption, mail_from } = settings;
    const mail_password = drafts.seal('mail_password', passwordFor(form));
    return {
      mail_driver: 'smtp',
      mail_host,
      mail_port,
      mail_username,
      mail_password,
      mail_encryption,
      mail_from,
    };
  };

  return {
    save: async (input) => {
      refuseLocked('url', input.url !== undefined);
      refuseLocked('storage', input.storage !== undefined);
      refuseLocked('mail', input.mail !== undefined);
      const { url, storage, mail: mails, realtime } = input;
      const chosen: SettingsInput = {
        ...(url === undefined ? {} : { url }),
        ...(storage === undefined ? {} : await inPart('storage', () => storageOf(storage))),
        ...(mails === undefined ? {} : await inPart('mail', () => mailOf(mails))),
        ...(realtime === undefined ? {} : { realtime }),
      };
      await mutex.run(() =>
        drafts.change((draft) =>
          withStep({ ...draft, settings: { ...draft.settings, ...chosen } }, 'environment'),
        ),
      );
    },
    testStorage: async (form) => {
      refuseLocked('storage', true);
      await storageOf(form);
    },
    testMail: async ({ mail: form, to, locale }) => {
      refuseLocked('mail', form !== undefined);
      const settings = settingsWith(form);
      if (!bucket.take(clock.now())) throw new AppError('limit.too_many', { retryAfter: 12 });
      await namingField(() => mail.sendTest(to, settings, locale));
      return to;
    },
  };
};
