/** What owners do with links to their items. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { itemTypes } from './item-types.ts';
import { plainAddress } from './mail-address.ts';
import {
  downloadLimitMax,
  expirationHours,
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

const addresses = z
  .array(
    z
      .string()
      .trim()
      .max(254, 'This e-mail is too long.')
      .regex(plainAddress, 'Enter a valid e-mail, like name@example.com'),
  )
  .min(1, 'Enter an e-mail.')
  .max(mailedAtOnce, `A link can be sent to ${mailedAtOnce} people at once.`);
const password = z
  .string()
  .min(linkPasswordLimits.min, `A password for a link has at least ${linkPasswordLimits.min} characters.`)
  .max(linkPasswordLimits.max, 'This password is too long.');
const expiration = z.literal(
  expirationHours,
  `A link can end after ${expirationHours.slice(0, -1).join(', ')} or ${expirationHours.at(-1)} hours.`,
);
const downloadsSaid = `Choose a whole number of downloads, from 1 to ${downloadLimitMax.toLocaleString('en')}.`;
const downloadLimit = z.int(downloadsSaid).min(1, downloadsSaid).max(downloadLimitMax, downloadsSaid);
const note = z.string().trim().max(linkNoteMax, 'A message has at most 1,000 characters.');
const byToken = z.strictObject({ token: linkToken });
const smallBody = 64 * 1024;

const owned = { access: 'user', tag: 'Sharing' } as const;

export const createShare = endpoint({
  ...owned,
  method: 'POST',
  path: '/api/share',
  summary: 'Share an item by a link. Editors can only be invited into folders.',
  body: z.strictObject({
    id,
    type: z.enum(itemTypes),
    permission: sharePermission.default('visitor'),
    password: password.nullish(),
    /** Hours from now. */
    expiration: expiration.nullish(),
    download_limit: downloadLimit.nullish(),
    /** Whom the link is mailed to. */
    emails: addresses.optional(),
  }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 201: share },
  errors: ['item.not_found', 'share.exists', 'share.not_folder', 'limit.too_many'],
});

export const getShare = endpoint({
  ...owned,
  method: 'GET',
  path: '/api/share/{token}',
  summary: 'One of your links.',
  params: byToken,
  answers: { 200: share },
  errors: ['share.not_found'],
});

export const updateShare = endpoint({
  ...owned,
  method: 'PATCH',
  path: '/api/share/{token}',
  summary: 'Change what a link allows. A new password shuts everybody out who has not entered it.',
  params: byToken,
  body: z
    .strictObject({
      permission: sharePermission.optional(),
      /** Null: none. */
      password: password.nullish(),
      /** Hours from now; null: it never ends. */
      expiration: expiration.nullish(),
      /** Downloads in all, those until now included; null: no limit. */
      download_limit: downloadLimit.nullish(),
    })
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: 'Say what is to change.',
      path: ['permission'],
    }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  override: ['PATCH'],
  answers: { 200: share },
  errors: ['share.not_found', 'share.not_folder'],
});

export const revokeShares = endpoint({
  ...owned,
  method: 'DELETE',
  path: '/api/share/revoke',
  summary: 'Stop sharing: the links end at once, all or none of them.',
  body: z.strictObject({
    tokens: z
      .array(linkToken)
      .min(1, 'Say which links are to end.')
      .max(revokedAtOnce, `At most ${revokedAtOnce.toLocaleString('en')} links can end at once.`),
  }),
  bodyKind: 'json',
  bodyLimit: 128 * 1024,
  override: ['DELETE'],
  answers: { 200: z.object({ meta: z.object({ count: z.number().int() }) }) },
  errors: ['share.not_found'],
});

export const getShareQr = endpoint({
  ...owned,
  method: 'GET',
  path: '/api/share/{token}/qr',
  summary: 'The address of a link as a QR code (SVG).',
  params: byToken,
  answers: { 200: z.object({ data: z.object({ svg: z.string(), url: z.string() }) }) },
  errors: ['share.not_found'],
});

export const mailShare = endpoint({
  ...owned,
  method: 'POST',
  path: '/api/share/{token}/email',
  summary: 'Mail a link to people; each gets a mail of their own.',
  params: byToken,
  body: z.strictObject({ emails: addresses, message: note.default('') }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 200: z.object({ meta: z.object({ count: z.number().int() }) }) },
  errors: ['share.not_found', 'limit.too_many'],
});

/** What guests can do through a link. */
export const deedKinds = ['uploaded', 'created', 'renamed', 'moved', 'removed'] as const;
export type DeedKind = (typeof deedKinds)[number];

