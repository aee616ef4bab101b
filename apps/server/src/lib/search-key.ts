/**
 * Accents and other marks that belong to the letter before them; the voicing marks of Japanese make other
 * letters.
 */
const accents = /[[[\p{Script=Inherited}&&\p{M}][\u05b0-\u05c7]]--[\u3099\u309a]]/gv;
/** Letters that Unicode does not take apart and people type without a second thought. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
};
const foreign = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
const controls = /\p{Cc}+/gu;

/**
 * A text as search compares it: case, accents, ligatures and widths of characters do not matter
 * ("Größe.PDF" → "grosse.pdf").
 */
export const foldText = (text: string): string =>
  text
    .toWellFormed()
    .replace(controls, ' ')
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    // There and back: ß becomes ss, and ı becomes i; down before, or ẞ would stay one letter.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(foreign, (letter) => plainLetters[letter] ?? letter);

/** Separates the parts of a search key; no name and no folded text contains it. */
export const keyMark = '\u0001';

const letters = /\p{L}|\p{M}/u;
const numbers = /\p{N}/u;
/** Scripts that write no spaces: each character may begin a word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
const pictures = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

type Kind = 'letter' | 'number' | 'unspaced' | 'picture' | 'other';
const kindOf = (character: string): Kind => {
  if (character >= 'a' && character <= 'z') return 'letter';
  if (character >= '0' && character <= '9') return 'number';
  if (character < '\u0080') return 'other';
  if (unspaced.test(character)) return 'unspaced';
  if (letters.test(character)) return 'letter';
  if (numbers.test(character)) return 'number';
  return pictures.test(character) ? 'picture' : 'other';
};

/**
 * Tells whether a word of a folded text begins at an index (in UTF-16 units); characters other than letters are
 * words of their own.
 */
export const beginsWord = (folded: string, index: number): boolean => {
  if (index === 0) return true;
  const kind = kindOf(String.fromCodePoint(folded.codePointAt(index) ?? 0));
  if (kind === 'unspaced' || kind === 'picture' || kind === 'other') return true;
  const isPair = index > 1 && (folded.charCodeAt(index - 1) & 0xfc00) === 0xdc00;
  return kind !== kindOf(folded.slice(index - (isPair ? 2 : 1), index));
};

/** A character that no index of words would take, spelt in capitals, which no folded text has. */
const spellPicture = (character: string): string =>
  `U${character.codePointAt(0)?.toString(16).toUpperCase()}`;

/** Word beginnings of one name that are indexed; the rest of a longer name is found by its trigrams. */
const mostStarts = 64;

/**
 * Returns the beginnings of a folded text's words, each with its first two characters: queries that are too
 * short for trigrams use them.
 */
export const wordStarts = (folded: string): string[] => {
  const characters = Array.from(folded);
  const kinds = characters.map(kindOf);
  const starts = new Set<string>();
  for (const [index, kind] of kinds.entries()) {
    if (kind === 'other' || starts.size >= mostStarts) continue;
    const character = characters[index] ?? '';
    if (kind === 'picture') starts.add(spellPicture(character));
    else if (kind === 'unspaced' || kind !== kinds[index - 1]) {
      const second = kinds[index + 1] === kind ? characters[index + 1] : undefined;
      starts.add(character + (second ?? ''));
    }
  }
  return [...starts];
};

/**
 * The key under which a name is found: the folded name, and behind it each word's beginning after two
 * marks. Trigrams of it find any three characters of the name, and one or two that begin a word.
 */
export const searchKey = (name: string): string => {
  const folded = foldText(name);
  return [folded, ...wordStarts(folded)].join(keyMark + keyMark);
};

/** The folded name in a search key. */
export const nameInKey = (key: string): string => {
  const end = key.indexOf(keyMark);
  return end < 0 ? key : key.slice(0, end);
};
