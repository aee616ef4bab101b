import { z } from 'zod';
import { integrity } from './admin-damage.ts';
import { adminEndpoints } from './admin.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { id } from './ids.ts';
import { storageFaultCodes } from './object-storage.ts';
import { pageMeta } from './page.ts';
import { categories } from './files.ts';
import { role } from './permissions.ts';
import { trafficDays } from './storage.ts';

const tag = 'Administration';
const access = 'admin';
const count = z.number().int().min(0);
const bytes = count;

const healthStates = ['ok', 'warning', 'failed'] as const;
export type HealthState = (typeof healthStates)[number];
/** Parts of the installation that the dashboard checks; each has a sentence of its own for each state. */
export const healthParts = ['database', 'blobs', 'mail', 'jobs', 'realtime'] as const;
export type HealthPart = (typeof healthParts)[number];

/** Codes of warnings; each has a title and a text, `health.warning.{code}`. */
export const warningCodes = [
  'disk',
  'disk_days',
  'backup_failed',
  'backup_old',
  'backup_missing',
  'examination',
  'damage',
  'jobs',
  'certificate',
  'storage',
  'mail',
] as const;
export type WarningCode = (typeof warningCodes)[number];

export const getDashboard = endpoint({
  ...adminEndpoints.getDashboard,
  access,
  tag,
  summary: 'How the installation is doing.',
  answers: {
    200: z.object({
      data: z.object({
        users: z.object({ total: count, new_this_month: count, suspended: count }),
        items: z.object({ files: count, folders: count }),
        /** Links that guests can open now, and those of them that have an expiry date. */
        links: z.object({ active: count, expiring: count }),
        storage: z.object({
          used: bytes,
          /** Sum of all capacities; null where any account is unlimited. */
          capacity: bytes.nullable(),
          categories: z.record(z.enum(categories), bytes),
        }),
        /** One entry for each day (UTC), oldest first. */
        traffic: z
          .array(z.object({ date: z.iso.date(), upload: bytes, download: bytes }))
          .length(trafficDays),
        newest_users: z.array(
          z.object({
            id,
            name: z.string(),
            email: z.string(),
            role,
            avatar: z.object({ xs: z.string(), sm: z.string(), md: z.string() }).nullable(),
            color: z.string(),
            used: bytes,
            created_at: z.iso.datetime(),
          }),
        ),
        health: z.array(
          z.object({
            part: z.enum(healthParts),
            state: z.enum(healthStates),
            /** A designed sentence where something is wrong. */
            reason: z.string().nullable(),
            /** Names that sentence: the message `health.{code}` says it in every language. */
            code: z.string().nullable(),
            /** The object storage that is at fault, as `host/bucket`; `{{place}}` of that message. */
            place: z.string().nullable(),
            /** Cause of its failure; `errors.{cause}` says it in every language, and is `{{why}}` of that message. */
            cause: z.enum(storageFaultCodes).nullable(),
          }),
        ),
        /** Open warnings, which were emailed as well; the oldest first. */
        warnings: z.array(
          z.object({
            code: z.enum(warningCodes),
            since: z.iso.datetime(),
            /** Values of its placeholders: `free` are bytes, `date` is a time. */
            facts: z.record(z.string(), z.union([z.string(), z.number()])),
          }),
        ),
        version: z.string(),
        /** Time and result of the last installation check; null: never. */
        verification: z.object({ at: z.iso.datetime(), sound: z.boolean() }).nullable(),
        /** The state of the bytes of all files. */
        integrity,
      }),
    }),
  },
});

const jobStates = ['waiting', 'running', 'done', 'dead'] as const;

const job = z.object({
  id: z.string(),
  type: z.literal('job'),
  attributes: z.object({
    kind: z.string(),
    state: z.enum(jobStates),
    attempts: count,
    max_attempts: count,
    created_at: z.iso.datetime(),
    /** Time at which it is or was due. */
    run_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
    last_error: z.string().nullable(),
    /** Of an e-mail: which one, and to whom, masked. */
    mail: z.object({ template: z.string(), to: z.string() }).nullable(),
  }),
});
export type Job = z.output<typeof job>;

/** The name of a kind of job. */
const jobKind = z
  .string()
  .max(60, { error: 'No kind of job has this name.', abort: true })
  .regex(/^[a-z.-]+$/, 'No kind of job has this name.');

const jobsQuery = z.strictObject({
  state: z.enum(jobStates).optional(),
  kind: jobKind.optional(),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type JobsQuery = z.output<typeof jobsQuery>;

export const listJobs = endpoint({
  ...adminEndpoints.listJobs,
  access,
  tag,
  summary: 'Work in the background: how much of each kind is in which state, and the jobs themselves.',
  query: jobsQuery,
  answers: {
    200: z.object({
      data: z.array(job),
      meta: pageMeta.extend({
        counts: z.array(z.object({ kind: z.string(), state: z.enum(jobStates), count })),
      }),
    }),
  },
});

export const retryJob = endpoint({
  ...adminEndpoints.retryJob,
  access,
  tag,
  summary: 'Try a job again that was given up.',
  params: z.strictObject({ id }),
  answers: { 204: null },
  errors: ['job.not_found'],
});

export const dismissJob = endpoint({
  ...adminEndpoints.dismissJob,
  access,
  tag,
  summary: 'Forget a job that was given up.',
  params: z.strictObject({ id }),
  answers: { 204: null },
  errors: ['job.not_found'],
});

export const retryJobs = endpoint({
  ...adminEndpoints.retryJobs,
  access,
  tag,
  summary: 'Try all jobs of a kind again that were given up.',
  body: z.strictObject({ kind: jobKind }),
  bodyKind: 'json',
  answers: { 200: z.object({ retried: count }) },
});

/** The part of the endpoint table that stands here. */
export const adminServerTable = { dismissJob, getDashboard, listJobs, retryJob, retryJobs };
