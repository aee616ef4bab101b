/** Calls of owners about links to their items. */
import { z } from 'zod';
import { shareEndpoints } from './shares.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { itemName } from './files.ts';
import { id } from './ids.ts';
import { lineOfText } from './line-of-text.ts';
import { inThousands } from './text.ts';
import { itemTypes } from './choices.ts';
import { addressLimit, plainAddress } from './patterns.ts';
import {
  downloadLimitMax,
  expirationHours,
  isLinkPasswordLongEnough,
  linkLabelMax,
  linkNoteMax,
  linkPasswordLimits,
  mailedAtOnce,
  revokedAtOnce,
} from './link-limits.ts';
import { linkToken, share, sharePermission } from './share-link.ts';

export {
  linkToken,
  type LinkOwner,
  type Share,
  type SharePermission,
  sharePermissions,
} from './share-link.ts';
export {
  type ShareActivityEntry,
  type ShareActivityKind,
  shareActivityKinds,
  type ShareActivityPage,
  type EndedShare,
  listShareActivity,
  listEndedShares,
  markShareActivitySeen,
  revertShareActivity,
  type ShareSummary,
  summarizeShares,
} from './share-activity.ts';

const addresses = z
  .array(
    z
      .string()
      .trim()
      .max(addressLimit, { error: 'This email is too long.', abort: true })
      .regex(plainAddress, 'Enter a valid email, like name@example.com'),
  )
  .min(1, 'Enter an email address.')
  .max(mailedAtOnce, `You can send a link to up to ${mailedAtOnce} people at once.`);
const password = z
  .string()
  .max(linkPasswordLimits.max, { error: 'This password is too long.', abort: true })
  .refine(
    isLinkPasswordLongEnough,
    `Use at least ${linkPasswordLimits.digits} characters, or ${linkPasswordLimits.min} if they’re not all digits.`,
  );
const expiration = z.literal(
  expirationHours,
  `A link can end after ${expirationHours.slice(0, -1).join(', ')} or ${expirationHours.at(-1)} hours.`,
);
const downloadsSaid = `Choose a whole number of downloads, from 1 to ${inThousands(downloadLimitMax)}.`;
const downloadLimit = z.int(downloadsSaid).min(1, downloadsSaid).max(downloadLimitMax, downloadsSaid);
const label = lineOfText.max(linkLabelMax, `A label can have at most ${linkLabelMax} characters.`);
/** The moment at which a link ends, in place of hours. */
const expiresAt = z.iso.datetime({
  error: 'Enter the end as a date and time, like 2027-01-31T18:00:00Z.',
});
export const onlyOneEnd = {
  error: 'Choose hours or a date, not both.',
  path: ['expires_at'],
};
/** Tells whether at most one of the two ways to say when a link ends is used. */
export const endsOnce = ({
  expiration: hours,
  expires_at: end,
}: {
  readonly expiration?: unknown;
  readonly expires_at?: unknown;
}): boolean => hours === undefined || hours === null || end === undefined || end === null;
const note = z.string().trim().max(linkNoteMax, 'A message can have at most 1,000 characters.');
const byToken = z.strictObject({ token: linkToken });
export const smallShareBody = 64 * 1024;

/** Options of a new link beside its target. */
export const linkOptions = {
  password: password.nullish(),
  /** Hours from now. */
  expiration: expiration.nullish(),
  /** Up to ten years from now; not together with `expiration`. */
  expires_at: expiresAt.nullish(),
  download_limit: downloadLimit.nullish(),
  /** Whom the link is mailed to. */
  emails: addresses.optional(),
};

const owned = { access: 'user', tag: 'Sharing' } as const;

