import { z } from 'zod';
import { adminEndpoints } from './admin.endpoints.ts';
import { endpoint } from './endpoint.ts';
import { pageMeta } from './page.ts';
import { setupChecks, setupCheckStates } from './setup.ts';

const tag = 'Administration';
const access = 'admin';
const count = z.number().int().min(0);
const bytes = count;
const smallBody = 4 * 1024;

/** A check of this machine, as the wizard's status check tells it. */
const machineCheck = z.object({
  name: z.enum(setupChecks),
  state: z.enum(setupCheckStates),
  /** Which of several things it is; null where the state says all. */
  reason: z.string().nullable(),
  /** Values to show with it: a version, a path, bytes. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const getServer = endpoint({
  ...adminEndpoints.getServer,
  access,
  tag,
  summary:
    'The parts of this server and where it keeps its data, without secrets. Slow: the checks try things.',
  answers: {
    200: z.object({
      data: z.object({
        checks: z.array(machineCheck),
        /** The server's clock: the page compares it with its own. */
        now: z.iso.datetime(),
        versions: z.object({
          holdall: z.string(),
          node: z.string(),
          database: z.string(),
          image_library: z.string().nullable(),
          ffmpeg: z.string().nullable(),
        }),
        /** `place`: SQLite's file, or server and database as `host:port/name`. */
        database: z.object({ kind: z.enum(['sqlite', 'postgres']), place: z.string() }),
        /** `place`: a folder, or endpoint and bucket. */
        storage: z.object({ kind: z.enum(['disk', 's3']), place: z.string() }),
        data_directory: z.object({ path: z.string(), free: bytes, total: bytes }),
        process: z.object({
          started_at: z.iso.datetime(),
          /** Bytes of memory that the process uses. */
          memory: bytes,
          /** `linux x64`. */
          platform: z.string(),
        }),
        /** To whom the distributor gave the licence; null where there is none. */
        licence: z.object({ holder: z.string() }).nullable(),
        /** The servers of this installation that are alive, this one first. */
        nodes: z.array(
          z.object({
            name: z.string(),
            version: z.string(),
            started_at: z.iso.datetime(),
            seen_at: z.iso.datetime(),
            /** It is the one that answers. */
            own: z.boolean(),
          }),
        ),
      }),
    }),
  },
});

/** The name of a backup: when it was begun, and a few random digits. */
const backupName = z
  .string()
  .max(32, { error: 'No backup has this name.', abort: true })
  .regex(/^\d{8}t\d{9}z-[0-9a-f]{6}$/, 'No backup has this name.');

/** The reason for the failure of a background task. */
const failure = z.object({ at: z.iso.datetime(), reason: z.string() }).nullable();

const backup = z.object({
  id: backupName,
  type: z.literal('backup'),
  attributes: z.object({
    created_at: z.iso.datetime(),
    /** Holdall's version that made it. */
    version: z.string(),
    database: z.enum(['sqlite', 'postgres']),
    /** Number of files in it, shared with other backups. */
    files: count,
    bytes,
    /** Files that are not in it, because they were damaged or missing. */
    damaged: count,
    /** Tells whether it takes a private key, which the server does not have, to restore it. */
    encrypted: z.boolean(),
    /** Time at which all of it was last read and compared; null: never. */
    verified: z.object({ at: z.iso.datetime(), sound: z.boolean(), faults: count }).nullable(),
  }),
});
export type Backup = z.output<typeof backup>;

const backupsQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

export const listBackups = endpoint({
  ...adminEndpoints.listBackups,
  access,
  tag,
  summary: 'The backups in this server’s folder of backups, the latest first.',
  query: backupsQuery,
  answers: {
    200: z.object({
      data: z.array(backup),
      meta: pageMeta.extend({
        /** The server that answers, whose folder it is unless all share it. */
        node: z.string(),
        /** The folder of the backups. */
        folder: z.string(),
        /** Bytes that are free there. */
        free: bytes,
        /** The public key that the next one is encrypted to; null: it is not encrypted. */
        encrypted_to: z.string().nullable(),
        /** One is being made or about to be. */
        coming: z.boolean(),
        /** Names of those that are being read, or about to be. */
        verifying: z.array(backupName),
        /** The failure of the last one that was requested here; null: there was none. */
        failed: failure,
      }),
    }),
  },
});

