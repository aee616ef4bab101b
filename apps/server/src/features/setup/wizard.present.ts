import {
  setupImages,
  type SetupLock,
  type SetupStatus,
  type SetupStep,
  setupSteps,
} from '@holdall/contract/setup';
import { settingsSchema } from '#features/settings/index.ts';
import { nextStep } from './draft.rules.ts';
import type { WizardState } from './wizard.types.ts';

const presentDatabase = ({ database }: WizardState['database']): SetupStatus['kept']['database'] => {
  if (database.kind === 'sqlite') return { connection: 'sqlite' };
  const { host, port, database: name, user, hasPassword, tls, ca = null } = database;
  return { connection: 'postgres', host, port, name, username: user, has_password: hasPassword, tls, ca };
};

const presentKept = (state: WizardState): SetupStatus['kept'] => {
  const { draft, images, database, isLicenceRequired } = state;
  const { s3_secret_key, mail_password, purchase_code, ...plain } = draft.settings;
  const all = settingsSchema.parse(plain);
  const has = (secret: string | undefined): boolean => secret !== undefined && secret !== '';
  return {
    request_size: draft.requestSize,
    purchase_code: {
      required: isLicenceRequired,
      given: has(purchase_code),
      holder: all.licence_holder === '' ? null : all.licence_holder,
    },
    database: presentDatabase(database),
    environment: {
      url: all.url,
      storage: {
        storage_driver: all.storage_driver,
        s3_endpoint: all.s3_endpoint,
        s3_region: all.s3_region,
        s3_bucket: all.s3_bucket,
        s3_access_key: all.s3_access_key,
        s3_secret_key: has(s3_secret_key),
        s3_path_style: all.s3_path_style,
        s3_prefix: all.s3_prefix,
      },
      mail: {
        mail_driver: all.mail_driver,
        mail_host: all.mail_host,
        mail_port: all.mail_port,
        mail_username: all.mail_username,
        mail_password: has(mail_password),
        mail_encryption: all.mail_encryption,
        mail_from: all.mail_from,
      },
      realtime: all.realtime,
    },
    app: {
      title: all.title,
      description: all.description,
      color: all.color,
      contact_email: all.contact_email,
      default_theme: all.default_theme,
      default_emoji: all.default_emoji,
      locale: all.locale,
      subscription_type: all.subscription_type,
      storage_limitation: all.storage_limitation,
      default_capacity: all.default_capacity,
      upload_limit: all.upload_limit,
      chunk_size: all.chunk_size,
      mimetypes_blacklist: all.mimetypes_blacklist,
    },
    images: Object.fromEntries(setupImages.map((name) => [name, images.includes(name)])) as Record<
      (typeof setupImages)[number],
      boolean
    >,
    admin: draft.admin ?? { first_name: '', last_name: '', email: '' },
  };
};

/** Steps that are skipped if the operator has decided them. */
const lockOf: Partial<Record<SetupStep, SetupLock>> = {
  'purchase-code': 'purchase_code',
  database: 'database',
};

/** @param origin the origin of the request */
export const presentStatus = (state: WizardState, origin: string): SetupStatus => {
  const done = setupSteps.filter((step) => {
    const { [step]: lock } = lockOf;
    return state.draft.done.includes(step) || (lock !== undefined && state.locked.includes(lock));
  });
  return {
    steps: setupSteps.map((name) => ({ name, done: done.includes(name) })),
    next: nextStep({ done }),
    kept: presentKept(state),
    locked: [...state.locked],
    origin,
  };
};
