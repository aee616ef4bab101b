import { accents } from '@holdall/contract/colors';
import {
  secretSettings,
  type SettingGroup,
  settingGroups,
  type SettingName,
  type SettingValue,
} from '@holdall/contract/admin-settings';
import { blockedTypeLimit, blockedTypeOf, isBlockedType } from '@holdall/contract/patterns';
import { type BrandImage, imageAddress, imageId } from '@holdall/contract/images';
import { lineOfText } from '@holdall/contract/line-of-text';
import { s3Fields } from '@holdall/contract/object-storage';
import { pusherFields } from '@holdall/contract/realtime-service';
import { publicUrl } from '@holdall/contract/public-url';
import { scheduleRhythms, twoFactorRules, versionThinnings, weekdays } from '@holdall/contract/choices';
import { subscriptionTypes } from '@holdall/contract/settings';
import { chunkSizeLimits, mostBytes } from '@holdall/contract/limits';
import { email, emojiTypes, themeModes } from '@holdall/contract/users';
import { z } from 'zod';
import { parseMailAddress } from '#lib/mail-address.ts';
import type { OperatorMail } from '#ports/mailer.ts';

/** Sizes use decimal units, so that defaults are round numbers in them. */
const megabyte = 1_000_000;
const gigabyte = 1000 * megabyte;

const blacklistEntry = z
  .string()
  .transform(blockedTypeOf)
  .pipe(
    z
      .string()
      .max(blockedTypeLimit, {
        message: `Types and extensions can have at most ${blockedTypeLimit} characters.`,
        abort: true,
      })
      .refine(isBlockedType, 'Enter a type like image/png, or an extension like exe.'),
  );

const bytes = z.int('Enter a whole number.').min(0, 'Enter 0 or more.').max(mostBytes, 'This is too large.');
const flag = z.boolean('Choose on or off.');
/** Optional text: an empty one is null. */
const orNull = <S extends z.ZodType<string, string>>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable(),
  );
/** A stored secret: sealed for `settings:<name>`; empty if it is not set. */
const sealed = z.string().max(4096).default('');
/** A host name or an address, without a port. */
const hostName = z
  .string()
  .trim()
  .max(253)
  .regex(/^[A-Za-z0-9._:-]*$/, 'Enter a host name like mail.example.com, without a port.');
const portRange = 'Enter a port from 1 to 65535.';
const image = imageId.nullable().default(null);

interface ScheduleDefaults {
  readonly rhythm: (typeof scheduleRhythms)[number];
  readonly time: string;
}

/** The schedule of a task; times of day are in the server's time zone. */
const scheduleFields = ({ rhythm, time }: ScheduleDefaults) => ({
  schedule: z.enum(scheduleRhythms, 'Choose off, daily or weekly.').default(rhythm),
  weekday: z.enum(weekdays, 'Choose a day of the week.').default('sunday'),
  time: z
    .string('Enter a time.')
    .max(5, { error: 'A time looks like 02:00.', abort: true })
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time looks like 02:00.')
    .default(time),
});
const backupFields = scheduleFields({ rhythm: 'off', time: '02:00' });
const doctorFields = scheduleFields({ rhythm: 'weekly', time: '04:00' });

