/** Share activity: owners see what guests did through their links, and undo it. */
import { z } from 'zod';
import { shareEndpoints } from './shares.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { linkToken } from './share-link.ts';

const byToken = z.strictObject({ token: linkToken });
const owned = { access: 'user', tag: 'Sharing' } as const;

/** Actions of guests through a link. */
export const shareActivityKinds = ['uploaded', 'created', 'renamed', 'moved', 'copied', 'removed'] as const;
export type ShareActivityKind = (typeof shareActivityKinds)[number];

const activityEntry = z.object({
  id,
  type: z.literal('share_activity'),
  attributes: z.object({
    kind: z.enum(shareActivityKinds),
    at: z.iso.datetime(),
    /** Tells the visits to a link apart: 1, 2, …; who it was is not known. */
    visit: z.number().int(),
    /** Items that it was done to. */
    count: z.number().int(),
    /** The first of them as it was called then. */
    name: z.string(),
    /** `renamed`: its name since; `moved`, `copied`: the folder that it was put into. */
    to: z.string().nullable(),
    /** When it was undone: by the owner, or by the guest. */
    reverted_at: z.iso.datetime().nullable(),
  }),
});
export type ShareActivityEntry = z.output<typeof activityEntry>;

export const listShareActivity = endpoint({
  ...owned,
  ...shareEndpoints.listShareActivity,
  summary: 'What was done through a link within 90 days, the latest first; also of one that has ended.',
  params: byToken,
  query: z.strictObject({
    /** Entries older than this one. */
    before: id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answers: {
    200: z.object({
      data: z.array(activityEntry),
      meta: z.object({
        /** `before` of the next page; null: this is the last. */
        next: id.nullable(),
        /** With the first page: the number of entries that were not reverted. */
        revertible: z.number().int().nullable(),
      }),
    }),
  },
  errors: ['share.not_found'],
});
export type ShareActivityPage = z.output<(typeof listShareActivity.answers)[200]>;

export const markShareActivitySeen = endpoint({
  ...owned,
  ...shareEndpoints.markShareActivitySeen,
  summary: 'Say that you have looked at what was done through a link.',
  params: byToken,
  body: z.strictObject({
    /** The latest entry that you have looked at; without it: all until now. */
    until: id.optional(),
  }),
  bodyKind: 'json',
  answers: { 204: null },
  errors: ['share.not_found'],
});

export const revertShareActivity = endpoint({
  ...owned,
  ...shareEndpoints.revertShareActivity,
  summary:
    'Undo what was done through a link: one entry, or all of them, the latest first. What was changed since stays as it is.',
  params: byToken,
  body: z
    .strictObject({
      /** This entry alone. */
      entry: id.optional(),
      /** Entries older than this one: to go on with all of them. */
      before: id.optional(),
    })
    .refine(({ entry, before }) => entry === undefined || before === undefined, {
      error: 'Either one entry, or all of them.',
      path: ['before'],
    }),
  bodyKind: 'json',
  answers: {
    200: z.object({
      meta: z.object({
        reverted: z.number().int(),
        /** Entries that could not be undone, because something has changed since. */
        kept: z.number().int(),
        /** There is more to undo than one call does: `before` of the next one; null: this was all. */
        next: id.nullable(),
      }),
    }),
  },
  errors: ['share.not_found', 'share_activity.not_found'],
});

const endedShare = z.object({
  id,
  type: z.literal('ended_share'),
  attributes: z.object({
    token: linkToken,
    item_id: id,
    /** Null: the item is not there any more. */
    name: z.string().nullable(),
    /** Null: it has not ended, but its target is in the trash. */
    ended_at: z.iso.datetime().nullable(),
    entries: z.number().int(),
    unseen: z.number().int(),
  }),
});
export type EndedShare = z.output<typeof endedShare>;

export const listEndedShares = endpoint({
  ...owned,
  ...shareEndpoints.listEndedShares,
  // A link that is over by time can be given more of it.
  secrets: true,
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
  ...shareEndpoints.summarizeShares,
  secrets: true,
  summary:
    'How many links you have, and whether guests did something, or sent files, that you have not looked at yet.',
  answers: {
    200: z.object({
      data: z.object({
        /** Links that lead somewhere. */
        links: z.number().int(),
        /** Actions of guests that you have not looked at yet, also through links that ended within 30 days or lead into the trash. */
        unseen: z.number().int(),
        /** Files that came by your requests, and that you have not looked at yet. */
        received: z.number().int(),
        /** The last of those actions; null: there is none. */
        latest: z
          .object({
            token: linkToken,
            /** The name of the shared item; null: it is not there any more. */
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

/** The part of the endpoint table that stands here. */
export const shareActivityTable = {
  listEndedShares,
  listShareActivity,
  markShareActivitySeen,
  revertShareActivity,
  summarizeShares,
};
