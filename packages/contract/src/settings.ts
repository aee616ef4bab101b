import { z } from 'zod';
import { accents } from './colors.ts';
import { appEndpoints } from './app.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { emojiType, themeMode } from './users.ts';

export const subscriptionTypes = ['none', 'fixed', 'metered'] as const;

/** The configuration that the client needs before it paints (specification section 3), also inlined into the page. */
export const config = z.object({
  api: z.string(),
  host: z.string(),
  /** The signed-in person's own language, else the first of the browser's that there is, else the application's. */
  locale: z.string(),
  /** The languages that there are messages of, each by its own name. */
  languages: z.array(z.object({ locale: z.string(), name: z.string(), direction: z.enum(['ltr', 'rtl']) })),
  /** Another one whenever the messages of `locale` have changed. */
  messagesVersion: z.string(),
  isAuthenticated: z.boolean(),
  /** Tells whether an administrator requires two-factor sign-in of the signed-in person, who has to set it up before anything else. */
  mustSetUpTwoFactor: z.boolean(),
  defaultThemeMode: themeMode,
  defaultEmoji: emojiType,
  subscriptionType: z.enum(subscriptionTypes),
  storageLimit: z.boolean(),
  /** Bytes. */
  chunkSize: z.number().int().min(1),
  /** Bytes; 0 means no limit. */
  uploadLimit: z.number().int().min(0),
  uploadLimitFormatted: z.string(),
  /** Days after which an item in the trash is deleted for good. */
  trashRetentionDays: z.number().int().min(1),
  /** Tells whether the former content of a replaced file stays as a version; what guests replace stays in any case. */
  keepsVersions: z.boolean(),
  /** MIME types and bare extensions, lower case. */
  mimetypesBlacklist: z.array(z.string()),
  /** The server still waits for its installation. */
  installation: z.boolean(),
  allowedRecaptcha: z.boolean(),
  recaptcha_client_id: z.string().nullable(),
  /** The address of the bot-protection service's script; null where it is off. */
  recaptcha_origin: z.string().nullable(),
  /** People may make themselves an account. */
  registration: z.boolean(),
  /** Anybody may try the application in a throwaway account. */
  demo: z.boolean(),
  /** Mails leave the server; false: it knows of no mail server, and keeps them in a folder. */
  mails: z.boolean(),
  app: z.object({
    title: z.string(),
    description: z.string(),
    color: z.enum(accents),
    /** Addresses of the images that an administrator has set; null: the application's own. */
    logo: z.string().nullable(),
    logo_horizontal: z.string().nullable(),
    favicon: z.string().nullable(),
    share_image: z.string().nullable(),
    /** The address that people turn to for help. */
    contact_email: z.string().nullable(),
  }),
  /** Connection parameters of live updates by the Pusher protocol; null if realtime is off. */
  broadcasting: z
    .object({
      key: z.string(),
      /** Path of the WebSocket below the page's own origin; empty at another service. */
      path: z.string(),
      /** Address of another service that delivers live updates; null: the server itself does. */
      service: z.object({ host: z.string(), port: z.number().int(), tls: z.boolean() }).nullable(),
    })
    .nullable(),
  version: z.string(),
});
export type Config = z.output<typeof config>;

export const getConfig = endpoint({
  ...appEndpoints.getConfig,
  access: 'public',
  tag: 'Application',
  summary: 'What the web application needs before it paints.',
  answers: { 200: config },
});

/** The part of the endpoint table that stands here. */
export const settingsTable = { getConfig };
