import { undisguised } from '@holdall/contract/password-disguises';
import { passwordLimits } from '@holdall/contract/users';

/** Digits and signs that are put behind a word because some rule somewhere asks for them. */
const ornament = /[^\p{L}]{1,5}$/u;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The forms in which a password may stand on a list of breached ones, each long enough to be one. */
export const spellingsOf = (password: string): string[] => {
  const plain = folded(password);
  const bare = plain.replace(ornament, '');
  return [...new Set([plain, bare, undisguised(plain), undisguised(bare)])].filter(
    (spelling) => spelling.length >= passwordLimits.min,
  );
};

/** One to three signs over and over: no list can hold them all. */
export const isRepetition = (password: string): boolean => /^(.{1,3})\1+.{0,2}$/su.test(password);

/** Signs that a password has beside what anybody knows of it. */
const ownSigns = 4;
/** Words that are shorter than this stand in too many passwords by chance. */
const shortestWord = 3;

/** Whether a password is little more than words that anybody knows: the person's address, the name of the application. */
export const isMadeOf = (password: string, known: readonly string[]): boolean => {
  const words = known
    .flatMap((text) => [folded(text), ...folded(text).split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= shortestWord)
    .toSorted((one, other) => other.length - one.length);
  const whole = folded(password);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest !== whole && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < ownSigns;
};
