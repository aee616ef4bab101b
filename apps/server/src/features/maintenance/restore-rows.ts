import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AgeDamagedError, AgeIdentityError, copyThroughAge, createAgeDecryptor } from '#lib/age.ts';
import type { AgeIdentity } from '#lib/age-keys.ts';
import { encryptedSuffix, type Manifest, partialSuffix } from './backup.types.ts';
import { refuse } from './restore-target.ts';

/** The rows of a backup that is restored. */
export interface RowsToRestore {
  /** The folder of their files, once they are opened. */
  readonly folder: string;
  /** Their names in that folder. */
  readonly files: readonly string[];
  /** Decrypts them if needed. @throws RestoreRefusedError if that fails */
  open(): Promise<void>;
  /** Removes decrypted files. */
  close(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

const isOfRows = (name: string): boolean => /^(database\.sqlite|tables\/.+)\.age$/.test(name);

/**
 * Provides the rows of a backup unencrypted: decrypted ones are in the data directory until they are restored.
 *
 * @param folder of the backup
 */
export const createRowsToRestore = (
  { files }: Manifest,
  {
    folder,
    dataDir,
    identity,
  }: { readonly folder: string; readonly dataDir: string; readonly identity: AgeIdentity | undefined },
): RowsToRestore => {
  const names = files.map(({ name }) => name);
  if (identity === undefined) return { folder, files: names, open: nothing, close: nothing };
  const opened = join(dataDir, `restore${partialSuffix}`);
  const rows = names.filter((name) => isOfRows(name)).map((name) => name.slice(0, -encryptedSuffix.length));
  const close = (): Promise<void> => rm(opened, { recursive: true, force: true });
  return {
    folder: opened,
    files: rows,
    open: async () => {
      await close();
      await mkdir(opened, { mode: 0o700 });
      for (const name of rows) {
        const to = join(opened, name);
        const from = join(folder, name + encryptedSuffix);
        await mkdir(dirname(to), { recursive: true, mode: 0o700 });
        try {
          await copyThroughAge(from, to, createAgeDecryptor(identity));
        } catch (error) {
          if (error instanceof AgeDamagedError || error instanceof AgeIdentityError)
            refuse(`The backup is damaged: ${from} cannot be decrypted.`);
          throw error;
        }
      }
    },
    close,
  };
};
