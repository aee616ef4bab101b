import { UsageError } from '#commands/setup.ts';
import { parseOptions } from '#commands/cli-input.ts';
import { print, printJson } from '#commands/cli-output.ts';
import { migrateInstalledBlobs, migrateInstalledSmallContents } from '#compose/offline.ts';
import { type Config, ConfigError } from '#config/load.ts';
import { objectStorageOf } from '#config/object-storage.ts';
import {
  type DamagedBlob,
  type MigrateBlobsReport,
  MigrationError,
  type MigrationFault,
  type MigrationProgress,
  type MigrationResult,
} from '#features/storage/index.ts';
import { formatBytes } from '#lib/format-bytes.ts';

export const migrateBlobsHelp = `Usage: holdall migrate-blobs --to s3|disk [--remove-source | --source-gone] [--json]
       holdall migrate-blobs --small-files [--json]

Moves the bytes of all files to S3-compatible storage, to another bucket, or back to the data directory, while servers
run. Servers store new files in the new storage from the start, without a restart. Each existing file is copied and
compared by its SHA-256 with what was stored; until then it is read from the old storage.

The command waits for uploads that began in the old storage and are under way, because they end there. One that nobody
has continued for ten minutes is left to the servers, which move its file when it ends, or end it after a day. However the command is interrupted, the same command continues with what is left.

  --to STORAGE       s3: the bucket of HOLDALL_S3_BUCKET, with HOLDALL_S3_ACCESS_KEY and HOLDALL_S3_SECRET_KEY (or
                     HOLDALL_S3_SECRET_KEY_FILE), HOLDALL_S3_ENDPOINT, HOLDALL_S3_REGION, HOLDALL_S3_PREFIX;
                     disk: the data directory, for an installation of one server
  --remove-source    at the end, if no file is damaged, moves all files of the old storage, and of storage that was left
                     before, to trash/ there, which servers empty after seven days; otherwise they stay where they are
  --source-gone      the old storage is lost and cannot be reached: each file that is intact in the new storage, copied
                     there by other means, is used from there; the command names the others, and unfinished uploads
                     to the old storage begin anew
  --small-files      moves files of up to 16 KiB from the storage into the database, where small uploads are stored anyway:
                     only files from before that version are elsewhere. What was moved lies in trash/ for seven days
  --json             prints the report as JSON

Exit codes: 0 moved; 1 refused or failed: it can be run again; 2 wrong usage; 3 everything is there already; 4 everything
was moved except files that are damaged or missing: they stay in the old storage, and the next call tries them again.`;

