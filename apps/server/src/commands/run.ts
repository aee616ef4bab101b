import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '#commands/serve.ts';
import { setup, setupHelp, UsageError } from '#commands/setup.ts';
import { ConfigError, type Environment, loadConfig } from '#config/load.ts';

const help = `Usage: holdall COMMAND

  serve    run the server (npm start)
  setup    install without the wizard; holdall setup --help

Settings come from the environment, then from config.json in the data directory:
HOLDALL_DATA_DIR, HOLDALL_HOST, HOLDALL_PORT, HOLDALL_URL, HOLDALL_DATABASE_URL,
HOLDALL_TRUSTED_PROXIES, HOLDALL_SECRET_KEY, HOLDALL_SMTP_URL, HOLDALL_ALLOWED_PRIVATE_HOSTS,
HOLDALL_RECAPTCHA_ORIGIN, HOLDALL_THUMBNAIL_WORKERS, HOLDALL_LOG_LEVEL; at the first start
HOLDALL_ADMIN_EMAIL with HOLDALL_ADMIN_PASSWORD or HOLDALL_ADMIN_PASSWORD_FILE.`;

const serveHelp = `Usage: holdall serve

Runs the server until it gets SIGTERM or Ctrl+C; requests under way have 30 seconds to end.`;

export interface Surroundings {
  /** The folder that a relative data directory and the built web application lie in. */
  readonly checkout: string;
  readonly env: Environment;
}

const versionOf = (checkout: string): string => {
  const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
};

const print = (text: string): number => {
  process.stdout.write(`${text}\n`);
  return 0;
};

const dispatch = async (
  [command = 'serve', ...args]: readonly string[],
  { checkout, env }: Surroundings,
): Promise<number> => {
  const wantsHelp = args.includes('--help') || args.includes('-h');
  switch (command) {
    case 'serve':
      if (wantsHelp) return print(serveHelp);
      if (args.length > 0) throw new UsageError(`serve takes no ${args[0]}.`);
      await serve({
        config: loadConfig(env, checkout),
        webDist: join(checkout, 'apps/web/dist'),
        version: versionOf(checkout),
      });
      return 0;
    case 'setup':
      return wantsHelp ? print(setupHelp) : setup(args, loadConfig(env, checkout));
    case 'help':
    case '--help':
    case '-h':
      return print(help);
    default:
      throw new UsageError(`There is no command “${command}”.`);
  }
};

/**
 * Runs a command line.
 *
 * @param args the words after the program's name
 * @returns the exit code
 */
export const run = async (args: readonly string[], surroundings: Surroundings): Promise<number> => {
  try {
    return await dispatch(args, surroundings);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${help}\n`);
      return 2;
    }
    if (error instanceof ConfigError) {
      process.stderr.write(`Holdall cannot start. ${error.message}\n`);
      return 1;
    }
    throw error;
  }
};
