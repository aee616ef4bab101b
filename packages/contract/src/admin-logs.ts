import { z } from 'zod';
import { adminEndpoints } from './admin.endpoints.ts';
import { endpoint } from './endpoint.ts';

const tag = 'Administration';
const access = 'admin';

/** From the least to the most grave. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

const line = z.object({
  /** Its position, for `before`. */
  id: z.string(),
  time: z.iso.datetime(),
  level: z.enum(logLevels),
  message: z.string(),
  /** Other details, as one line of JSON; empty where there are none. */
  details: z.string(),
});
export type LogLine = z.output<typeof line>;

const query = z.strictObject({
  /** This one and graver. */
  level: z.enum(logLevels).default('info'),
  /** A part of the line, taken literally, in any case. */
  search: z.string().trim().max(200).default(''),
  /** `meta.next` of the page before: continues with older lines. */
  before: z
    .string()
    .max(120, { abort: true })
    .regex(/^\w+\/[\w.-]+:\d+$/, 'No line has this id.')
    .optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type LogsQuery = z.output<typeof query>;

export const listLogs = endpoint({
  ...adminEndpoints.listLogs,
  access,
  // They are masked as well as can be; what a program writes down by mistake opens nothing for a token.
  credentials: true,
  tag,
  summary:
    'Lines of the log of the server that answers, the latest first: each has a log of its own. A page may hold fewer lines than asked for, and more come all the same: `meta.next` says so.',
  query,
  answers: {
    200: z.object({
      data: z.array(line),
      meta: z.object({
        /** The server whose lines these are. */
        node: z.string(),
        /** For `before`; null: there is nothing older. */
        next: z.string().nullable(),
        /** Time of the oldest line that is still there; null: there is none. */
        since: z.iso.datetime().nullable(),
        /** Bytes of all lines that are there. */
        size: z.number().int().min(0),
      }),
    }),
  },
  errors: ['logs.other_server'],
});

export const downloadLogs = endpoint({
  ...adminEndpoints.downloadLogs,
  access,
  credentials: true,
  tag,
  summary: 'All that the server that answers has written down, as one file with a line of JSON for each.',
  answers: { 200: 'bytes' },
});

/** The part of the endpoint table that stands here. */
export const adminLogsTable = { downloadLogs, listLogs };
