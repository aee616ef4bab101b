import { z } from 'zod';
import { accents } from './colors.ts';
import { setupEndpoints } from './setup.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { mailForm } from './mail-form.ts';
import { storageFaultCodes, storageForm } from './object-storage.ts';
import { imageForm, imageErrors } from './images.ts';
import { publicUrl } from './public-url.ts';
import { subscriptionTypes } from './settings.ts';
import { databaseTlsModes, setupImages } from './setup-names.ts';
import { setupFindings, setupStatus } from './setup-state.ts';
import { email, emojiType, newPassword, personName, themeMode } from './users.ts';

export * from './setup-names.ts';
export type { SetupChecks, SetupKept, SetupStatus } from './setup-state.ts';

const tag = 'Set-up';
const access = 'public';

/** Errors of all these calls where they are not allowed, or too late. */
const refusals = [
  'setup.code_needed',
  'setup.code_wrong',
  'setup.done',
  'request.cross_site',
  'limit.too_many',
] as const;

const line = z.string('Enter text.').trim().max(320, 'This is too long.');

/** A database as it is chosen. `host` may be a name or an address; `password` null: the one that is kept. */
export const setupDatabase = z.discriminatedUnion(
  'connection',
  [
    z.strictObject({ connection: z.literal('sqlite') }),
    z.strictObject({
      connection: z.literal('postgres'),
      host: line.min(1, 'Enter the server name.'),
      port: z
        .int('Enter a port from 1 to 65535.')
        .min(1, 'Enter a port from 1 to 65535.')
        .max(65_535, 'Enter a port from 1 to 65535.')
        .default(5432),
      name: line.min(1, 'Enter the database name.'),
      username: line.min(1, 'Enter the user name.'),
      password: z.string('Enter text.').max(500, 'This password is too long.').nullable().default(null),
      tls: z.enum(databaseTlsModes, 'Choose one of the options.').default('disable'),
      /** The certificate (PEM) of the authority that the server's own is checked by; null: the public ones. */
      ca: z.string('Enter text.').max(100_000, 'This certificate is too long.').nullable().default(null),
    }),
  ],
  'Choose sqlite or postgres.',
);
export type SetupDatabase = z.output<typeof setupDatabase>;
export type SentSetupDatabase = z.input<typeof setupDatabase>;

/** Fields that the environment decides must be left out; other absent fields stay as they are kept. */
export const setupEnvironment = z.strictObject({
  url: publicUrl.optional(),
  storage: storageForm.optional(),
  mail: mailForm.optional(),
  realtime: z.boolean('Choose on or off.').optional(),
});
export type SetupEnvironment = z.output<typeof setupEnvironment>;
export type SentSetupEnvironment = z.input<typeof setupEnvironment>;

/**
 * The application's settings by their names; each has the rules that it has in the administration. Absent fields stay
 * as they are kept.
 */
export const setupApp = z.strictObject({
  title: z.string('Enter text.').optional(),
  description: z.string('Enter text.').optional(),
  color: z.enum(accents, 'Choose one of the colours.').optional(),
  /** Empty or null: none. */
  contact_email: z.string('Enter text.').nullable().optional(),
  default_theme: themeMode.optional(),
  default_emoji: emojiType.optional(),
  /** The application's own language, one of `config.languages`. */
  locale: z.string('Enter text.').optional(),
  subscription_type: z.enum(subscriptionTypes, 'Choose one of the plans.').optional(),
  storage_limitation: z.boolean('Choose on or off.').optional(),
  /** Bytes. */
  default_capacity: z.number('Enter a number.').optional(),
  /** Bytes; 0 means no limit. */
  upload_limit: z.number('Enter a number.').optional(),
  /** Bytes. */
  chunk_size: z.number('Enter a number.').optional(),
  mimetypes_blacklist: z.array(z.string('Enter text.'), 'Send a list of types.').optional(),
});
export type SetupApp = z.output<typeof setupApp>;

export const setupAdmin = z.strictObject({
  first_name: personName,
  last_name: personName.default(''),
  email,
  password: newPassword,
  password_confirmation: z.string('Enter the password again.').max(1024),
});
export type SentSetupAdmin = z.input<typeof setupAdmin>;

export const getSetupStatus = endpoint({
  ...setupEndpoints.getSetupStatus,
  access,
  tag,
  summary: 'How far the installation has come, and what is kept of each step.',
  answers: { 200: setupStatus },
  errors: refusals,
});

export const getSetupChecks = endpoint({
  ...setupEndpoints.getSetupChecks,
  access,
  tag,
  summary: 'Look whether this machine has what the application needs.',
  answers: { 200: setupFindings },
  errors: refusals,
});

export const confirmSetupChecks = endpoint({
  ...setupEndpoints.confirmSetupChecks,
  access,
  tag,
  summary: 'Go on from the status check; refused where one of the checks has failed.',
  body: z.strictObject({
    /** Bytes of the largest request that a browser has got through to the server; null: as large a one as is wanted. */
    request_size: z.int('Enter a number.').min(1, 'Enter a number.').nullable().default(null),
  }),
  bodyKind: 'json',
  answers: { 200: setupStatus },
  errors: [...refusals, 'setup.checks_failed'],
});

export const savePurchaseCode = endpoint({
  ...setupEndpoints.savePurchaseCode,
  access,
  tag,
  summary:
    'Keep a purchase code, or go on without one. Where the distributor requires a code, it is a signed licence and checked here.',
  body: z.strictObject({
    code: z.string('Enter text.').trim().max(8192, 'This code is too long.').nullable().default(null),
  }),
  bodyKind: 'json',
  answers: { 200: setupStatus },
  errors: [...refusals, 'settings.locked'],
});

