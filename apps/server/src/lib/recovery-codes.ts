import { randomInt } from 'node:crypto';

/** No 0/o, 1/i/l, and no vowels but e, so that nothing is read wrong and no words come about. */
const alphabet = '23456789bcdefghjkmnpqrstvwxyz';
const half = 6;
const count = 10;

const randomHalf = (): string =>
  Array.from({ length: half }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Ten codes of 58 random bits each, in two halves as people copy them. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => `${randomHalf()}-${randomHalf()}`);

/** A code as somebody typed it in the one form in which it was made. */
export const normalizeRecoveryCode = (typed: string): string => {
  const signs = typed.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
  return `${signs.slice(0, half)}-${signs.slice(half)}`;
};
