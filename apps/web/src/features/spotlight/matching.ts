import { foldText } from '#shared/lib/fold-text.ts';

const segmenter = new Intl.Segmenter();
/** The characters of a text as people see them. */
const lettersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

export interface TextPart {
  readonly text: string;
  readonly match: boolean;
}

/** Returns the places of the text itself at which the folded text contains a word. */
const find = (letters: readonly string[], folds: readonly string[], word: string): boolean[] => {
  const marks = letters.map(() => false);
  if (word === '') return marks;
  const starts: number[] = [];
  let length = 0;
  for (const fold of folds) {
    starts.push(length);
    length += fold.length;
  }
  const whole = folds.join('');
  for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length))
    for (const [index, start] of starts.entries()) {
      const end = start + (folds[index]?.length ?? 0);
      if (end > start && start < at + word.length && end > at) marks[index] = true;
    }
  return marks;
};

/**
 * A text in parts that fit a query and parts that do not, whatever their case and accents: all of the query where
 * it is there, else each of its words.
 */
export const matchedParts = (text: string, query: string): TextPart[] => {
  const letters = lettersOf(text);
  const folds = letters.map(foldText);
  const wanted = foldText(query.trim());
  const whole = find(letters, folds, wanted);
  const words = wanted.split(/\s+/).map((word) => find(letters, folds, word));
  const marks = whole.includes(true)
    ? whole
    : letters.map((_, at) => words.some((word) => word[at] === true));
  const parts: TextPart[] = [];
  for (const [at, letter] of letters.entries()) {
    const match = marks[at] ?? false;
    const last = parts.at(-1);
    if (last?.match === match) parts[parts.length - 1] = { text: last.text + letter, match };
    else parts.push({ text: letter, match });
  }
  return parts;
};

/** The parts between two places in their text. */
export const partsBetween = (parts: readonly TextPart[], from: number, to: number): TextPart[] => {
  let end = 0;
  return parts.flatMap(({ text, match }) => {
    const start = end;
    end += text.length;
    const piece = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    return piece === '' ? [] : [{ text: piece, match }];
  });
};

/** Ranks a title and its keywords for a query: 3 begins with it, 0 does not match. */
export const fitOf = (query: string, title: string, also = ''): number => {
  const wanted = foldText(query.trim());
  const text = foldText(title);
  if (text.startsWith(wanted)) return 3;
  const all = `${text} ${foldText(also)}`;
  const words = wanted.split(/\s+/);
  if (words.every((word) => all.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word)))) return 2;
  return wanted.length > 1 && all.includes(wanted) ? 1 : 0;
};