export const saveSetupDatabase = endpoint({
  ...setupEndpoints.saveSetupDatabase,
  access,
  tag,
  summary:
    'Try a database and keep it where it can be used. Where it belongs to an installation already, this server joins that and the wizard is over (`installed`).',
  body: setupDatabase,
  bodyKind: 'json',
  answers: { 200: setupStatus.extend({ meta: z.object({ installed: z.boolean() }) }) },
  errors: [...refusals, 'settings.locked', 'setup.database_unusable'],
});

export const testSetupDatabase = endpoint({
  ...setupEndpoints.testSetupDatabase,
  access,
  tag,
  summary: 'Try a database as it would be used, without keeping it; nothing in it is changed.',
  body: setupDatabase,
  bodyKind: 'json',
  answers: {
    200: z.object({
      /** `empty`, `prepared` (by Holdall, with nobody in it), or `installed`: an installation that this server would join. */
      state: z.enum(['empty', 'prepared', 'installed']),
      version: z.string(),
      /** The traffic is encrypted; null where there is none. */
      tls: z.boolean().nullable(),
    }),
  },
  errors: [...refusals, 'settings.locked', 'setup.database_unusable'],
});

export const saveSetupEnvironment = endpoint({
  ...setupEndpoints.saveSetupEnvironment,
  access,
  tag,
  summary:
    'Keep the public address, where files and mails go, and whether pages are told of changes at once. Storage and mail server are tried before.',
  body: setupEnvironment,
  bodyKind: 'json',
  answers: { 200: setupStatus },
  errors: [
    ...refusals,
    ...storageFaultCodes,
    'settings.locked',
    'settings.address_unusable',
    'mail.not_sent',
  ],
});

export const testSetupStorage = endpoint({
  ...setupEndpoints.testSetupStorage,
  access,
  tag,
  summary: 'Really write, read and delete an object there, without keeping the choice.',
  body: storageForm,
  bodyKind: 'json',
  answers: { 200: z.object({ works: z.literal(true) }) },
  errors: [...refusals, ...storageFaultCodes, 'settings.locked'],
});

export const testSetupMail = endpoint({
  ...setupEndpoints.testSetupMail,
  access,
  tag,
  summary:
    'Really send a message to an address, without keeping the choice. A missing `mail`: as the environment has it.',
  body: z.strictObject({ mail: mailForm.optional(), to: email }),
  bodyKind: 'json',
  answers: { 200: z.object({ to: z.string() }) },
  errors: [...refusals, 'settings.locked', 'mail.not_sent'],
});

export const saveSetupApp = endpoint({
  ...setupEndpoints.saveSetupApp,
  access,
  tag,
  summary: 'Keep what the application is called, looks like and allows.',
  body: setupApp,
  bodyKind: 'json',
  answers: { 200: setupStatus },
  errors: refusals,
});

const imageParams = z.strictObject({ name: z.enum(setupImages) });

export const saveSetupImage = endpoint({
  ...setupEndpoints.saveSetupImage,
  access,
  tag,
  summary: 'Keep an image of the application, or the administrator’s avatar, by an image as `file`.',
  body: imageForm(z.enum(setupImages)),
  bodyKind: 'form',
  answers: { 200: setupStatus },
  errors: [...refusals, ...imageErrors],
});

export const getSetupImage = endpoint({
  ...setupEndpoints.getSetupImage,
  access,
  tag,
  summary: 'An image that is kept, as it was sent.',
  params: imageParams,
  answers: { 200: 'bytes' },
  errors: [...refusals, 'image.not_found'],
});

export const removeSetupImage = endpoint({
  ...setupEndpoints.removeSetupImage,
  access,
  tag,
  summary: 'Do without an image that is kept.',
  params: imageParams,
  answers: { 200: setupStatus },
  errors: refusals,
});

export const finishSetup = endpoint({
  ...setupEndpoints.finishSetup,
  access,
  tag,
  summary: 'Install with all that is kept, create the administrator, and sign in as that.',
  body: setupAdmin,
  bodyKind: 'json',
  answers: {
    200: z.object({
      /** The public address: where to go on. */
      url: z.string(),
      /** False where the session’s cookie only holds at the public address: people sign in there. */
      signed_in: z.boolean(),
    }),
  },
  errors: [
    ...refusals,
    ...storageFaultCodes,
    'setup.step_missing',
    'setup.checks_failed',
    'setup.database_unusable',
    'mail.not_sent',
  ],
});

export const probeUpload = endpoint({
  ...setupEndpoints.probeUpload,
  access,
  tag,
  summary: 'How many bytes of a request come through: the body is counted and forgotten.',
  bodyKind: 'bytes',
  answers: { 200: z.object({ received: z.number().int().min(0) }) },
  errors: [...refusals, 'request.too_large'],
});

export const probeDownload = endpoint({
  ...setupEndpoints.probeDownload,
  access,
  tag,
  summary: 'Bytes that are the same each time: with `Range`, 206 and that part of them.',
  answers: { 200: 'bytes', 206: 'bytes' },
  errors: [...refusals, 'download.range'],
});

/** The part of the endpoint table that stands here. */
export const setupTable = {
  confirmSetupChecks,
  finishSetup,
  getSetupChecks,
  getSetupImage,
  getSetupStatus,
  probeDownload,
  probeUpload,
  removeSetupImage,
  savePurchaseCode,
  saveSetupApp,
  saveSetupDatabase,
  saveSetupEnvironment,
  saveSetupImage,
  testSetupDatabase,
  testSetupMail,
  testSetupStorage,
};
