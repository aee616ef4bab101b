import { UsageError } from '#commands/setup.ts';
import { checkDatabaseTarget, readInputLine, parseOptions } from '#commands/cli-input.ts';
import { moveInstalledDatabase, MoveError, type MoveFault, type MoveReport } from '#compose/new-database.ts';
import { lockDataDir } from '#compose/infrastructure.ts';
import { openDataDir } from '#config/data-dir.ts';
import { writeInstalledMarker } from '#config/installed-marker.ts';
import { type Config, ConfigError } from '#config/load.ts';

export const migrateHelp = `Usage: holdall migrate --to-file FILE | --to sqlite [options]

Copies the database to another one, compares both row by row, and uses the new one from
then on. Stop every server first. The old database stays as it was. Files are not moved.

Run the same command again to resume an interrupted copy.

  --to-file FILE    a file that holds postgres://user:password@host:port/name (- reads standard input);
                    ?sslmode=disable, require, verify-ca or verify-full, ?sslrootcert=FILE
  --to DATABASE     the same, or sqlite for the file in the data directory. Everybody on this machine can see
                    the arguments of a command while it runs, so do not put a password here
  --restart         deletes what an unfinished copy has left in the target, and starts over
  --json            prints the report as JSON

Exit codes: 0 copied, 1 failed, 2 wrong usage, 3 in use already, 4 the two differ.`;

const options = {
  to: { type: 'string' },
  'to-file': { type: 'string' },
  restart: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

const exitCodes: Readonly<Record<MoveFault, number>> = { same: 3, refused: 1, interrupted: 1, different: 4 };

/** Rows between two lines that say how far it is. */
const linesEvery = 10_000;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const sayBeside = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const parse = (args: readonly string[]) => {
  const { to, 'to-file': file, restart, json } = parseOptions(args, options, 'migrate');
  if ((to === undefined) === (file === undefined))
    throw new UsageError('Either --to or --to-file is needed.');
  checkDatabaseTarget(to);
  return { to: to ?? readInputLine(file ?? '-').trim(), restart, json };
};

/** One line a table and phase, and one now and then in a table that takes long. */
const progressLines = () => {
  let shown = '';
  let next = linesEvery;
  return ({ phase, table, rows }: { phase: 'copying' | 'verifying'; table: string; rows: number }): void => {
    const key = `${phase} ${table}`;
    if (key === shown && rows < next) return;
    next = rows + linesEvery;
    shown = key;
    sayBeside(`${phase === 'copying' ? 'Copying' : 'Compared'} ${table}: ${rows} rows`);
  };
};

const sentenceOf = ({ from, to, tables, switched }: MoveReport): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const after = switched
    ? 'Holdall uses it from its next start.'
    : 'Your configuration says which database is used: change HOLDALL_DATABASE_URL before the next start.';
  // Every server has a configuration of its own; SQLite has one server.
  const others =
    from === 'SQLite'
      ? ''
      : ' Each other server of this installation has to be told as well before it starts.';
  return `Copied ${rows} rows of ${tables.length} tables from ${from} to ${to}; both sides are alike. ${after}${others}`;
};

const sayFailure = (json: boolean, code: string, message: string): void => {
  if (json) say(JSON.stringify({ error: { code, message } }));
  else sayBeside(message);
};

const moved = async (
  config: Config,
  { to, restart, json }: ReturnType<typeof parse>,
): Promise<MoveReport> => {
  const unlock = lockDataDir(config);
  try {
    const onProgress = json ? () => undefined : progressLines();
    const report = await moveInstalledDatabase({ config, to, restart, onProgress });
    writeInstalledMarker(openDataDir(config.dataDir));
    return report;
  } finally {
    unlock();
  }
};

/** `holdall migrate`. @returns the exit code */
export const migrate = async (args: readonly string[], config: Config): Promise<number> => {
  const parsed = parse(args);
  try {
    const report = await moved(config, parsed);
    say(parsed.json ? JSON.stringify(report) : sentenceOf(report));
    return 0;
  } catch (error) {
    if (error instanceof MoveError) {
      sayFailure(parsed.json, error.code, error.message);
      return exitCodes[error.code];
    }
    if (!(error instanceof ConfigError)) throw error;
    sayFailure(parsed.json, 'config', error.message);
    return 1;
  }
};
