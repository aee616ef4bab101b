import { z } from 'zod';
import { avatarColors, itemTypes, timezoneOffsets } from './choices.ts';
import { countryCodes } from './countries.ts';
import { appEndpoints } from './app.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { category } from './files.ts';
import { id } from './ids.ts';
import { lineOfText } from './line-of-text.ts';
import { accountAddress, addressLimit, isVisibleName, unseen } from './patterns.ts';
import { namedFolder } from './named-folder.ts';
import { passwordLimits } from './limits.ts';
import { role } from './permissions.ts';

export const themeModes = ['light', 'dark', 'system'] as const;
export const themeMode = z.enum(themeModes);
export type ThemeMode = z.output<typeof themeMode>;

export const emojiTypes = ['twemoji', 'applemoji'] as const;
export const emojiType = z.enum(emojiTypes);
export type EmojiType = z.output<typeof emojiType>;

/** Text, an @, text, a dot and text, without spaces (specification section 5), to which a mail can be sent. */
export const email = z
  .string()
  .trim()
  .max(addressLimit, { error: 'This email is too long.', abort: true })
  .regex(accountAddress, 'Enter a valid email, like name@example.com');

export { passwordLimits };
export const newPassword = z
  .string()
  .min(passwordLimits.min, `Use at least ${passwordLimits.min} characters.`)
  .max(passwordLimits.max, `Use at most ${passwordLimits.max} characters.`);

/** A folder or file that somebody keeps at hand. */
export const favourite = z.object({
  ...namedFolder.shape,
  type: z.enum(itemTypes),
  parent_id: id.nullable(),
  /** Folders have none. */
  category: category.nullable(),
});
export type Favourite = z.output<typeof favourite>;
/** The folders among the favourites, for programs that open each of them as a folder; and all of them, in one order. */
export const favouriteLists = z.object({ data: z.array(namedFolder), items: z.array(favourite) });
export type FavouriteLists = z.output<typeof favouriteLists>;

/** Characters that set a direction: text beside a name would be read backwards. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

/** A first or last name, which may be empty. */
export const personName = lineOfText
  .max(100, 'Names can have at most 100 characters.')
  .refine((name) => !directions.test(name), 'Names can’t contain characters that reverse text direction.')
  .refine(isVisibleName, unseen);

export const country = z.enum(countryCodes);
/** Hours from UTC. */
export const timezone = z.literal(timezoneOffsets);
export const avatarColor = z.enum(avatarColors);
const localeTag = z
  .string()
  .max(100, { error: 'This is too long.', abort: true })
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'A language looks like en or pt-BR.');

export const userStatuses = ['active', 'suspended'] as const;

/** Addresses of a person's picture by size; null shows the letter tile. */
const avatar = z.object({ xs: z.string(), sm: z.string(), md: z.string() }).nullable();

export const userAttributes = z.object({
  /** First and last name. */
  name: z.string(),
  email: z.string(),
  role,
  avatar,
  color: z.string(),
  two_factor_confirmed_at: z.iso.datetime().nullable(),
  status: z.enum(userStatuses),
  created_at: z.iso.datetime(),
});

export const restrictions = z.object({
  canUpload: z.boolean(),
  canDownload: z.boolean(),
  canCreateFolder: z.boolean(),
  reason: z.string().nullable(),
});

export const user = z.object({
  data: z.object({
    id,
    type: z.literal('user'),
    attributes: userAttributes,
    relationships: z.object({
      settings: z.object({
        data: z.object({
          attributes: z.object({
            first_name: z.string(),
            last_name: z.string(),
            theme_mode: themeMode.nullable(),
            emoji_type: emojiType.nullable(),
            locale: z.string().nullable(),
            country: country.nullable(),
            timezone: timezone.nullable(),
            /** The owner is told by mail of the actions of guests. */
            mail_guest_changes: z.boolean(),
          }),
        }),
      }),
      /** Favourite folders, in the order that the person gave them; those in the trash are left out. */
      favourites: z.object({ data: favouriteLists.shape.data }),
      /** The same folders and the favourite files, in one order. */
      favourite_items: z.object({ data: favouriteLists.shape.items }),
    }),
    meta: z.object({
      restrictions,
      /** An e-mail that waits for its confirmation. */
      pending_email: z.string().nullable(),
      /** Recovery codes that were not used yet; 0 without two-factor sign-in. */
      recovery_codes_left: z.number().int().min(0),
      /** Tells whether an administrator requires two-factor sign-in of this account: without it all else answers `two_factor.required`. */
      two_factor_required: z.boolean(),
    }),
  }),
});
export type User = z.output<typeof user>;

/** Settings that people change of themselves, a field at a time. */
const ownSettings = {
  first_name: personName,
  last_name: personName,
  theme_mode: themeMode,
  emoji_type: emojiType,
  locale: localeTag,
  country: country.nullable(),
  timezone: timezone.nullable(),
  color: avatarColor,
  mail_guest_changes: z.boolean(),
} as const;
export type OwnSettingName = keyof typeof ownSettings;

/** `{ name, value }`, or one field keyed by its name (specification section 7). */
const userSettingsBody = z.union([
  z.discriminatedUnion('name', [
    z.strictObject({ name: z.literal('first_name'), value: ownSettings.first_name }),
    z.strictObject({ name: z.literal('last_name'), value: ownSettings.last_name }),
    z.strictObject({ name: z.literal('theme_mode'), value: ownSettings.theme_mode }),
    z.strictObject({ name: z.literal('emoji_type'), value: ownSettings.emoji_type }),
    z.strictObject({ name: z.literal('locale'), value: ownSettings.locale }),
    z.strictObject({ name: z.literal('country'), value: ownSettings.country }),
    z.strictObject({ name: z.literal('timezone'), value: ownSettings.timezone }),
    z.strictObject({ name: z.literal('color'), value: ownSettings.color }),
    z.strictObject({ name: z.literal('mail_guest_changes'), value: ownSettings.mail_guest_changes }),
  ]),
  z
    .strictObject(ownSettings)
    .partial()
    .refine((fields) => Object.keys(fields).length === 1, {
      message: 'One setting is saved at a time.',
      abort: true,
    }),
]);
export type UserSettingsBody = z.output<typeof userSettingsBody>;

export const getUser = endpoint({
  ...appEndpoints.getUser,
  access: 'user',
  beforeTwoFactor: true,
  tag: 'User',
  summary: 'Who is signed in.',
  answers: { 200: user },
});

export const updateUserSettings = endpoint({
  ...appEndpoints.updateUserSettings,
  access: 'user',
  tag: 'User',
  summary: 'Change one of your own settings.',
  body: userSettingsBody,
  bodyKind: 'json',
  answers: { 204: null },
});

/** The part of the endpoint table that stands here. */
export const usersTable = { getUser, updateUserSettings };
