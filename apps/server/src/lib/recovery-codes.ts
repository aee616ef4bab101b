import { randomInt } from 'node:crypto';

/** No 0/o, 1/i/l, and no vowels but e, so that nothing is read wrong and no words come about. */
const alphabet = '23456789bcdefghjkmnpqrstvwxyz';
const groupLength = 6;
const groups = 4;
const count = 10;

const randomGroup = (): string =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Ten codes of 116 random bits each, in groups as people copy them. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => Array.from({ length: groups }, randomGroup).join('-'));

/** Normalises a typed code; codes of earlier versions have two groups. */
export const normalizeRecoveryCode = (typed: string): string => {
  const characters = typed.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
  return (characters.match(/.{1,6}/g) ?? []).join('-');
};