/** The schema of all application settings with their defaults. */
export const settingsSchema = z.strictObject({
  title: lineOfText
    .min(1, 'The app needs a title.')
    .max(80, 'A title can have at most 80 characters.')
    .default('Holdall'),
  description: lineOfText
    .max(300, 'A description can have at most 300 characters.')
    .default('Store, organise, share.'),
  color: z.enum(accents, 'Choose one of the colours.').default('petrol'),
  default_theme: z.enum(themeModes, 'Choose one of the themes.').default('system'),
  default_emoji: z.enum(emojiTypes, 'Choose one of the sets.').default('twemoji'),
  locale: z
    .string('Enter text.')
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'A language looks like en or pt-BR.')
    .default('en'),
  subscription_type: z.enum(subscriptionTypes, 'Choose one of the plans.').default('none'),
  storage_limitation: flag.default(false),
  /** Bytes that an account may store if its plan has a limit and it has no capacity of its own. */
  default_capacity: bytes.min(1, 'The default capacity must be at least one byte.').default(5 * gigabyte),
  /** Bytes; 0 means no limit. */
  upload_limit: bytes.default(0),
  /** Bytes. */
  chunk_size: z
    .int('Enter a whole number.')
    .min(chunkSizeLimits.min, 'A chunk has at least 64 KiB.')
    .max(chunkSizeLimits.max, 'A chunk has at most 1 GiB.')
    .default(32 * megabyte),
  /** Days after which items in the trash are purged. */
  trash_retention_days: z
    .int('Enter a whole number of days.')
    .min(1, 'Keep items in the trash for at least one day.')
    .max(3650, 'Keep items in the trash for at most 3650 days.')
    .default(30),
  /** True if the content of a file is kept as a version when another one replaces it. */
  versions: flag.default(true),
  versions_thinning: z.enum(versionThinnings, 'Choose one of the options.').default('automatic'),
  /** Days for which versions are kept, with `days`. */
  versions_days: z
    .int('Enter a whole number of days.')
    .min(1, 'Keep versions for at least one day.')
    .max(3650, 'Keep versions for at most 3650 days.')
    .default(90),
  /** Versions that are kept of each file, with `count`. */
  versions_count: z
    .int('Enter a whole number.')
    .min(1, 'Keep at least one version of each file.')
    .max(100, 'Keep at most 100 versions of each file.')
    .default(20),
  /** Days in which every stored file is read once and compared with its checksum; 0 disables it. */
  scrub_days: z
    .int('Enter a whole number of days.')
    .min(0, 'Enter 0 or more.')
    .max(365, 'Verify all files at least every 365 days.')
    .default(30),
  backup_schedule: backupFields.schedule,
  backup_weekday: backupFields.weekday,
  backup_time: backupFields.time,
  /** Backups that a scheduled one keeps, itself included. */
  backup_keep: z
    .int('Enter a whole number.')
    .min(1, 'Keep at least one backup.')
    .max(1_000, 'Keep at most 1000 backups.')
    .default(30),
  doctor_schedule: doctorFields.schedule,
  doctor_weekday: doctorFields.weekday,
  doctor_time: doctorFields.time,
  /** Days for which entries of the activity log are kept. */
  activity_days: z
    .int('Enter a whole number of days.')
    .min(30, 'Keep the activity log for at least 30 days.')
    .max(3650, 'Keep the activity log for at most 3650 days.')
    .default(180),
  /** True if pages are told at once of changes elsewhere. */
  realtime: flag.default(true),
  /** The realtime transport: the server itself, or a service with the Pusher protocol. */
  realtime_service: z.enum(['built_in', 'pusher'], 'Choose one of the options.').default('built_in'),
  ...pusherFields,
  pusher_host: z.union([z.literal(''), pusherFields.pusher_host]).default(''),
  pusher_app_id: z.union([z.literal(''), pusherFields.pusher_app_id]).default(''),
  pusher_key: z.union([z.literal(''), pusherFields.pusher_key]).default(''),
  pusher_secret: sealed,
  /** The store of files: the data directory, or object storage. */
  storage_driver: z.enum(['disk', 's3'], 'Choose one of the options.').default('disk'),
  ...s3Fields,
  s3_bucket: z.union([z.literal(''), s3Fields.s3_bucket]).default(''),
  s3_access_key: z.union([z.literal(''), s3Fields.s3_access_key]).default(''),
  s3_secret_key: sealed,
  /** Downloads through the server, or from an address of the object storage that is valid for a minute. */
  storage_downloads: z.enum(['proxy', 'direct'], 'Choose one of the options.').default('proxy'),
  /** `log` stores mails as files of the server instead of sending them. */
  mail_driver: z.enum(['log', 'smtp'], 'Choose one of the options.').default('log'),
  mail_host: hostName.default(''),
  mail_port: z.int(portRange).min(1, portRange).max(65_535, portRange).default(587),
  mail_username: lineOfText.max(320, 'A user name can have at most 320 characters.').default(''),
  mail_password: sealed,
  mail_encryption: z.enum(['none', 'starttls', 'tls'], 'Choose one of the options.').default('starttls'),
  /** `address` or `Name <address>`; empty means the server's default. */
  mail_from: lineOfText
    .max(320, 'A sender can have at most 320 characters.')
    .refine(
      (text) => text === '' || parseMailAddress(text) !== undefined,
      'Enter an email like files@example.com, or Files <files@example.com>.',
    )
    .default(''),
  mimetypes_blacklist: z
    .array(blacklistEntry, 'Send a list of types.')
    .max(500, 'Block at most 500 types.')
    .transform((entries) => [...new Set(entries)])
    .default([]),
  contact_email: orNull(email).default(null),
  recaptcha_allowed: flag.default(false),
  recaptcha_client_id: orNull(
    z
      .string()
      .trim()
      .regex(/^[\w-]{1,200}$/, 'A client ID has only letters, digits, - and _.'),
  ).default(null),
  recaptcha_secret: sealed,
  /** True if anybody may register an account. */
  registration: flag.default(false),
  /** Accounts that need two-factor sign-in; each call reads it with the session. */
  two_factor_required: z.enum(twoFactorRules, 'Choose one of the options.').default('nobody'),
  /** The application's public origin, unless the operator sets one; empty means the address that it listens at. */
  url: publicUrl.default(''),
  /** The distributor's code, and its holder; empty if there is none. */
  purchase_code: z.string().max(16_384).default(''),
  licence_holder: lineOfText.max(200).default(''),
  logo: image,
  logo_horizontal: image,
  favicon: image,
  share_image: image,
});
export type Settings = z.output<typeof settingsSchema>;
export type SettingsInput = z.input<typeof settingsSchema>;

