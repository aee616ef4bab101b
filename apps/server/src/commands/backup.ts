import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { identitiesIn } from '#commands/identity-file.ts';
import { UsageError } from '#commands/setup.ts';
import { parseArguments } from '#commands/cli-input.ts';
import { CommandError, print, printJson } from '#commands/cli-output.ts';
import { backupDirOf } from '#compose/host-environment.ts';
import { openBackupReader, openBackups, type OpenedBackups } from '#compose/offline.ts';
import type { Config } from '#config/load.ts';
import {
  BackupBusyError,
  BackupGoneError,
  type BackupReader,
  BackupRefusedError,
  type BackupResult,
  type BackupsService,
  type BackupSummary,
  type ExaminedBackup,
} from '#features/maintenance/index.ts';
import { readRecipient } from '#lib/age-keys.ts';
import { formatBytes } from '#lib/format-bytes.ts';

export const backupHelp = `Usage: holdall backup [FOLDER] [--copy] [--keep NUMBER] [--recipient KEY] [--json]
       holdall backup --list [FOLDER] [--json]
       holdall backup --verify NAME [FOLDER] [--identity FILE] [--json]

Saves the database as it is at one moment and all files, while the server runs. FOLDER may hold many backups: each
adds only the files that the others do not have. The default is HOLDALL_BACKUP_DIR, else backups/ in the data
directory.

  --copy           copy files also where FOLDER is on their disk; otherwise they get a second name there, which
                   takes no space
  --keep NUMBER    drop older backups than the latest NUMBER, and the files that only they have
  --recipient KEY  encrypt everything to a public key of age (age1…), so that only its private key reads it; the default
                   is HOLDALL_BACKUP_RECIPIENT. "holdall backup-key" creates such a pair of keys
  --list           show the backups that there are
  --verify NAME    read all of a backup again (“latest”: the latest one) and compare it with its checksums
  --identity FILE  decrypt an encrypted backup as well, by the private key in this file (- reads standard input)
  --json           print the result, or the reason for its failure, as JSON

A backup that is not encrypted holds what opens accounts and reads secrets: keep it as safe as the server. Keep each on
another disk, and the private key of encrypted ones neither there nor on the server.

--list and --verify need no installation: the folder of the backups is enough.

Exit codes: 0 saved, or sound; 1 failed; 2 wrong usage; 3 saved, but files that are damaged or missing are not in it, or
older backups are damaged; not sound.`;

const options = {
  copy: { type: 'boolean' },
  keep: { type: 'string' },
  list: { type: 'boolean' },
  verify: { type: 'string' },
  recipient: { type: 'string' },
  identity: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const numberOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--keep takes a number of backups, 1 or more.');
  return Number(text);
};

const wireOf = <T extends BackupSummary>(summary: T) => ({
  ...summary,
  at: new Date(summary.at).toISOString(),
});

const lineOf = ({ name, blobs, damaged, encrypted }: BackupSummary): string =>
  [
    `${name}  ${blobs.count} files`,
    formatBytes(blobs.bytes),
    ...(encrypted ? ['encrypted'] : []),
    ...(damaged === 0 ? [] : [`${damaged} MISSING`]),
  ].join(', ');

/** Says how much of an encrypted backup could be checked. */
const printLimits = ({ sound, recipient, decrypted, signature }: ExaminedBackup): void => {
  if (recipient === undefined) return;
  if (!decrypted)
    print(
      `  It is encrypted to ${recipient}: its files were compared with their checksums as they lie there, and not decrypted. Add --identity FILE to do that, too.`,
    );
  else if (sound) print('  Everything was decrypted, too.');
  if (signature === 'unknown')
    print('  Its signature was not checked: the secret key that made it is not at hand.');
};

