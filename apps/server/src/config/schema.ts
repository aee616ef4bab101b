import { availableParallelism, totalmem } from 'node:os';
import { isAbsolute } from 'node:path';
import { isOriginAlone } from '@holdall/contract/patterns';
import { z } from 'zod';
import { readRecipient } from '#lib/age-keys.ts';
import { licenceKey } from './licence-key.ts';
import { smtpUrl } from './smtp-url.ts';
import { objectStorageFields, objectStorageNames } from './object-storage.ts';
import { usualThumbnailWorkers } from './thumbnail-workers.ts';

/**
 * Bytes of memory: the machine's, or the limit of a container or service, which may be reported as 0 or as more
 * than there is.
 */
const memoryOfUse = (): number =>
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** A whole number, as text in the environment. */
const wholeNumber = (min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(words).int(words).min(min, words).max(max, words);
};

const origin = z
  .url({ protocol: /^https?$/, error: 'must look like https://files.example.com' })
  .refine(isOriginAlone, 'must be an address with no path, query and user')
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

/** An IP address, a CIDR range, or a name for private ranges. */
const proxies = list.pipe(
  z.array(
    z.union(
      [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'linklocal', 'uniquelocal'])],
      'must be IP addresses or CIDR ranges, separated by commas',
    ),
  ),
);

/** Host names, IP addresses and CIDR ranges. */
const privateHosts = list.pipe(
  z.array(
    z.union(
      [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.string().regex(/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9])?$/i)],
      'must be host names, IP addresses or CIDR ranges, separated by commas',
    ),
  ),
);

const hostNames = list.pipe(
  z.array(
    z
      .string()
      .max(253, { abort: true, error: 'must be host names, separated by commas' })
      .regex(/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9])?$/i, 'must be host names, separated by commas'),
  ),
);

/** Yes or no: `1` and `0`, or as a truth value in the file. */
const flag = z.union([z.boolean(), z.stringbool()], 'must be 1 or 0').default(false);

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** 32 bytes, in one of two forms. */
const secretKey = z
  .string()
  .regex(
    /^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i,
    'must be 32 random bytes, as 64 hexadecimal digits or in base64',
  )
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64'));

/**
 * The operator's configuration, by the names of `config.json`. `env` names the environment variable that
 * overrides a field.
 */
export const configSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1'),
  port: wholeNumber(0, 65_535).default(8080),
  /** Public origin, e.g. `https://files.example.com`. */
  url: origin.optional(),
  /** `postgres://…`; absent: SQLite in the data directory. */
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, 'must begin with postgres://')
    .optional(),
  trustedProxies: proxies.default([]),
  /** Host names of the server beside its public address. */
  hostNames: hostNames.default([]),
  /** Browsers are to use HTTPS for all subdomains of the public address, too. */
  hstsSubdomains: flag,
  /** Seals secrets at rest; absent: the key in the data directory's `secret.key`. */
  secretKey: secretKey.optional(),
  /** The mail server; it overrides the settings. */
  smtpUrl: smtpUrl.optional(),
  ...objectStorageFields,
  /** Servers with a private address that the settings may name. */
  allowedPrivateHosts: privateHosts.default([]),
  /** Origin of the bot-protection service. */
  recaptchaOrigin: origin.default('https://www.google.com'),
  /** The public key of a distributor, which verifies the required purchase codes; absent: no code is required. */
  licencePublicKey: licenceKey.optional(),
  /** Processes that make thumbnails; 0 makes none. */
  thumbnailWorkers: wholeNumber(0, 64).default(usualThumbnailWorkers(availableParallelism(), memoryOfUse())),
  /** Offers throwaway accounts to everybody at `/demo`. */
  demo: flag,
  /** Serves only the maintenance page: the database and the data directory are left to other programs. */
  maintenance: flag,
  /** Folder of backups that administrators start; absent: `backups` in the data directory. */
  backupDir: z.string().refine(isAbsolute, 'must be an absolute path').optional(),
  /** The public key that backups are encrypted to; absent: they are not encrypted. */
  backupRecipient: z
    .string()
    .refine(
      (text) => readRecipient(text) !== undefined,
      'must be a public key of age, which begins with age1 and has 62 characters',
    )
    .optional(),
  /** The token that opens /metrics; without one it is closed. */
  metricsToken: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 letters, digits and signs, without spaces')
    .optional(),
  logLevel: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});
export type FileConfig = z.output<typeof configSchema>;

export const environmentNames = {
  host: 'HOLDALL_HOST',
  port: 'HOLDALL_PORT',
  url: 'HOLDALL_URL',
  databaseUrl: 'HOLDALL_DATABASE_URL',
  trustedProxies: 'HOLDALL_TRUSTED_PROXIES',
  hostNames: 'HOLDALL_HOST_NAMES',
  hstsSubdomains: 'HOLDALL_HSTS_SUBDOMAINS',
  secretKey: 'HOLDALL_SECRET_KEY',
  smtpUrl: 'HOLDALL_SMTP_URL',
  ...objectStorageNames,
  allowedPrivateHosts: 'HOLDALL_ALLOWED_PRIVATE_HOSTS',
  recaptchaOrigin: 'HOLDALL_RECAPTCHA_ORIGIN',
  licencePublicKey: 'HOLDALL_LICENCE_PUBLIC_KEY',
  thumbnailWorkers: 'HOLDALL_THUMBNAIL_WORKERS',
  demo: 'HOLDALL_DEMO',
  maintenance: 'HOLDALL_MAINTENANCE',
  backupDir: 'HOLDALL_BACKUP_DIR',
  backupRecipient: 'HOLDALL_BACKUP_RECIPIENT',
  metricsToken: 'HOLDALL_METRICS_TOKEN',
  logLevel: 'HOLDALL_LOG_LEVEL',
} as const satisfies Record<keyof FileConfig, `HOLDALL_${string}`>;

/** Settings with secret values, which are never shown. */
export const secretSettings: readonly string[] = [
  'databaseUrl',
  'secretKey',
  'metricsToken',
  'smtpUrl',
  's3SecretKey',
] satisfies (keyof FileConfig)[];

/** Read at the first start alone, for an installation without the wizard. */
export const installNames = {
  email: 'HOLDALL_ADMIN_EMAIL',
  password: 'HOLDALL_ADMIN_PASSWORD',
  passwordFile: 'HOLDALL_ADMIN_PASSWORD_FILE',
  purchaseCode: 'HOLDALL_PURCHASE_CODE',
  purchaseCodeFile: 'HOLDALL_PURCHASE_CODE_FILE',
} as const;

/** The variable of the data directory. */
export const dataDirName = 'HOLDALL_DATA_DIR';

/** Variables that are Holdall's but none of ours to read: tests and development. */
export const foreignPrefixes = ['HOLDALL_TEST_', 'HOLDALL_DEV_', 'HOLDALL_BENCH_'] as const;
