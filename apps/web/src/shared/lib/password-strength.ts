import { undoSubstitutes } from '@holdall/contract/text';
import { passwordLimits } from '@holdall/contract/limits';

/** 0 is too short to be taken; 1 to 4 are taken, however easily they are guessed. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const rows = ['qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm', 'zxcvbnm', '1234567890'];

/** The most common choices, the most frequent first: whole passwords, and words that they are made of. */
const commonWords: readonly string[] = `
password qwerty welcome admin letmein iloveyou monkey dragon secret login master sunshine princess football baseball
shadow superman batman trustno michael jordan hunter ranger buster soccer hockey killer george charlie andrew michelle
love jessica pepper daniel access joshua maggie starwars silver william dallas yankees ashley amanda orange freedom
computer thunder nicole ginger heather hammer summer corvette taylor austin merlin matthew golfer cheese martin
chelsea patrick richard diamond yellow bigdog secure whatever cookie chocolate banana flower purple cowboy
samantha jennifer thomas robert internet phoenix mickey bailey knight iceman tigers purple andrea dakota
aaaaaa hello matrix family winter spring autumn monday friday january february march april june july august september
october november december london paris berlin prague vienna madrid moscow boston chicago texas florida canada mexico
india china germany france brazil england scotland ireland liverpool arsenal barcelona madrid juventus
google facebook instagram twitter youtube apple microsoft samsung windows android linux office company business
server backup holdall files folder cloud drive share system default temp temporary test testing user guest root demo
sample example changeme change please abc abcdef qwertz azerty asdf zxcvb qazwsx pass passwort heslo senha contrasena
motdepasse parola haslo wachtwoord losenord angel angels baby lovely beautiful happy lucky forever friend friends
mother father sister brother family mama papa mommy daddy honey sweet sugar candy coffee pizza cheese burger
dog cat horse rabbit tiger lion eagle wolf bear snake spider dolphin turtle butterfly puppy kitty kitten mouse
red blue green black white pink gold star stars moon heaven angel jesus christ church faith blessed grace maria
david james john robert peter paul mark lucas adam alex anna emma laura sarah julia sophie lisa maria eva jan petr
jakub tomas martin lukas honza katka lenka jana veronika nikola barbora michal marek filip ondrej vojta
money dollar poker casino player gamer gaming minecraft fortnite pokemon pikachu naruto sasuke goku zelda mario sonic
metallica nirvana eminem slipknot guitar music rock metal hiphop dance ninja samurai warrior wizard magic
mustang ferrari porsche mercedes toyota honda yamaha harley suzuki audi ford jaguar
war peace life world people time house home work school student teacher doctor nurse police soldier captain
new old big small good bad best hot cool super great one two three four five six seven eight nine ten
king queen prince lady lord boss chief rain snow fire water earth wind storm ocean river mountain forest garden
`
  .trim()
  .split(/\s+/);

const ranks = new Map(commonWords.map((word, rank) => [word, rank]));
const longestWord = Math.max(...commonWords.map((word) => word.length));
/** Parts that are shorter than this stand in too many passwords by chance. */
const shortestPart = 3;

/** A part of a password that is guessed as a whole. */
interface Part {
  readonly length: number;
  readonly bits: number;
}

const lengthsAt = (text: string, at: number, most: number): number[] => {
  const longest = Math.min(most, text.length - at);
  return Array.from({ length: Math.max(0, longest - shortestPart + 1) }, (_, index) => longest - index);
};

const wordAt = (text: string, at: number): Part | undefined => {
  for (const length of lengthsAt(text, at, longestWord)) {
    const part = text.slice(at, at + length);
    const rank = ranks.get(part) ?? ranks.get(undoSubstitutes(part));
    if (rank !== undefined) return { length, bits: Math.log2(rank + 2) + 1 };
  }
  return undefined;
};

const knownAt = (text: string, at: number, known: readonly string[]): Part | undefined => {
  const word = known.find((candidate) => text.startsWith(candidate, at));
  return word === undefined ? undefined : { length: word.length, bits: 2 };
};

/** The same character, or the same few, over and over. */
const repetitionAt = (text: string, at: number): Part | undefined => {
  const [whole, block] = /^(.{1,4}?)\1+/su.exec(text.slice(at)) ?? [];
  if (whole === undefined || block === undefined || whole.length < shortestPart) return undefined;
  return { length: whole.length, bits: block.length * 3 + Math.log2(whole.length / block.length) };
};

const isRun = (text: string): boolean => {
  const steps = new Set(
    Array.from(text.slice(1), (character, index) => character.charCodeAt(0) - text.charCodeAt(index)),
  );
  const [step] = steps;
  const backwards = Array.from(text).toReversed().join('');
  return (
    (steps.size === 1 && (step === 1 || step === -1)) ||
    rows.some((row) => row.includes(text) || row.includes(backwards))
  );
};

/** Neighbours in the alphabet, among digits or on the keyboard. */
const runAt = (text: string, at: number): Part | undefined => {
  const length = lengthsAt(text, at, 12).find((candidate) => isRun(text.slice(at, at + candidate)));
  return length === undefined ? undefined : { length, bits: 3 + Math.log2(length) };
};

const yearAt = (text: string, at: number): Part | undefined =>
  /^(?:19|20)\d\d/.test(text.slice(at)) ? { length: 4, bits: 6 } : undefined;

/** Bits of a character that belongs to no pattern: letters follow one another as languages have it. */
const characterAt = (text: string, at: number): Part => {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const bits = /\s/.test(character) ? 1 : /\p{L}/u.test(character) ? 3.6 : /\d/.test(character) ? 3.3 : 5;
  return { length: character.length, bits };
};

const bitsOf = (password: string, known: readonly string[]): number => {
  const text = password.normalize('NFKC').toLowerCase();
  const capitals = password.match(/\B\p{Lu}/gu)?.length ?? 0;
  let bits = Math.min(capitals, 6);
  for (let at = 0; at < text.length;) {
    const part =
      knownAt(text, at, known) ??
      repetitionAt(text, at) ??
      wordAt(text, at) ??
      yearAt(text, at) ??
      runAt(text, at) ??
      characterAt(text, at);
    bits += part.bits;
    at += part.length;
  }
  return bits;
};

/** Bits from which on a password is fair, strong, very strong. */
const steps = [28, 42, 62] as const;

/**
 * Returns how hard a password is to guess, by rules of thumb: its length and variety, without the first guesses.
 *
 * @param about words about the person: address, name
 * @param least characters that a password must have
 */
export const strengthOf = (
  password: string,
  about: readonly string[] = [],
  least: number = passwordLimits.min,
): Strength => {
  if (password.length < least) return 0;
  const known = about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= shortestPart)
    .toSorted((one, other) => other.length - one.length);
  const bits = bitsOf(password, known);
  return (1 + steps.filter((step) => bits >= step).length) as Strength;
};