export const createBackup = endpoint({
  ...adminEndpoints.createBackup,
  access,
  tag,
  summary:
    'Back up now, in the background: the database as it is at one moment and every file. One that is coming already is enough.',
  answers: { 204: null },
});

export const verifyBackup = endpoint({
  ...adminEndpoints.verifyBackup,
  access,
  tag,
  summary: 'Read all of a backup and compare it with its checksums, in the background.',
  params: z.strictObject({ name: backupName }),
  answers: { 204: null },
  errors: ['backup.not_found'],
});

/** Scheduled tasks of the server. */
export const scheduledTasks = ['backup', 'doctor', 'verification'] as const;
export type ScheduledTask = (typeof scheduledTasks)[number];

export const getSchedules = endpoint({
  ...adminEndpoints.getSchedules,
  access,
  tag,
  summary:
    'When backups, examinations and the verification of files last ran, how that came out, and when they run next.',
  answers: {
    200: z.object({
      data: z.array(
        z.object({
          task: z.enum(scheduledTasks),
          /** Null where it is off, or under way without a time for the next one. */
          next_at: z.iso.datetime().nullable(),
          running: z.boolean(),
          /** The last one, asked for by anybody; null: never. */
          last: z
            .object({
              at: z.iso.datetime(),
              /** `problems`: it ran, and found something that is wrong. */
              outcome: z.enum(['ok', 'problems', 'failed']),
              /** The reason why it failed. */
              reason: z.string().nullable(),
            })
            .nullable(),
        }),
      ),
      /** The server’s time zone, which times of day are meant in. */
      meta: z.object({ time_zone: z.string() }),
    }),
  },
});

/** Checks of the doctor, in the order in which they run. */
export const doctorChecks = [
  'schema',
  'database',
  'items',
  'uploads',
  'totals',
  'storage',
  'blobs',
  'images',
  'orphans',
  'content',
  'permissions',
  'space',
] as const;
export type DoctorCheck = (typeof doctorChecks)[number];

export const getExamination = endpoint({
  ...adminEndpoints.getExamination,
  access,
  tag,
  summary: 'What the last examination has found, whoever asked for it, and whether another one is coming.',
  answers: {
    200: z.object({
      data: z.object({
        report: z
          .object({
            at: z.iso.datetime(),
            /** It was to repair the damage that it could. */
            repair: z.boolean(),
            /** Percentage of files that it read. */
            read_percent: z.number().min(0).max(100),
            /** Nothing is wrong, or nothing any more; warnings do not count. */
            sound: z.boolean(),
            checks: z.array(
              z.object({
                check: z.enum(doctorChecks),
                state: z.enum(['ok', 'warning', 'failed']),
                examined: count,
                found: count,
                repaired: count,
                /** The first findings, in words. */
                examples: z.array(z.string()),
              }),
            ),
          })
          .nullable(),
        coming: z.boolean(),
        /** The failure of the last one that was requested here; null: there was none. */
        failed: failure,
      }),
    }),
  },
});

export const beginExamination = endpoint({
  ...adminEndpoints.beginExamination,
  access,
  tag,
  summary:
    'Have the doctor look at everything, in the background; with `repair` it mends what can be mended without losing anything.',
  body: z.strictObject({
    repair: z.boolean('Choose yes or no.').default(false),
    read_percent: z
      .number('Enter a number from 0 to 100.')
      .min(0, 'Enter a number from 0 to 100.')
      .max(100, 'Enter a number from 0 to 100.')
      .default(0),
  }),
  bodyKind: 'json',
  bodyLimit: smallBody,
  answers: { 204: null },
});

/** The part of the endpoint table that stands here. */
export const adminMaintenanceTable = {
  beginExamination,
  createBackup,
  getExamination,
  getSchedules,
  getServer,
  listBackups,
  verifyBackup,
};
