import { accents } from '@holdall/contract/accents';
import { subscriptionTypes } from '@holdall/contract/settings';
import { emojiType, themeMode } from '@holdall/contract/users';
import { z } from 'zod';
import { parseMailAddress } from '#lib/mail-address.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;
/** A chunk is held by nobody in memory, but proxies and time-outs bound what one request may carry. */
const chunkSizeLimits = { min: 64 * 1024, max: 1024 * mebibyte } as const;

const blacklistEntry = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^\.?[a-z0-9][a-z0-9.+-]*(\/([a-z0-9][a-z0-9.+-]*|\*))?$/,
    'A type looks like image/png, and an extension like exe.',
  )
  .transform((entry) => entry.replace(/^\./, ''));

/** A name or an address of a server, without a port. */
const hostName = z
  .string()
  .trim()
  .max(253)
  .regex(/^[A-Za-z0-9._:-]*$/, 'A server is named like mail.example.com, without a port.');

/** Every application setting with the value that it has until somebody changes it. */
export const settingsSchema = z.strictObject({
  title: z.string().trim().min(1).max(80).default('Holdall'),
  description: z.string().trim().max(300).default('Store, organise, share.'),
  color: z.enum(accents).default('petrol'),
  default_theme: themeMode.default('system'),
  default_emoji: emojiType.default('twemoji'),
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .default('en'),
  subscription_type: z.enum(subscriptionTypes).default('none'),
  storage_limitation: z.boolean().default(false),
  /** Bytes that an account may hold where its plan limits it and it has no capacity of its own. */
  default_capacity: z
    .int()
    .min(1, 'The default capacity must be at least one byte.')
    .default(5 * gibibyte),
  /** Bytes; 0 means no limit. */
  upload_limit: z.int().min(0).default(0),
  /** Bytes. */
  chunk_size: z
    .int()
    .min(chunkSizeLimits.min)
    .max(chunkSizeLimits.max)
    .default(32 * mebibyte),
  /** Days after which what is in the trash is deleted for good. */
  trash_retention_days: z.int().min(1).max(3650).default(30),
  /** Whether pages are told at once of what happens elsewhere. */
  realtime: z.boolean().default(true),
  /** `log` keeps mails as files of the server instead of sending them. */
  mail_driver: z.enum(['log', 'smtp']).default('log'),
  mail_host: hostName.default(''),
  mail_port: z.int().min(1).max(65_535).default(587),
  mail_username: z.string().trim().max(320).default(''),
  /** Sealed for `settings:mail_password`; empty where there is none. */
  mail_password: z.string().max(4096).default(''),
  mail_encryption: z.enum(['none', 'starttls', 'tls']).default('starttls'),
  /** `address` or `Name <address>`; empty: made of the server's own address. */
  mail_from: z
    .string()
    .trim()
    .max(320)
    .refine(
      (text) => text === '' || parseMailAddress(text) !== undefined,
      'Enter an e-mail like files@example.com, or Files <files@example.com>.',
    )
    .default(''),
  /** Whether people may make themselves an account. */
  registration: z.boolean().default(false),
  mimetypes_blacklist: z.array(blacklistEntry).max(500).default([]),
});
export type Settings = z.output<typeof settingsSchema>;
export type SettingsInput = z.input<typeof settingsSchema>;
