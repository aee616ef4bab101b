import { resolve } from 'node:path';
import { UsageError } from '#commands/setup.ts';
import { checkDatabaseWord, CommandError, lineFrom, parseWords, print, printJson } from '#commands/words.ts';
import { openRestoreTarget } from '#compose-restoring.ts';
import { noteInstalled } from '#config/installed-mark.ts';
import type { Config } from '#config/load.ts';
import { restoreBackup, type Restored, RestoreRefusedError } from '#features/upkeep/index.ts';
import { formatBytes } from '#lib/format-bytes.ts';

export const restoreHelp = `Usage: holdall restore FOLDER [options]

Makes an installation of a backup in HOLDALL_DATA_DIR and the database that is chosen there: by HOLDALL_DATABASE_URL, else
by --to, else as the data directory says, else SQLite. Both must be empty, and no server may use them. Files go to
the bucket of HOLDALL_S3_BUCKET where that is set, else to the data directory, wherever they were before. What was
interrupted goes on when the same command is run again.

  --to DATABASE    postgres://user:password@host:port/name, or sqlite; the data directory remembers it
  --to-file FILE   a file that holds the same (- reads standard input): it is then in no list of processes
  --backup NAME    one of "holdall backup --list FOLDER"; the latest unless said
  --other-key      go on although second factors and passwords of other services cannot be read with the key here
  --take-over      go on although files of this installation are in the bucket: no server uses them any more
  --drop-mails     forget mails that were waiting to be sent: people have got them from the old server
  --json           print the result, or why there is none, as JSON

The backup's config.json is not put in place, because it may name the database and the addresses of the old server.

Exit codes: 0 restored; 1 refused or failed; 2 wrong usage; 3 restored, but the backup lacks files.`;

const options = {
  backup: { type: 'string' },
  to: { type: 'string' },
  'to-file': { type: 'string' },
  'drop-mails': { type: 'boolean' },
  'other-key': { type: 'boolean' },
  'take-over': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const tell = ({ name, blobs, damaged }: Restored, { dataDir }: Config): void => {
  print(`Restored ${name} into ${dataDir}: ${blobs.count} files, ${formatBytes(blobs.bytes)}.`);
  if (damaged.length > 0)
    print(`The backup lacks ${damaged.length} files: run holdall doctor, which names them.`);
};

/** `holdall restore`. @returns the exit code */
export const restore = async (args: readonly string[], config: Config): Promise<number> => {
  const { values, positionals } = parseWords(args, options);
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0)
    throw new UsageError('restore takes the folder of the backups.');
  const { to, 'to-file': file } = values;
  if (to !== undefined && file !== undefined) throw new UsageError('Either --to or --to-file, not both.');
  checkDatabaseWord(to);
  const wish = {
    root: resolve(folder),
    name: values.backup,
    otherKey: values['other-key'] ?? false,
    takeOver: values['take-over'] ?? false,
    dropMails: values['drop-mails'] ?? false,
  };
  const { opened: target, close } = await openRestoreTarget(config, {
    root: wish.root,
    to: file === undefined ? to : lineFrom(file),
  });
  try {
    const restored = await restoreBackup(wish, target);
    noteInstalled(target.dataDir);
    if (values.json === true) printJson({ ...restored, at: new Date(restored.at).toISOString() });
    else tell(restored, config);
    return restored.damaged.length === 0 ? 0 : 3;
  } catch (error) {
    if (error instanceof RestoreRefusedError) throw new CommandError('refused', error.message);
    throw error;
  } finally {
    await close();
  }
};