const printBackup = (result: BackupResult): void => {
  const { added, blobs, damaged } = result;
  print(
    `Saved ${blobs.count} files (${formatBytes(blobs.bytes)}${result.encrypted ? ', encrypted' : ''}) in ${result.folder}; ${added.count} of them (${formatBytes(added.bytes)}) are new.`,
  );
  if (result.pruned.length > 0) print(`Dropped ${result.pruned.length} older backups.`);
  if (result.clockBehind)
    print(
      'The clock of this machine is behind the latest backup that was there: one of both times is wrong.',
    );
  if (result.unsure.length > 0)
    print(
      `Nothing older was dropped, because of damaged backups nobody knows which files they need. Remove their folders in snapshots/: ${result.unsure.join(', ')}.`,
    );
  if (damaged === 0) return;
  print(`${damaged} files could not be saved, because they are damaged or missing:`);
  for (const example of result.examples) print(`  ${example}`);
  print('holdall restore FOLDER --damaged brings back what an earlier backup has of them.');
};

const refusalOf = (error: unknown): CommandError | undefined => {
  if (error instanceof BackupBusyError) return new CommandError('busy', error.message);
  if (error instanceof BackupGoneError) return new CommandError('not_found', error.message);
  if (error instanceof BackupRefusedError) return new CommandError('refused', error.message);
  return undefined;
};

/** `holdall backup`. @returns the exit code */
export const backup = async (args: readonly string[], config: Config): Promise<number> => {
  const { values, positionals } = parseArguments(args, options);
  const [folder, ...others] = positionals;
  if (others.length > 0) throw new UsageError('backup takes one folder.');
  const root = folder === undefined ? backupDirOf(config) : resolve(folder);
  const keep = numberOf(values.keep);
  const asJson = values.json === true;
  if (values.recipient !== undefined && readRecipient(values.recipient) === undefined)
    throw new UsageError(
      '--recipient takes a public key of age, which begins with age1 and has 62 characters.',
    );
  if (values.identity !== undefined && values.verify === undefined)
    throw new UsageError('--identity goes with --verify alone.');

  const expectFolder = (): void => {
    if (folder !== undefined && !existsSync(root))
      throw new CommandError('not_found', `There is no folder ${root}.`);
  };
  const show = async (backups: BackupReader): Promise<number> => {
    expectFolder();
    const { backups: list, unreadable } = await backups.list(root);
    if (asJson)
      printJson([
        ...list.map((summary) => wireOf(summary)),
        ...unreadable.map((name) => ({ name, unreadable: true })),
      ]);
    else {
      for (const summary of list) print(lineOf(summary));
      for (const name of unreadable) print(`${name}  DAMAGED: its manifest cannot be read`);
    }
    return unreadable.length === 0 ? 0 : 3;
  };
  const make = async (backups: BackupsService, note: OpenedBackups['note']): Promise<number> => {
    const result = await backups.make({ root, link: values.copy !== true, keep });
    await note(result);
    if (asJson) printJson(wireOf(result));
    else printBackup(result);
    return result.damaged === 0 && result.unsure.length === 0 ? 0 : 3;
  };
  const verify = async (backups: BackupReader, wished: string): Promise<number> => {
    expectFolder();
    const name = wished === 'latest' ? ((await backups.latest(root)) ?? wished) : wished;
    const examined = await backups.verify(root, name, { identities: identitiesIn(values.identity) });
    const { sound, faults, examples } = examined;
    if (asJson) printJson({ name, ...examined });
    else {
      print(sound ? `${name} is sound.` : `${name} is damaged: ${faults} faults.`);
      for (const example of examples) print(`  ${example}`);
      printLimits(examined);
    }
    return sound ? 0 : 3;
  };
  const makeHere = async (): Promise<number> => {
    const { opened, close } = await openBackups({
      ...config,
      backupRecipient: values.recipient ?? config.backupRecipient,
    });
    try {
      return await make(opened.backups, opened.note);
    } finally {
      await close();
    }
  };
  try {
    if (values.verify !== undefined) return await verify(openBackupReader(), values.verify);
    return values.list === true ? await show(openBackupReader()) : await makeHere();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
};
