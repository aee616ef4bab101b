import { z } from 'zod';
import { accents } from './colors.ts';
import { subscriptionTypes } from './settings.ts';
import {
  databaseTlsModes,
  setupChecks as checkNames,
  setupCheckStates,
  setupImages,
  setupLocks,
  setupSteps,
} from './setup-names.ts';
import { emojiType, themeMode } from './users.ts';

const keptDatabase = z.discriminatedUnion('connection', [
  z.object({ connection: z.literal('sqlite') }),
  z.object({
    connection: z.literal('postgres'),
    host: z.string(),
    port: z.number().int(),
    name: z.string(),
    username: z.string(),
    has_password: z.boolean(),
    tls: z.enum(databaseTlsModes),
    ca: z.string().nullable(),
  }),
]);

/** The kept answers about storage; where it is the disk, the other fields have the values that a form begins with. */
const keptStorage = z.object({
  storage_driver: z.enum(['disk', 's3']),
  s3_endpoint: z.string(),
  s3_region: z.string(),
  s3_bucket: z.string(),
  s3_access_key: z.string(),
  /** A secret key is kept. */
  s3_secret_key: z.boolean(),
  s3_path_style: z.boolean().nullable(),
  s3_prefix: z.string(),
});

/** The kept answers about mails; where they are logged, the other fields have the values that a form begins with. */
const keptMail = z.object({
  mail_driver: z.enum(['log', 'smtp']),
  mail_host: z.string(),
  mail_port: z.number().int(),
  mail_username: z.string(),
  /** A password is kept. */
  mail_password: z.boolean(),
  mail_encryption: z.enum(['none', 'starttls', 'tls']),
  mail_from: z.string(),
});

/**
 * The kept answers of each step, with the values that a form begins with where there are none. No secret is in them.
 */
const kept = z.object({
  /** Bytes of the largest request that came through to the server, where that is less than was wanted. */
  request_size: z.number().int().nullable(),
  purchase_code: z.object({
    /** The installation cannot go on without one. */
    required: z.boolean(),
    given: z.boolean(),
    /** To whom the licence was given; null where the code is none. */
    holder: z.string().nullable(),
  }),
  database: keptDatabase,
  environment: z.object({
    url: z.string(),
    storage: keptStorage,
    mail: keptMail,
    realtime: z.boolean(),
  }),
  app: z.object({
    title: z.string(),
    description: z.string(),
    color: z.enum(accents),
    contact_email: z.string().nullable(),
    default_theme: themeMode,
    default_emoji: emojiType,
    locale: z.string(),
    subscription_type: z.enum(subscriptionTypes),
    storage_limitation: z.boolean(),
    default_capacity: z.number(),
    upload_limit: z.number(),
    chunk_size: z.number(),
    mimetypes_blacklist: z.array(z.string()),
  }),
  /** Which images are kept; `GET /api/setup/images/{name}` answers them. */
  images: z.record(z.enum(setupImages), z.boolean()),
  /** As typed in before, where the last step could not be ended. */
  admin: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
});

export const setupStatus = z.object({
  data: z.object({
    steps: z.array(z.object({ name: z.enum(setupSteps), done: z.boolean() })),
    /** The first step that is not done. */
    next: z.enum(setupSteps),
    kept,
    /** Fields that the environment decides. */
    locked: z.array(z.enum(setupLocks)),
    /** The address at which this call was made, as the server sees it: what `url` begins with. */
    origin: z.string(),
  }),
});
export type SetupStatus = z.output<typeof setupStatus>['data'];
export type SetupKept = SetupStatus['kept'];

export const setupFindings = z.object({
  data: z.object({
    checks: z.array(
      z.object({
        name: z.enum(checkNames),
        state: z.enum(setupCheckStates),
        /** Which of several things it is (`wrong_version`, `not_found` …); null where the state says all. */
        reason: z.string().nullable(),
        /** Values to show with it: a version, a path, bytes. */
        facts: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
    /** The server's clock, ISO 8601: the page compares it with its own. */
    now: z.iso.datetime(),
  }),
});
export type SetupChecks = z.output<typeof setupFindings>['data'];
