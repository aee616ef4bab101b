import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serve } from '#commands/serve.ts';
import { setup, setupHelp, UsageError } from '#commands/setup.ts';
import { ConfigError, loadConfig } from '#config/load.ts';

const checkout = resolve(import.meta.dirname, '../../..');

const help = `Usage: holdall COMMAND

  serve    run the server (npm start)
  setup    install without the wizard; holdall setup --help

Settings come from the environment, then from config.json in the data directory:
HOLDALL_DATA_DIR, HOLDALL_HOST, HOLDALL_PORT, HOLDALL_URL, HOLDALL_DATABASE_URL,
HOLDALL_TRUSTED_PROXIES, HOLDALL_LOG_LEVEL; at the first start HOLDALL_ADMIN_EMAIL with
HOLDALL_ADMIN_PASSWORD or HOLDALL_ADMIN_PASSWORD_FILE.`;

const serveHelp = `Usage: holdall serve

Runs the server until it gets SIGTERM or Ctrl+C; requests under way have 30 seconds to end.`;

const versionOf = (): string => {
  const manifest = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
};

// Whatever is written belongs to this user alone: databases, blobs, logs.
process.umask(0o077);

const run = async ([command = 'serve', ...args]: readonly string[]): Promise<number> => {
  const wantsHelp = args.includes('--help') || args.includes('-h');
  switch (command) {
    case 'serve':
      if (wantsHelp) return print(serveHelp);
      if (args.length > 0) throw new UsageError(`serve takes no ${args[0]}.`);
      await serve({
        config: loadConfig(process.env, checkout),
        webDist: join(checkout, 'apps/web/dist'),
        version: versionOf(),
      });
      return 0;
    case 'setup':
      return wantsHelp ? print(setupHelp) : setup(args, loadConfig(process.env, checkout));
    case 'help':
    case '--help':
    case '-h':
      return print(help);
    default:
      throw new UsageError(`There is no command “${command}”.`);
  }
};

const print = (text: string): number => {
  process.stdout.write(`${text}\n`);
  return 0;
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${help}\n`);
    process.exitCode = 2;
  } else if (error instanceof ConfigError) {
    process.stderr.write(`Holdall cannot start. ${error.message}\n`);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
