import { join } from 'node:path';
import { cleanUpOnFailure } from '#commands/cleanup-on-failure.ts';
import { serve } from '#commands/serve.ts';
import { setup, UsageError } from '#commands/setup.ts';
import { CommandError, print } from '#commands/cli-output.ts';
import { type Config, ConfigError, type Environment, loadConfig } from '#config/load.ts';
import { ownVersion } from '#config/own-version.ts';
import { diskTroubleOf, failureFromOutside } from '#features/storage/index.ts';

const help = `Usage: holdall COMMAND

  serve          run the server (npm start)
  setup          install without the wizard
  migrate        copy to another database and switch
  migrate-blobs  move all files to object storage, or back
  backup         save everything while the server runs
  backup-key     create a key to encrypt backups with
  restore        create an installation from a backup
  doctor         check the installation and repair it
  user           create accounts, set passwords, name administrators

holdall COMMAND --help says more of each. In a checkout, holdall is: npm run --silent holdall --
(without --silent, npm puts lines of its own before what --json prints).

Settings come from the environment, then from config.json in the data directory:
HOLDALL_DATA_DIR, HOLDALL_HOST, HOLDALL_PORT, HOLDALL_URL, HOLDALL_DATABASE_URL,
HOLDALL_TRUSTED_PROXIES, HOLDALL_SECRET_KEY, HOLDALL_SMTP_URL, HOLDALL_ALLOWED_PRIVATE_HOSTS,
HOLDALL_S3_BUCKET, HOLDALL_S3_ACCESS_KEY, HOLDALL_S3_SECRET_KEY (or HOLDALL_S3_SECRET_KEY_FILE), HOLDALL_S3_REGION,
HOLDALL_S3_ENDPOINT, HOLDALL_S3_PATH_STYLE, HOLDALL_S3_PREFIX, HOLDALL_S3_DOWNLOADS,
HOLDALL_RECAPTCHA_ORIGIN, HOLDALL_THUMBNAIL_WORKERS, HOLDALL_DEMO, HOLDALL_MAINTENANCE, HOLDALL_BACKUP_DIR,
HOLDALL_BACKUP_RECIPIENT, HOLDALL_METRICS_TOKEN, HOLDALL_LOG_LEVEL; at the first start HOLDALL_ADMIN_EMAIL with HOLDALL_ADMIN_PASSWORD or
HOLDALL_ADMIN_PASSWORD_FILE. Where HOLDALL_LICENCE_PUBLIC_KEY is set the installation needs
HOLDALL_PURCHASE_CODE or HOLDALL_PURCHASE_CODE_FILE.`;

const serveHelp = `Usage: holdall serve

Runs the server until it gets SIGTERM or Ctrl+C; requests under way have 30 seconds to end.
With HOLDALL_MAINTENANCE=1 it only says that it will be back, and touches no data.`;

export interface ProgramContext {
  /** The folder that a relative data directory and the built web application lie in. */
  readonly checkout: string;
  readonly env: Environment;
}

const show = (text: string): number => {
  print(text);
  return 0;
};

const serveAs = async (config: Config, checkout: string): Promise<void> => {
  const version = ownVersion();
  if (!config.maintenance) return serve({ config, webDist: join(checkout, 'apps/web/dist'), version });
  const { serveMaintenanceMode } = await import('#commands/maintenance-mode.ts');
  return serveMaintenanceMode({ config, version });
};

interface Command {
  readonly help: string;
  /** Of each of its subcommands, where it has several. */
  readonly subcommands?: ReadonlyMap<string, string>;
  /** True where the data directory stays after a failure: the command will be retried at once. */
  readonly keepsFolder?: boolean;
  /** @returns the exit code */
  readonly run: (args: readonly string[], config: Config, context: ProgramContext) => Promise<number>;
}

