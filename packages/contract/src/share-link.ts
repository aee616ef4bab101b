import { z } from 'zod';
import { id } from './ids.ts';

/** Permissions that a link gives. */
export const sharePermissions = ['visitor', 'editor'] as const;
export const sharePermission = z.enum(sharePermissions);
export type SharePermission = z.output<typeof sharePermission>;

/** The secret of a link, a part of its address: 128 random bits or more, base64url. */
export const linkToken = z
  .string()
  .max(64, { abort: true })
  .regex(/^[A-Za-z0-9_-]{22,64}$/);

/** The password as a guest types it: a text longer than any real password is refused before it costs a hash. */
export const givenLinkPassword = z
  .string()
  .min(1, 'Enter the password.')
  .max(1024, 'This password is too long.');

/** A link as its owner sees it. */
export const share = z.object({
  data: z.object({
    id,
    type: z.literal('share'),
    attributes: z.object({
      token: linkToken,
      /** The id of a collection is its own. */
      item_id: id,
      /** The name of a collection; null: the link leads to one item. */
      name: z.string().nullable(),
      /** A label by which the owner tells this link from others to the item; empty where it has none. */
      label: z.string(),
      permission: sharePermission,
      /** It asks for a password. */
      protected: z.boolean(),
      expires_at: z.iso.datetime().nullable(),
      /** Hours that were chosen for that end; null: it never ends, a date was chosen, or they are not known. */
      expiration: z.number().int().nullable(),
      /** The number of downloads that it allows; null: any. */
      download_limit: z.number().int().nullable(),
      downloads: z.number().int(),
      visits: z.number().int(),
      /** The public address of the link. */
      url: z.string(),
      created_at: z.iso.datetime(),
      /** Actions of guests that the owner has not looked at yet; as the link of an item, by any of its live links. */
      unseen: z.number().int(),
      /** Live links to the item, this one included; answers about an item and its links say it. */
      links: z.number().int().optional(),
      /** Some of these links lets guests edit; it comes with `links`. */
      edits: z.boolean().optional(),
    }),
  }),
});
export type Share = z.output<typeof share>;

/** The owner of a link, as far as its holders may know. */
export const linkOwner = z.object({
  /** Null where the owner has no name. */
  name: z.string().nullable(),
  avatar: z.object({ xs: z.string(), sm: z.string(), md: z.string() }).nullable(),
  color: z.string(),
});
export type LinkOwner = z.output<typeof linkOwner>;