const options = {
  to: { type: 'string' },
  'remove-source': { type: 'boolean' },
  'source-gone': { type: 'boolean' },
  'small-files': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const exitCodes: Readonly<Record<MigrationFault, number>> = { same: 3, refused: 1, interrupted: 1 };
/** Files between two lines of progress. */
const linesEvery = 1_000;

const sayBeside = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const parse = (args: readonly string[]) => {
  const {
    to,
    json = false,
    'remove-source': removeSource = false,
    'source-gone': sourceGone = false,
    'small-files': smallFiles = false,
  } = parseOptions(args, options, 'migrate-blobs');
  if (smallFiles) {
    if (to !== undefined || removeSource || sourceGone)
      throw new UsageError('--small-files goes with no other option than --json.');
    return { to: 'database', json } as const;
  }
  if (to !== 's3' && to !== 'disk') throw new UsageError('--to takes s3 or disk.');
  if (removeSource && sourceGone) throw new UsageError('Nothing can be removed from storage that is gone.');
  return { to, json, removeSource, sourceGone } as const;
};

/** One line now and then. */
const progressLines = (): ((progress: MigrationProgress) => void) => {
  let next = 0;
  return ({ moved, bytes }) => {
    if (moved < next) return;
    next = moved + linesEvery;
    sayBeside(`Moved ${moved} files and pictures, ${formatBytes(bytes)}`);
  };
};

/** The same sentence once, however often it is said. */
const once = (): ((sentence: string) => void) => {
  let last = '';
  return (sentence) => {
    if (sentence !== last) sayBeside(sentence);
    last = sentence;
  };
};

const nameOf = ({ key, reason, file, owner }: DamagedBlob): string => {
  const what = reason === 'absent' ? 'missing' : 'altered';
  return file === undefined ? `${what}: blob ${key}` : `${what}: “${file}” of ${owner} (blob ${key})`;
};

const tell = (
  { from, to, moved, bytes, damaged, uploads, left }: MigrateBlobsReport,
  sourceGone: boolean,
): void => {
  print(
    `Moved ${moved} files and pictures, ${formatBytes(bytes)}, from ${from} to ${to}; every one of them was compared.`,
  );
  if (damaged.length > 0) {
    print(`${damaged.length} could not be moved, because they are damaged or missing in ${from}:`);
    for (const blob of damaged) print(`  ${nameOf(blob)}`);
    if (!sourceGone) print('They stay there and are read from there.');
    print('Restore or delete them, then run the command again. What is deleted counts until the next day.');
    return;
  }
  if (uploads > 0)
    print(
      `${uploads === 1 ? 'An unfinished upload is' : `${uploads} unfinished uploads are`} left in ${from}. Servers move the file of one that ends. Until then ${from} is needed, and nothing is removed from it.`,
    );
  else if (left === undefined) print(`What was moved is still in ${from}, which no server uses any more.`);
  else if (left > 0)
    print(
      `${left} blobs stay in ${from}, because they came there meanwhile, or are missing or damaged in ${to}.`,
    );
};

/** Printed before the migration, too: a server may restart at any time. */
const sayOperator = (config: Config, to: 's3' | 'disk'): void => {
  if (to === 'disk' && objectStorageOf(config) !== undefined)
    sayBeside(
      'Take HOLDALL_S3_… out of the configuration of all servers, or their next start after the migration makes the bucket the store of new files again.',
    );
};

const tellSmall = ({ moved, bytes, damaged }: MigrationResult): void => {
  print(
    `Moved ${moved} small files, ${formatBytes(bytes)}, into the database; every one of them was compared.`,
  );
  if (damaged.length === 0) return;
  print(`${damaged.length} could not be moved, because they are damaged or missing:`);
  for (const blob of damaged) print(`  ${nameOf(blob)}`);
};

type Parsed = ReturnType<typeof parse>;

/** Runs what was asked for, and tells about it. @returns how many blobs are damaged */
const run = async (parsed: Parsed, config: Config): Promise<number> => {
  const ignore = (): void => undefined;
  const { json } = parsed;
  const listeners = { onProgress: json ? ignore : progressLines(), onWait: json ? ignore : once() };
  if (parsed.to === 'database') {
    const report = await migrateInstalledSmallContents({ config, ...listeners });
    if (json) printJson(report);
    else tellSmall(report);
    return report.damaged.length;
  }
  const { to, removeSource, sourceGone } = parsed;
  sayOperator(config, to);
  const report = await migrateInstalledBlobs({ config, to, removeSource, sourceGone, ...listeners });
  if (json) printJson(report);
  else tell(report, sourceGone);
  sayOperator(config, to);
  return report.damaged.length;
};

/** `holdall migrate-blobs`. @returns the exit code */
export const migrateBlobsCommand = async (args: readonly string[], config: Config): Promise<number> => {
  const parsed = parse(args);
  try {
    return (await run(parsed, config)) === 0 ? 0 : 4;
  } catch (error) {
    const fault = error instanceof MigrationError ? error.code : 'refused';
    if (!(error instanceof MigrationError) && !(error instanceof ConfigError)) throw error;
    if (parsed.json) printJson({ error: { code: fault, message: error.message } });
    else sayBeside(error.message);
    return exitCodes[fault];
  }
};
