import { availableParallelism } from 'node:os';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => new URL(text).pathname === '/' && new URL(text).search === '', 'must have no path')
  .transform((text) => new URL(text).origin);

const list = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : value,
  z.array(z.string()),
);

/** An IP address, a CIDR range, or one of the names that stand for private ranges. */
const proxies = list.pipe(
  z.array(
    z.union(
      [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'linklocal', 'uniquelocal'])],
      'must be IP addresses or CIDR ranges, separated by commas',
    ),
  ),
);

/**
 * What an operator decides before the start, by the names of `config.json`. `env` says which
 * environment variable overrides it.
 */
export const configSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1'),
  port: port.default(8080),
  /** Public origin, e.g. `https://files.example.com`. */
  url: origin.optional(),
  /** `postgres://…`; absent: SQLite in the data directory. */
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must begin with postgres://')
    .optional(),
  trustedProxies: proxies.default([]),
  /** Processes that make thumbnails; 0 makes none. */
  thumbnailWorkers: z.coerce
    .number()
    .int()
    .min(0)
    .max(64)
    .default(Math.max(1, Math.floor(availableParallelism() / 2))),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
export type FileConfig = z.output<typeof configSchema>;

export const environmentNames = {
  host: 'HOLDALL_HOST',
  port: 'HOLDALL_PORT',
  url: 'HOLDALL_URL',
  databaseUrl: 'HOLDALL_DATABASE_URL',
  trustedProxies: 'HOLDALL_TRUSTED_PROXIES',
  thumbnailWorkers: 'HOLDALL_THUMBNAIL_WORKERS',
  logLevel: 'HOLDALL_LOG_LEVEL',
} as const satisfies Record<keyof FileConfig, `HOLDALL_${string}`>;

/** Read at the first start alone, for an installation without the wizard. */
export const installNames = {
  email: 'HOLDALL_ADMIN_EMAIL',
  password: 'HOLDALL_ADMIN_PASSWORD',
  passwordFile: 'HOLDALL_ADMIN_PASSWORD_FILE',
} as const;

/** Where everything lies that an installation keeps. */
export const dataDirName = 'HOLDALL_DATA_DIR';

/** Variables that are Holdall's but none of ours to read: tests and development. */
export const foreignPrefixes = ['HOLDALL_TEST_', 'HOLDALL_DEV_', 'HOLDALL_BENCH_'] as const;
