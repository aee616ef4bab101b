import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const tag = 'Administration';
const access = 'admin';

/** The tabs of the settings and what each saves. Every name is one setting. */
export const settingGroups = {
  appearance: ['title', 'description', 'color', 'default_theme', 'default_emoji', 'locale'],
  environment: [
    'mail_driver',
    'mail_host',
    'mail_port',
    'mail_username',
    'mail_password',
    'mail_encryption',
    'mail_from',
    'realtime',
  ],
  others: [
    'upload_limit',
    'chunk_size',
    'mimetypes_blacklist',
    'subscription_type',
    'storage_limitation',
    'default_capacity',
    'trash_retention_days',
    'contact_email',
    'recaptcha_allowed',
    'recaptcha_client_id',
    'recaptcha_secret',
    'registration',
  ],
} as const;
export type SettingGroup = keyof typeof settingGroups;
export type SettingName = (typeof settingGroups)[SettingGroup][number];
const groups = Object.keys(settingGroups) as [SettingGroup, ...SettingGroup[]];
const names = Object.values(settingGroups).flat() as [SettingName, ...SettingName[]];

/** Settings that are sealed at rest and never answered: only whether there is one. */
export const secretSettings = ['mail_password', 'recaptcha_secret'] as const satisfies readonly SettingName[];

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
  }),
});
export type GroupSettings = z.output<typeof answer>;

export const getSettingGroup = endpoint({
  method: 'GET',
  path: '/api/admin/settings/{group}',
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
  method: 'PATCH',
  path: '/api/admin/settings/{group}',
  access,
  tag,
  summary:
    'Save one setting; it counts at once, everywhere. The answer has the value as it was kept. Access tokens change none of what mails are sent through (`mail_…`).',
  params,
  body,
  bodyKind: 'json',
  override: ['PATCH'],
  answers: { 200: z.object({ name: z.string(), value }) },
  errors: ['settings.locked', 'token.session_only'],
});

export const testMail = endpoint({
  method: 'POST',
  path: '/api/admin/settings/test/mail',
  access,
  tag,
  summary: 'Send a test e-mail to yourself with the settings as they are saved.',
  answers: { 200: z.object({ to: z.string() }) },
  errors: ['mail.not_sent', 'limit.too_many'],
});

export const clearCaches = endpoint({
  method: 'POST',
  path: '/api/admin/server/clear-caches',
  access,
  tag,
  summary: 'Forget what is only remembered to be faster: archive layouts, failed thumbnails, finished jobs.',
  answers: { 200: z.object({ cleared: z.record(z.string(), z.number().int().min(0)) }) },
});
