import { z } from 'zod';
import { activityKinds, type ActivityGroup } from './activity-kinds.ts';
import { accountEndpoints } from './account.endpoints.ts';
import { adminEndpoints } from './admin.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';

const groups = Object.keys(activityKinds) as [ActivityGroup, ...ActivityGroup[]];
const kinds = Object.values(activityKinds).flat();

const person = z.object({
  id: z.string(),
  /** The current name and address; an account that is gone has neither. */
  name: z.string().nullable(),
  email: z.string().nullable(),
});

const entry = z.object({
  id,
  type: z.literal('activity'),
  attributes: z.object({
    kind: z.enum(kinds),
    /** The first event, where the entry stands for several. */
    at: z.iso.datetime(),
    /** Events within one minute that the entry stands for. */
    count: z.number().int(),
    /** The time of the last of several; null: there is one. */
    last_at: z.iso.datetime().nullable(),
    /** The person who did it; null: nobody who was signed in. */
    actor: person.nullable(),
    /** The person whose account it is about; null: nobody's. */
    user: person.nullable(),
    address: z.string().nullable(),
    user_agent: z.string().nullable(),
    /** Small facts of the kind: `{ name: "title", from: "Holdall", to: "Northlight" }`. Secrets are never among them. */
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
});
export type ActivityEntry = z.output<typeof entry>;

const page = z.object({
  data: z.array(entry),
  /** `before` of the next page; null: this is the last. */
  meta: z.object({ next: id.nullable() }),
});
export type ActivityPage = z.output<typeof page>;

const ownQuery = z.strictObject({
  /** Entries older than this one. */
  before: id.optional(),
  group: z.enum(groups).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type OwnActivityQuery = z.output<typeof ownQuery>;

const allQuery = ownQuery.extend({
  /** The person who did it, or whose account it is about. */
  user: id.optional(),
  kind: z.enum(kinds).optional(),
  /** Entries from this time on. */
  from: z.iso.datetime().optional(),
  /** Entries before this time. */
  to: z.iso.datetime().optional(),
});
export type ActivityQuery = z.output<typeof allQuery>;

export const listOwnActivity = endpoint({
  ...accountEndpoints.listOwnActivity,
  access: 'user',
  tag: 'Account',
  summary: 'What happened in and around your account, the latest first.',
  query: ownQuery,
  answers: { 200: page },
});

export const listActivity = endpoint({
  ...adminEndpoints.listActivity,
  access: 'admin',
  tag: 'Administration',
  summary: 'What everybody did that touches accounts and settings, the latest first.',
  query: allQuery,
  answers: { 200: page },
});

export const exportFormats = ['csv', 'json'] as const;

export const exportActivity = endpoint({
  ...adminEndpoints.exportActivity,
  access: 'admin',
  tag: 'Administration',
  summary:
    'The filtered log as one file, the latest first: CSV whose cells no spreadsheet takes for formulas, or JSON.',
  query: allQuery.omit({ before: true, limit: true }).extend({ format: z.enum(exportFormats) }),
  answers: { 200: 'bytes' },
});

/** The part of the endpoint table that stands here. */
export const activityTable = { exportActivity, listActivity, listOwnActivity };