export const createShare = endpoint({
  ...owned,
  ...shareEndpoints.createShare,
  summary: 'Share an item by a link. Editors of a folder change what is in it, those of a file its content.',
  body: z
    .strictObject({
      id,
      type: z.enum(itemTypes),
      permission: sharePermission.default('visitor'),
      ...linkOptions,
      /** Makes one more link where the item has some already; otherwise that is refused. */
      another: z.boolean().default(false),
      label: label.default(''),
    })
    .refine(endsOnce, onlyOneEnd),
  bodyKind: 'json',
  bodyLimit: smallShareBody,
  answers: { 201: share },
  errors: ['item.not_found', 'share.exists', 'share.too_many', 'limit.too_many'],
});

export const listItemShares = endpoint({
  ...owned,
  ...shareEndpoints.listItemShares,
  summary: 'Your live links to an item, the first one first; collections with it are not among them.',
  params: z.strictObject({ id }),
  answers: { 200: z.object({ data: z.array(share.shape.data) }) },
  errors: ['item.not_found'],
});

export const getShare = endpoint({
  ...owned,
  ...shareEndpoints.getShare,
  summary: 'One of your links.',
  params: byToken,
  answers: { 200: share },
  errors: ['share.not_found'],
});

export const updateShare = endpoint({
  ...owned,
  ...shareEndpoints.updateShare,
  summary: 'Change what a link allows. A new password shuts everybody out who has not entered it.',
  params: byToken,
  body: z
    .strictObject({
      /** The name of a collection. */
      name: itemName.optional(),
      label: label.optional(),
      permission: sharePermission.optional(),
      /** Null: none. */
      password: password.nullish(),
      /** Hours from now; null: it never ends. */
      expiration: expiration.nullish(),
      /** Not together with `expiration`; null: it never ends. */
      expires_at: expiresAt.nullish(),
      /** Downloads in all, those until now included; null: no limit. */
      download_limit: downloadLimit.nullish(),
    })
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: 'Say what is to change.',
      path: ['permission'],
    })
    .refine(endsOnce, onlyOneEnd),
  bodyKind: 'json',
  bodyLimit: smallShareBody,
  answers: { 200: share },
  errors: ['share.not_found', 'share.is_collection', 'share.not_collection'],
});

export const revokeShares = endpoint({
  ...owned,
  ...shareEndpoints.revokeShares,
  summary: 'Stop sharing: the links end at once, all or none of them; or all links to some items.',
  body: z
    .strictObject({
      tokens: z
        .array(linkToken)
        .min(1, 'Say which links are to end.')
        .max(revokedAtOnce, `At most ${inThousands(revokedAtOnce)} links can end at once.`)
        .optional(),
      /** Items, in place of tokens: every link to them ends, and those that have none are passed over. */
      items: z
        .array(id)
        .min(1, 'Say which links are to end.')
        .max(revokedAtOnce, `At most ${inThousands(revokedAtOnce)} items at once.`)
        .optional(),
    })
    .refine(({ tokens, items }) => (tokens === undefined) !== (items === undefined), {
      error: 'Say which links are to end.',
      path: ['tokens'],
    }),
  bodyKind: 'json',
  bodyLimit: 128 * 1024,
  answers: { 200: z.object({ meta: z.object({ count: z.number().int() }) }) },
  errors: ['share.not_found'],
});

export const getShareQr = endpoint({
  ...owned,
  ...shareEndpoints.getShareQr,
  summary: 'The address of a link as a QR code (SVG).',
  params: byToken,
  answers: { 200: z.object({ data: z.object({ svg: z.string(), url: z.string() }) }) },
  errors: ['share.not_found'],
});

export const mailShare = endpoint({
  ...owned,
  ...shareEndpoints.mailShare,
  demo: false,
  summary: 'Mail a link to people; each gets a mail of their own.',
  params: byToken,
  body: z.strictObject({ emails: addresses, message: note.default('') }),
  bodyKind: 'json',
  bodyLimit: smallShareBody,
  answers: { 200: z.object({ meta: z.object({ count: z.number().int() }) }) },
  errors: ['share.not_found', 'limit.too_many'],
});

/** The part of the endpoint table that stands here. */
export const sharesTable = {
  createShare,
  getShare,
  getShareQr,
  listItemShares,
  mailShare,
  revokeShares,
  updateShare,
};
