import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { namedFolder } from './named-folder.ts';
import { role } from './permissions.ts';

export const themeModes = ['light', 'dark', 'system'] as const;
export const themeMode = z.enum(themeModes);
export type ThemeMode = z.output<typeof themeMode>;

const emojiTypes = ['twemoji', 'applemoji'] as const;
export const emojiType = z.enum(emojiTypes);
export type EmojiType = z.output<typeof emojiType>;

/** Text, an @, text, a dot and text, without spaces (specification section 5). */
export const email = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u, 'Enter a valid e-mail, like name@example.com');

export const passwordLimits = { min: 8, max: 256 } as const;
export const newPassword = z
  .string()
  .min(passwordLimits.min, `A password has at least ${passwordLimits.min} characters.`)
  .max(passwordLimits.max, `A password has at most ${passwordLimits.max} characters.`);

/** A folder that somebody keeps at hand. */
export const favourite = namedFolder;
export type Favourite = z.output<typeof favourite>;

const userStatuses = ['active', 'suspended'] as const;

export const user = z.object({
  data: z.object({
    id,
    type: z.literal('user'),
    attributes: z.object({
      name: z.string(),
      email: z.string(),
      role,
      avatar: z.object({ xs: z.string(), sm: z.string(), md: z.string() }).nullable(),
      color: z.string(),
      two_factor_confirmed_at: z.iso.datetime().nullable(),
      status: z.enum(userStatuses),
      created_at: z.iso.datetime(),
    }),
    relationships: z.object({
      settings: z.object({
        data: z.object({
          attributes: z.object({
            first_name: z.string(),
            last_name: z.string(),
            theme_mode: themeMode.nullable(),
            emoji_type: emojiType.nullable(),
            locale: z.string().nullable(),
          }),
        }),
      }),
      /** In the order that the person gave them; those in the trash are left out. */
      favourites: z.object({ data: z.array(favourite) }),
    }),
    meta: z.object({
      restrictions: z.object({
        canUpload: z.boolean(),
        canDownload: z.boolean(),
        canCreateFolder: z.boolean(),
        reason: z.string().nullable(),
      }),
    }),
  }),
});
export type User = z.output<typeof user>;

/** `{ name, value }`, or one field keyed by its name (specification section 7). */
const userSettingsBody = z.union([
  z.discriminatedUnion('name', [
    z.strictObject({ name: z.literal('theme_mode'), value: themeMode }),
    z.strictObject({ name: z.literal('emoji_type'), value: emojiType }),
  ]),
  z.strictObject({ theme_mode: themeMode }),
  z.strictObject({ emoji_type: emojiType }),
]);
export type UserSettingsBody = z.output<typeof userSettingsBody>;

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'user',
  tag: 'User',
  summary: 'Who is signed in.',
  answers: { 200: user },
});

export const updateUserSettings = endpoint({
  method: 'PATCH',
  path: '/api/user/settings',
  access: 'user',
  tag: 'User',
  summary: 'Change one of your own settings.',
  body: userSettingsBody,
  bodyKind: 'json',
  override: ['PATCH'],
  answers: { 204: null },
});
