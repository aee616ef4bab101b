import { readFile } from 'node:fs/promises';
import { type FingerprintSet, readFingerprintSet } from '#lib/fingerprint-set.ts';
import type { BreachedPasswords } from '#ports/breached-passwords.ts';

/** Made by scripts/breached-passwords.ts; NOTICE names where the passwords come from. */
const shipped = new URL('./breached-passwords.bin', import.meta.url);

/** Checks passwords against the list that the server ships (three megabytes, read at first use). */
export const createBreachedPasswords = (): BreachedPasswords => {
  let list: Promise<FingerprintSet> | undefined;
  const load = async (): Promise<FingerprintSet> => {
    list ??= readFile(shipped).then(readFingerprintSet);
    try {
      return await list;
    } catch (error) {
      list = undefined;
      throw error;
    }
  };
  return { has: async (password) => (await load()).has(password) };
};
