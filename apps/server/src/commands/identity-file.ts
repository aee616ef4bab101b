import { readInput } from '#commands/cli-input.ts';
import { CommandError } from '#commands/cli-output.ts';
import { type AgeIdentity, readIdentities } from '#lib/age-keys.ts';

/**
 * Reads private keys from a file, in the format of age-keygen and `holdall backup-key`.
 *
 * @param file `-` reads standard input; undefined: there are none
 * @throws ConfigError where it cannot be read; CommandError where it holds none, or something else
 */
export const identitiesIn = (file: string | undefined): readonly AgeIdentity[] => {
  if (file === undefined) return [];
  const identities = readIdentities(readInput(file).toString('utf8'));
  if (identities === undefined)
    throw new CommandError(
      'refused',
      `${file === '-' ? 'Standard input' : file} holds no private key of age: each line must be AGE-SECRET-KEY-1…, or a comment that begins with #. Decrypt a file that has a passphrase with age -d first.`,
    );
  return identities;
};
