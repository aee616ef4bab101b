import { z } from 'zod';
import { adminEndpoints } from './admin.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { mailForm } from './mail-form.ts';
import { storageFaultCodes, storageForm } from './object-storage.ts';
import { realtimeFaultCodes, realtimeForm } from './realtime-service.ts';

const tag = 'Administration';
const access = 'admin';

/** The tabs of the settings and what each saves. Every name is one setting. */
export const settingGroups = {
  appearance: ['title', 'description', 'color', 'default_theme', 'default_emoji', 'locale'],
  environment: [
    'url',
    'mail_driver',
    'mail_host',
    'mail_port',
    'mail_username',
    'mail_password',
    'mail_encryption',
    'mail_from',
    'realtime',
    'realtime_service',
    'pusher_host',
    'pusher_port',
    'pusher_tls',
    'pusher_api',
    'pusher_app_id',
    'pusher_key',
    'pusher_secret',
    'storage_driver',
    's3_endpoint',
    's3_region',
    's3_bucket',
    's3_access_key',
    's3_secret_key',
    's3_path_style',
    's3_prefix',
    'storage_downloads',
  ],
  others: [
    'upload_limit',
    'chunk_size',
    'mimetypes_blacklist',
    'subscription_type',
    'storage_limitation',
    'default_capacity',
    'trash_retention_days',
    'versions',
    'versions_thinning',
    'versions_days',
    'versions_count',
    'scrub_days',
    'activity_days',
    'contact_email',
    'recaptcha_allowed',
    'recaptcha_client_id',
    'recaptcha_secret',
    'registration',
    'two_factor_required',
  ],
  schedules: [
    'backup_schedule',
    'backup_weekday',
    'backup_time',
    'backup_keep',
    'doctor_schedule',
    'doctor_weekday',
    'doctor_time',
    'scrub_days',
  ],
} as const;
export type SettingGroup = keyof typeof settingGroups;
export type SettingName = (typeof settingGroups)[SettingGroup][number];
const groups = Object.keys(settingGroups) as [SettingGroup, ...SettingGroup[]];
const names = Object.values(settingGroups).flat() as [SettingName, ...SettingName[]];

/** Settings that are sealed at rest and never answered: only whether there is one. */
export const secretSettings = [
  'mail_password',
  'pusher_secret',
  'recaptcha_secret',
  's3_secret_key',
] as const satisfies readonly SettingName[];

const value = z.union(
  [z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())],
  'A setting is text, a number, on or off, or a list of texts.',
);
export type SettingValue = z.output<typeof value>;

const attributes = z.record(z.string(), value);

const params = z.strictObject({ group: z.enum(groups) });
const answer = z.object({
  data: z.object({
    /** The group's settings by name; of a secret, `true` where one is set, else `false`. */
    attributes,
    /** Images of the application by name (appearance alone): address, or null for the application's own. */
    images: z.record(z.string(), z.string().nullable()),
  }),
  meta: z.object({
    /** Settings that the environment decides: they cannot be changed here. */
    locked: z.array(z.string()),
    /** Settings of where files are kept that stay as they are while there are files: `holdall migrate-blobs` moves those. */
    fixed: z.array(z.string()),
  }),
});
export type GroupSettings = z.output<typeof answer>;

export const getSettingGroup = endpoint({
  ...adminEndpoints.getSettingGroup,
  access,
  tag,
  summary: 'The settings of one tab; secrets are masked.',
  params,
  answers: { 200: answer },
});

/** `{ name, value }`, or one field keyed by its name (specification section 7); each setting has rules of its own. */
const body = z.union([
  z.strictObject({ name: z.enum(names), value }),
  z.partialRecord(z.enum(names), value).refine((fields) => Object.keys(fields).length === 1, {
    message: 'One setting is saved at a time.',
    abort: true,
  }),
]);

export const updateSetting = endpoint({
  ...adminEndpoints.updateSetting,
  access,
  tag,
  summary:
    'Save one setting; it counts at once, everywhere. The answer has the value as it was kept. Access tokens change neither the public address (`url`), nor the sender (`mail_from`), nor of whom two-factor sign-in is required (`two_factor_required`).',
  params,
  body,
  bodyKind: 'json',
  answers: { 200: z.object({ name: z.string(), value }) },
  errors: ['settings.locked', 'settings.address_unusable', 'token.session_only'],
});