const rules: Readonly<Record<string, z.ZodType>> = settingsSchema.shape;

/** Applies the fixed plan for a limit without a plan, which earlier versions stored separately. */
const withOnePlan = (settings: Settings): Settings =>
  settings.subscription_type === 'none' && settings.storage_limitation
    ? { ...settings, subscription_type: 'fixed' }
    : settings;

/** Returns settings that are saved with another one: the plan alone decides whether accounts are limited. */
export const savedWith = (name: SettingName, value: unknown): Readonly<Record<string, unknown>> =>
  name === 'subscription_type' ? { storage_limitation: value === 'fixed' } : {};

/**
 * Parses stored settings. An invalid value, for example of another version, counts as not set, so that it cannot
 * stop the server.
 */
export const settingsOf = (stored: ReadonlyMap<string, unknown>): Settings => {
  const known = [...stored].filter(([name]) => Object.hasOwn(rules, name));
  const { success, data } = settingsSchema.safeParse(Object.fromEntries(known));
  if (success) return withOnePlan(data);
  const sound = known.filter(([name, value]) => rules[name]?.safeParse(value).success);
  return withOnePlan(settingsSchema.parse(Object.fromEntries(sound)));
};

/** A secret as it is entered; it cannot be removed. */
const secretInput = z.preprocess(
  (value) => value ?? '',
  z
    .string('Enter text.')
    .max(500, 'A secret can have at most 500 characters.')
    .regex(/^\P{Cc}*$/u, 'Don’t use line breaks or control characters.'),
);

export const isSecret = (name: string): boolean => (secretSettings as readonly string[]).includes(name);

/** Tells whether a setting belongs to the mail settings, which are saved as a whole. */
export const isOfMails = (name: SettingName): boolean => name.startsWith('mail_');

/**
 * Tells whether access tokens cannot change a setting: those of mails and addresses, by which links open accounts,
 * and of second factors.
 */
export const isSessionOnly = (name: SettingName): boolean =>
  name === 'url' || name === 'two_factor_required' || isOfMails(name);

/** Tells whether a setting belongs to the store of files, which is saved as a whole. */
export const isOfStorage = (name: SettingName): boolean =>
  name === 'storage_driver' || name.startsWith('s3_');

/** Tells whether a setting belongs to the realtime transport, which is saved as a whole. */
export const isOfRealtimeService = (name: SettingName): boolean =>
  name === 'realtime_service' || name.startsWith('pusher_');

/** Returns the schema of one setting; undefined if there is no such setting. */
export const ruleOf = (name: SettingName): z.ZodType | undefined =>
  isSecret(name) ? secretInput : rules[name];

export const isOfGroup = (group: SettingGroup, name: string): boolean =>
  (settingGroups[group] as readonly string[]).includes(name);

/** Returns a setting's value for administrators; for a secret, whether it is set. */
export const shownValue = (name: string, value: SettingValue): SettingValue =>
  isSecret(name) ? value !== '' : value;

/** Tells whether bot protection is on and has both keys. */
export const isRecaptchaOn = (
  settings: Pick<Settings, 'recaptcha_allowed' | 'recaptcha_client_id' | 'recaptcha_secret'>,
): boolean =>
  settings.recaptcha_allowed && settings.recaptcha_client_id !== null && settings.recaptcha_secret !== '';

const addressOf = (id: string | null): string | null => (id === null ? null : imageAddress(id, 'full'));

/** Returns the addresses of the application's images; null means its own. */
export const imagesOf = (settings: Settings): Record<BrandImage, string | null> => ({
  logo: addressOf(settings.logo),
  logo_horizontal: addressOf(settings.logo_horizontal),
  favicon: addressOf(settings.favicon),
  share_image: addressOf(settings.share_image),
});

/** Returns the settings that the operator's mail server decides. */
export const decidedByMail = (
  operatorMail: OperatorMail | undefined,
): Partial<Record<SettingName, SettingValue>> => {
  if (operatorMail === undefined) return {};
  const { server, from } = operatorMail;
  return {
    mail_driver: 'smtp',
    mail_host: server.host,
    mail_port: server.port,
    mail_username: server.credentials?.username ?? '',
    // Shown only as set or not set.
    mail_password: server.credentials?.password ?? '',
    mail_encryption: server.encryption === 'opportunistic' ? 'starttls' : server.encryption,
    ...(from && { mail_from: from.name === '' ? from.address : `${from.name} <${from.address}>` }),
  };
};
