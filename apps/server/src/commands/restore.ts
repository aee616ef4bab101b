import { resolve } from 'node:path';
import { UsageError } from '#commands/setup.ts';
import { identitiesIn } from '#commands/identity-file.ts';
import { checkDatabaseTarget, readInputLine, parseArguments } from '#commands/cli-input.ts';
import { CommandError, print, printJson } from '#commands/cli-output.ts';
import { openRestoreTarget } from '#compose/new-database.ts';
import { openFileRestore } from '#compose/offline.ts';
import { writeInstalledMarker } from '#config/installed-marker.ts';
import type { Config } from '#config/load.ts';
import {
  findStoredFile,
  restoreBackup,
  type Restored,
  restoreFiles,
  RestoreRefusedError,
  type RestoreRequest,
} from '#features/maintenance/index.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { formatBytes } from '#lib/format-bytes.ts';

export const restoreHelp = `Usage: holdall restore FOLDER [options]
       holdall restore FOLDER --file FILE… | --damaged [--identity FILE] [--json]

Creates an installation from a backup in HOLDALL_DATA_DIR and the database that is chosen by HOLDALL_DATABASE_URL, else
by --to, else as the data directory says, else SQLite. Both must be empty, and no server may use them. Files go to
the bucket of HOLDALL_S3_BUCKET where that is set, else to the data directory, wherever they were before. Run the
same command again to resume an interrupted restore.

  --to DATABASE    postgres://user:password@host:port/name, or sqlite; the data directory remembers it
  --to-file FILE   a file that holds the same (- reads standard input): it is then in no list of processes
  --backup NAME    one of "holdall backup --list FOLDER"; the latest unless said
  --identity FILE  a file that holds the private key of an encrypted backup, as age-keygen and "holdall backup-key" write it
                   (- reads standard input)
  --other-key      continue although second factors and passwords of other services cannot be read with the key here
  --take-over      continue although files of this installation are in the bucket: no server uses them any longer
  --drop-mails     drop queued mails, because the old server has sent them
  --json           print the result, or the reason for its failure, as JSON

With --file or --damaged only the bytes of single files are restored, beside running servers: files that are damaged or
missing get the bytes that were uploaded. Other files are left alone.

  --file FILE      the id of a file, or EMAIL:/path/to/file; may be given several times
  --damaged        every file that is known to be damaged: the dashboard and holdall doctor name them

The backup's config.json is not put in place, because it may name the database and the addresses of the old server.

Exit codes: 0 restored; 1 refused or failed; 2 wrong usage; 3 restored, but the backup lacks files.`;

const options = {
  backup: { type: 'string' },
  to: { type: 'string' },
  'to-file': { type: 'string' },
  'drop-mails': { type: 'boolean' },
  'other-key': { type: 'boolean' },
  'take-over': { type: 'boolean' },
  file: { type: 'string', multiple: true },
  damaged: { type: 'boolean' },
  identity: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** Printed where the signature is not proof enough. */
const doubts = {
  enclosed:
    'Its signature matches, by a key that came with the backup: if others could write to the folder of backups, they could have signed it.',
  none: 'Warning: nothing proves that the backup is what was saved. It has no signature, as those of earlier versions, or the key that signed it is not here.',
};

const tell = ({ name, blobs, damaged, proof }: Restored, { dataDir }: Config): void => {
  print(`Restored ${name} into ${dataDir}: ${blobs.count} files, ${formatBytes(blobs.bytes)}.`);
  if (proof !== 'own') print(doubts[proof]);
  if (damaged.length > 0)
    print(`The backup lacks ${damaged.length} files: run holdall doctor, which names them.`);
};

/** Says of a restore that is refused why. */
const refusing = async (work: () => Promise<number>): Promise<number> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RestoreRefusedError) throw new CommandError('refused', error.message);
    throw error;
  }
};

/** Makes an installation of a backup. @returns the exit code */
const restoreAll = async (
  config: Config,
  request: RestoreRequest,
  { to, asJson }: { readonly to: string | undefined; readonly asJson: boolean },
): Promise<number> => {
  const { opened: target, close } = await openRestoreTarget(config, {
    root: request.root,
    to,
    identities: request.identities,
  });
  try {
    const restored = await restoreBackup(request, target);
    writeInstalledMarker(target.dataDir);
    if (asJson) printJson({ ...restored, at: new Date(restored.at).toISOString() });
    else tell(restored, config);
    return restored.damaged.length === 0 ? 0 : 3;
  } finally {
    await close();
  }
};

/** Brings the bytes of single files back. @param files undefined: all that are damaged. @returns the exit code */
const restoreSome = async (
  config: Config,
  root: string,
  {
    files,
    identities,
    asJson,
  }: {
    readonly files: readonly string[] | undefined;
    readonly identities: readonly AgeIdentity[];
    readonly asJson: boolean;
  },
): Promise<number> => {
  const { opened, close } = await openFileRestore(config);
  try {
    const blobs =
      files === undefined
        ? undefined
        : await Promise.all(
            files.map(async (file) => {
              const blob = await findStoredFile(opened.db, file);
              if (blob === undefined) throw new CommandError('not_found', `There is no file ${file}.`);
              return blob;
            }),
          );
    const result = await restoreFiles(opened, { root, blobs, identities });
    const { restored, sound, lacking, encrypted } = result;
    if (asJson) printJson(result);
    else {
      print(`Restored ${restored} files; ${sound} were sound already.`);
      if (lacking > 0) print(`No backup in ${root} has the bytes of ${lacking} files.`);
      if (encrypted > 0)
        print(
          `${encrypted} files are in encrypted backups alone: add --identity FILE with the file that holds their private key.`,
        );
    }
    return lacking + encrypted === 0 ? 0 : 3;
  } finally {
    await close();
  }
};

/** `holdall restore`. @returns the exit code */
export const restore = async (args: readonly string[], config: Config): Promise<number> => {
  const { values, positionals } = parseArguments(args, options);
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0)
    throw new UsageError('restore takes the folder of the backups.');
  const { to, 'to-file': toFile } = values;
  if (to !== undefined && toFile !== undefined) throw new UsageError('Either --to or --to-file, not both.');
  checkDatabaseTarget(to);
  const { file: files, damaged = false } = values;
  const identities = identitiesIn(values.identity);
  if (files !== undefined || damaged) {
    if (files !== undefined && damaged) throw new UsageError('Either --file or --damaged, not both.');
    const other = Object.keys(values).find((name) => !['file', 'damaged', 'identity', 'json'].includes(name));
    if (other !== undefined) throw new UsageError(`--${other} does not go with --file or --damaged.`);
    return refusing(() =>
      restoreSome(config, resolve(folder), { files, identities, asJson: values.json === true }),
    );
  }
  const request = {
    root: resolve(folder),
    name: values.backup,
    otherKey: values['other-key'] ?? false,
    takeOver: values['take-over'] ?? false,
    dropMails: values['drop-mails'] ?? false,
    identities,
  };
  return refusing(() =>
    restoreAll(config, request, {
      to: toFile === undefined ? to : readInputLine(toFile),
      asJson: values.json === true,
    }),
  );
};
