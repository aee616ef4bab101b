import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { subscriptionTypes } from '@holdall/contract/settings';
import { installFrom } from '#commands/install.ts';
import { composeFoundation } from '#compose.ts';
import { openParts } from '#compose-parts.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { publicAddressOf } from '#config/public-address.ts';

export const setupHelp = `Usage: holdall setup --admin-email ADDRESS --admin-password-file FILE [options]

Installs Holdall without the wizard: creates the first administrator and the settings.
A server that is running already takes notice within a second.

  --admin-email ADDRESS         the administrator's e-mail
  --admin-password-file FILE    a file that holds the password (- reads standard input)
  --admin-first-name NAME, --admin-last-name NAME
  --title TEXT                  the application's title (Holdall)
  --upload-limit BYTES          largest file; 0 means no limit (0)
  --chunk-size BYTES            larger files are sent in pieces of this size (32000000)
  --subscription-type TYPE      how accounts are limited: none, fixed (each has a capacity) or metered (none)
  --storage-limit               accounts have a capacity under the type none, too
  --default-capacity BYTES      what an account may hold that has no capacity of its own (5000000000)
  --blacklist TYPES             MIME types and extensions that may not be uploaded, separated by commas

Exit codes: 0 installed, 1 failed, 2 wrong usage, 3 installed already.`;

const options = {
  'admin-email': { type: 'string' },
  'admin-password-file': { type: 'string' },
  'admin-first-name': { type: 'string' },
  'admin-last-name': { type: 'string' },
  title: { type: 'string' },
  'upload-limit': { type: 'string' },
  'chunk-size': { type: 'string' },
  'subscription-type': { type: 'string' },
  'storage-limit': { type: 'boolean' },
  'default-capacity': { type: 'string' },
  blacklist: { type: 'string' },
} as const;

/** Wrong words on the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const bytesOf = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError(`--${name} takes a whole number of bytes.`);
  return Number(text);
};

const planOf = (text: string | undefined): (typeof subscriptionTypes)[number] | undefined => {
  const type = subscriptionTypes.find((known) => known === text);
  if (text !== undefined && type === undefined) {
    throw new UsageError(`--subscription-type takes one of ${subscriptionTypes.join(', ')}.`);
  }
  return type;
};

const passwordFrom = (file: string): string => {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new ConfigError(
      `The password file cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}.`,
    );
  }
};

const defined = <T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** `holdall setup`. @returns the exit code */
export const setup = async (args: readonly string[], config: Config): Promise<number> => {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options, strict: true }));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'wrong usage');
  }
  const email = values['admin-email'];
  const passwordFile = values['admin-password-file'];
  if (email === undefined || passwordFile === undefined)
    throw new UsageError('--admin-email and --admin-password-file are needed.');
  const installation = {
    email,
    password: passwordFrom(passwordFile),
    firstName: values['admin-first-name'] ?? '',
    lastName: values['admin-last-name'] ?? '',
    settings: defined({
      title: values.title,
      upload_limit: bytesOf('upload-limit', values['upload-limit']),
      chunk_size: bytesOf('chunk-size', values['chunk-size']),
      subscription_type: planOf(values['subscription-type']),
      storage_limitation: values['storage-limit'],
      default_capacity: bytesOf('default-capacity', values['default-capacity']),
      mimetypes_blacklist: values.blacklist?.split(',').filter((entry) => entry.trim() !== ''),
    }),
  };
  const parts = await openParts(config, {
    publicAddress: () => publicAddressOf(config, config.port),
    onMailWritten: () => undefined,
    onIdleError: () => undefined,
    onListenerError: () => undefined,
    onBackgroundError: () => undefined,
  });
  try {
    const installed = await installFrom(composeFoundation(parts).setup, installation);
    process.stdout.write(
      installed
        ? `Installed in ${config.dataDir}. Sign in as ${email}.\n`
        : 'Holdall is installed already; nothing was changed.\n',
    );
    return installed ? 0 : 3;
  } finally {
    await parts.db.destroy();
  }
};