const deed = z.object({
  id,
  type: z.literal('deed'),
  attributes: z.object({
    kind: z.enum(deedKinds),
    at: z.iso.datetime(),
    /** Tells the visits to a link apart: 1, 2, …; who it was is not known. */
    visit: z.number().int(),
    /** Items that it was done to. */
    count: z.number().int(),
    /** The first of them as it was called then. */
    name: z.string(),
    /** `renamed`: what it is called since; `moved`: the folder that it was moved into. */
    to: z.string().nullable(),
    /** When it was taken back: by the owner, or by the guest. */
    reverted_at: z.iso.datetime().nullable(),
  }),
});
export type Deed = z.output<typeof deed>;

export const listDeeds = endpoint({
  ...owned,
  method: 'GET',
  path: '/api/share/{token}/activity',
  summary: 'What was done through a link within 90 days, the latest first; also of one that has ended.',
  params: byToken,
  query: z.strictObject({
    /** Deeds older than this one. */
    before: id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answers: {
    200: z.object({
      data: z.array(deed),
      meta: z.object({
        /** `before` of the next page; null: this is the last. */
        next: id.nullable(),
        /** With the first page: deeds that were not taken back. */
        revertible: z.number().int().nullable(),
      }),
    }),
  },
  errors: ['share.not_found'],
});
export type Deeds = z.output<(typeof listDeeds.answers)[200]>;

export const markDeedsSeen = endpoint({
  ...owned,
  method: 'POST',
  path: '/api/share/{token}/seen',
  summary: 'Say that you have looked at what was done through a link.',
  params: byToken,
  body: z.strictObject({
    /** The latest deed that you have looked at; without it: all until now. */
    until: id.optional(),
  }),
  bodyKind: 'json',
  answers: { 204: null },
  errors: ['share.not_found'],
});

export const revertDeeds = endpoint({
  ...owned,
  method: 'POST',
  path: '/api/share/{token}/revert',
  summary:
    'Take back what was done through a link: one deed, or all of it, the latest first. What was changed since stays as it is.',
  params: byToken,
  body: z
    .strictObject({
      /** This one alone. */
      deed: id.optional(),
      /** Deeds older than this one: to go on with all of them. */
      before: id.optional(),
    })
    .refine(({ deed: one, before }) => one === undefined || before === undefined, {
      error: 'Either one deed, or all of them.',
      path: ['before'],
    }),
  bodyKind: 'json',
  answers: {
    200: z.object({
      meta: z.object({
        reverted: z.number().int(),
        /** Deeds that could not be taken back, because something has changed since. */
        kept: z.number().int(),
        /** There is more to take back than one call does: `before` of the next one; null: this was all. */
        next: id.nullable(),
      }),
    }),
  },
  errors: ['share.not_found', 'deed.not_found'],
});

const endedShare = z.object({
  id,
  type: z.literal('ended_share'),
  attributes: z.object({
    token: linkToken,
    item_id: id,
    /** Null: the item is not there any more. */
    name: z.string().nullable(),
    /** Null: it has not ended, but what it leads to is in the trash. */
    ended_at: z.iso.datetime().nullable(),
    deeds: z.number().int(),
    unseen: z.number().int(),
  }),
});
export type EndedShare = z.output<typeof endedShare>;

export const listEndedShares = endpoint({
  ...owned,
  method: 'GET',
  // A link that is over by time can be given more of it.
  secrets: true,
  path: '/api/share-history',
  summary:
    'Links through which something was done and that have ended within 30 days, or lead into the trash; the latest 200.',
  answers: {
    200: z.object({
      data: z.array(endedShare),
      meta: z.object({
        /** There are others, which ended earlier. */
        more: z.boolean(),
      }),
    }),
  },
});

export const summarizeShares = endpoint({
  ...owned,
  method: 'GET',
  secrets: true,
  path: '/api/share-summary',
  summary:
    'How many links you have, and whether guests did something, or sent files, that you have not looked at yet.',
  answers: {
    200: z.object({
      data: z.object({
        /** Links that lead somewhere. */
        links: z.number().int(),
        /** Deeds of guests that you have not looked at yet, also through links that ended within 30 days or lead into the trash. */
        unseen: z.number().int(),
        /** Files that came by your requests, and that you have not looked at yet. */
        received: z.number().int(),
        /** The last of those deeds; null: there is none. */
        latest: z
          .object({
            token: linkToken,
            /** What is shared; null: it is not there any more. */
            name: z.string().nullable(),
            visit: z.number().int(),
            at: z.iso.datetime(),
          })
          .nullable(),
      }),
    }),
  },
});
export type ShareSummary = z.output<(typeof summarizeShares.answers)[200]>['data'];