/** Refusals of a mail server name their field in `errors`; `reason` says in every language what is wrong there. */
export const saveMail = endpoint({
  ...adminEndpoints.saveMail,
  access,
  credentials: true,
  tag,
  summary:
    'Save how e-mails leave the server, all of it together, after the server was tried; it counts at once, everywhere. Without `mail_password` the kept one stays, for the same server and user alone.',
  body: mailForm,
  bodyKind: 'json',
  answers: { 200: answer },
  errors: ['settings.locked', 'mail.not_sent', 'limit.too_many', 'token.session_only'],
});

export const testMail = endpoint({
  ...adminEndpoints.testMail,
  access,
  credentials: true,
  tag,
  summary:
    'Really send an e-mail to yourself, without saving how. A missing `mail`: as it is saved, or the environment has it.',
  body: z.strictObject({ mail: mailForm.optional() }),
  bodyKind: 'json',
  answers: { 200: z.object({ to: z.string() }) },
  errors: ['settings.locked', 'mail.not_sent', 'limit.too_many', 'token.session_only'],
});

/** A fault of the storage names its field in `errors`, and its code says in every language what is wrong there. */
export const saveStorage = endpoint({
  ...adminEndpoints.saveStorage,
  access,
  credentials: true,
  tag,
  summary:
    'Save where files are kept, all of it together, after it was tried; it counts at once, everywhere. Without `s3_secret_key` the kept one stays, for the same endpoint and access key alone.',
  body: storageForm,
  bodyKind: 'json',
  answers: { 200: answer },
  errors: [
    'settings.locked',
    'storage.in_use',
    'storage.taken',
    'storage.unavailable',
    'limit.too_many',
    'token.session_only',
    ...storageFaultCodes,
  ],
});

export const testStorage = endpoint({
  ...adminEndpoints.testStorage,
  access,
  credentials: true,
  tag,
  summary:
    'Try storage without saving it: small objects are written, read, listed, joined and deleted there.',
  body: storageForm,
  bodyKind: 'json',
  answers: { 200: z.object({ works: z.literal(true) }) },
  errors: [
    'settings.locked',
    'storage.in_use',
    'storage.taken',
    'limit.too_many',
    'token.session_only',
    ...storageFaultCodes,
  ],
});

/** A fault of the service names its field in `errors`, and its code says in every language what is wrong there. */
export const saveRealtime = endpoint({
  ...adminEndpoints.saveRealtime,
  access,
  credentials: true,
  tag,
  summary:
    'Save what tells pages of changes, all of it together, after it was tried; it counts at once, everywhere. Without `pusher_secret` the kept one stays, for the same service and app alone.',
  body: realtimeForm,
  bodyKind: 'json',
  answers: { 200: answer },
  errors: ['limit.too_many', 'token.session_only', ...realtimeFaultCodes],
});

export const testRealtime = endpoint({
  ...adminEndpoints.testRealtime,
  access,
  credentials: true,
  tag,
  summary:
    'Try a Pusher-compatible service without saving it: a connection joins a private channel there, and hears what is sent to it.',
  body: realtimeForm,
  bodyKind: 'json',
  answers: { 200: z.object({ works: z.literal(true) }) },
  errors: ['limit.too_many', 'token.session_only', ...realtimeFaultCodes],
});

export const clearCaches = endpoint({
  ...adminEndpoints.clearCaches,
  access,
  tag,
  summary: 'Forget what is only remembered to be faster: archive layouts, failed thumbnails, finished jobs.',
  answers: { 200: z.object({ cleared: z.record(z.string(), z.number().int().min(0)) }) },
});

/** The part of the endpoint table that stands here. */
export const adminSettingsTable = {
  clearCaches,
  getSettingGroup,
  saveMail,
  saveRealtime,
  saveStorage,
  testMail,
  testRealtime,
  testStorage,
  updateSetting,
};
