import { undoSubstitutes } from '@holdall/contract/text';
import { passwordLimits } from '@holdall/contract/users';

/** Digits and other characters that people append to a word to satisfy a rule. */
const ornament = /[^\p{L}]{1,5}$/u;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the forms in which a password may be listed as breached, each long enough to be a password. */
export const spellingsOf = (password: string): string[] => {
  const plain = folded(password);
  const bare = plain.replace(ornament, '');
  return [...new Set([plain, bare, undoSubstitutes(plain), undoSubstitutes(bare)])].filter(
    (spelling) => spelling.length >= passwordLimits.min,
  );
};

/** Tells whether one to three characters repeat over and over; no list can hold them all. */
export const isRepetition = (password: string): boolean => /^(.{1,3})\1+.{0,2}$/su.test(password);

/** Characters that a password must have beside known words. */
const ownCharacters = 4;
/** Shorter words occur in too many passwords by chance. */
const shortestWord = 3;

/** Tells whether a password is little more than known words: the user's address, the name of the application. */
export const isMadeOf = (password: string, known: readonly string[]): boolean => {
  const words = known
    .flatMap((text) => [folded(text), ...folded(text).split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= shortestWord)
    .toSorted((one, other) => other.length - one.length);
  const whole = folded(password);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest !== whole && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < ownCharacters;
};