/** Commands by name. Each is loaded on demand, because a server needs none but its own. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  [
    'serve',
    async () => ({
      help: serveHelp,
      keepsFolder: true,
      run: async ([word], config, { checkout }) => {
        if (word !== undefined) throw new UsageError(`serve takes no “${word}”.`);
        await serveAs(config, checkout);
        return 0;
      },
    }),
  ],
  [
    'setup',
    async () => {
      const { setupHelp } = await import('#commands/setup-help.ts');
      return { help: setupHelp, run: setup };
    },
  ],
  [
    'migrate',
    async () => {
      const { migrate, migrateHelp } = await import('#commands/migrate.ts');
      return { help: migrateHelp, run: migrate };
    },
  ],
  [
    'migrate-blobs',
    async () => {
      const { migrateBlobsCommand, migrateBlobsHelp } = await import('#commands/migrate-blobs.ts');
      return { help: migrateBlobsHelp, run: migrateBlobsCommand };
    },
  ],
  [
    'backup',
    async () => {
      const { backup, backupHelp } = await import('#commands/backup.ts');
      return { help: backupHelp, run: backup };
    },
  ],
  [
    'backup-key',
    async () => {
      const { backupKey, backupKeyHelp } = await import('#commands/backup-key.ts');
      return { help: backupKeyHelp, run: backupKey };
    },
  ],
  [
    'restore',
    async () => {
      const { restore, restoreHelp } = await import('#commands/restore.ts');
      return { help: restoreHelp, run: restore };
    },
  ],
  [
    'doctor',
    async () => {
      const { doctor, doctorHelp } = await import('#commands/doctor.ts');
      return { help: doctorHelp, run: doctor };
    },
  ],
  [
    'user',
    async () => {
      const { user } = await import('#commands/user.ts');
      const { userSubcommandHelp, userHelp } = await import('#commands/user-help.ts');
      return { help: userHelp, subcommands: userSubcommandHelp, run: user };
    },
  ],
]);

const asksForHelp = (word: string): boolean => word === '--help' || word === '-h';

/** Prints an error: to people on standard error, to programs as the answer. */
const complain = (args: readonly string[], code: string, sentence: string): void => {
  if (args.includes('--json'))
    process.stdout.write(`${JSON.stringify({ error: { code, message: sentence } })}\n`);
  else process.stderr.write(`${sentence}\n`);
};

/** Returns the command line that prints the relevant help. */
const callForHelp = async ([name = '', subcommand = '']: readonly string[]): Promise<string> => {
  const command = await commands.get(name)?.();
  const known =
    command === undefined
      ? []
      : [name, ...(command.subcommands?.has(subcommand) === true ? [subcommand] : [])];
  return ['holdall', ...known, '--help'].join(' ');
};

/**
 * Runs a command line.
 *
 * @param args the words after the program's name
 * @returns the exit code
 */
export const run = async (args: readonly string[], context: ProgramContext): Promise<number> => {
  const [name = 'serve', ...words] = args;
  if (name === 'help' || asksForHelp(name)) return show(help);
  const command = await commands.get(name)?.();
  if (words.some(asksForHelp) && command !== undefined)
    return show(command.subcommands?.get(words[0] ?? '') ?? command.help);
  try {
    if (command === undefined) throw new UsageError(`There is no command “${name}”.`);
    const { checkout, env } = context;
    const config = loadConfig(env, checkout);
    const work = (): Promise<number> => command.run(words, config, context);
    return await (command.keepsFolder === true ? work() : cleanUpOnFailure(config, work));
  } catch (error) {
    if (error instanceof UsageError) {
      complain(words, 'usage', `${error.message} See “${await callForHelp(args)}”.`);
      return 2;
    }
    const failure = failureFromOutside(error);
    if (failure !== undefined) {
      complain(words, 'failed', failure);
      return 1;
    }
    const disk = diskTroubleOf(error);
    if (disk !== undefined) {
      complain(words, disk.code, name === 'serve' ? `Holdall cannot go on. ${disk.sentence}` : disk.sentence);
      return 1;
    }
    if (!(error instanceof ConfigError)) {
      // Programs always get an answer; people get an unexpected error with its stack.
      if (!words.includes('--json')) throw error;
      complain(words, 'failed', error instanceof Error ? error.message : String(error));
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      return 1;
    }
    const { code, exitCode } = error instanceof CommandError ? error : { code: 'config', exitCode: 1 };
    complain(words, code, name === 'serve' ? `Holdall cannot start. ${error.message}` : error.message);
    return exitCode;
  }
};
