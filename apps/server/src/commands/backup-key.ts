import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '#commands/usage-error.ts';
import { parseArguments } from '#commands/cli-input.ts';
import { CommandError, print, printJson } from '#commands/cli-output.ts';
import { createIdentity } from '#lib/age-keys.ts';
import { systemErrorCode } from '#lib/file-sync.ts';
import { reasonOf } from '#lib/reason-of.ts';

export const backupKeyHelp = `Usage: holdall backup-key FILE [--json]

Creates a pair of keys for encrypted backups, as age-keygen does. FILE, which must not be there yet, gets the private key;
the public one is printed: it goes into HOLDALL_BACKUP_RECIPIENT. Run this on another machine than the server, and keep
FILE in two places that neither the server nor the folder of backups is in: without it no encrypted backup can be read.

  --json   print the public key, or why there is none, as JSON

Exit codes: 0 created; 1 failed; 2 wrong usage.`;

/** `holdall backup-key`. @returns the exit code */
export const backupKey = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0)
    throw new UsageError('backup-key takes the file to write the private key to.');
  const path = resolve(file);
  const { text, recipient } = createIdentity(new Date());
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    const reason =
      systemErrorCode(error) === 'EEXIST'
        ? `${path} is there already. Name a new file: what it holds may be the only key to your backups.`
        : `${path} cannot be written: ${reasonOf(error, path)}.`;
    throw new CommandError('refused', reason);
  }
  if (values.json === true) printJson({ recipient, file: path });
  else {
    print(`Private key: ${path}`);
    print(`Public key: ${recipient}`);
  }
  return 0;
};
