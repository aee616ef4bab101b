import type { Messages } from '@holdall/contract/translations';
import type { Entry, EntryQuery, Imported, Progress } from './languages.types.ts';
import { faultOf, slotsOf } from './translations.rules.ts';
import type { Slot } from './translations.types.ts';

/** The texts of a language: shipped ones, and those changed here. */
export interface Texts {
  readonly locale: string;
  readonly shipped: Messages;
  readonly own: Messages;
}

export const entryOf = (slot: Slot, { locale, shipped, own }: Texts): Entry => ({
  slot,
  shipped: locale === 'en' ? slot.source : shipped[slot.key],
  own: own[slot.key],
});

export const isMissing = ({ shipped, own }: Entry): boolean => shipped === undefined && own === undefined;

export const entriesOf = (texts: Texts): Entry[] => slotsOf(texts.locale).map((slot) => entryOf(slot, texts));

export const progressOf = (entries: readonly Entry[]): Progress => ({
  texts: entries.length,
  missing: entries.filter(isMissing).length,
});

/** Folds case and accents. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Tells whether every search word occurs in the key, the English text or the translation. */
const matches = ({ slot, shipped, own }: Entry, words: readonly string[]): boolean => {
  if (words.length === 0) return true;
  const all = folded([slot.key, slot.source, own ?? shipped ?? ''].join('\n'));
  return words.every((word) => all.includes(word));
};

export const wantedOf = (
  entries: readonly Entry[],
  { search, filter }: Pick<EntryQuery, 'search' | 'filter'>,
): Entry[] => {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return entries.filter(
    (entry) =>
      (filter === 'all' || (filter === 'changed' ? entry.own !== undefined : isMissing(entry))) &&
      matches(entry, words),
  );
};

/** The outcome of an import: texts to save, and those equal to shipped ones. */
export interface Sorted extends Pick<Imported, 'unchanged' | 'unknown' | 'refused'> {
  readonly save: readonly (readonly [string, string])[];
  readonly forget: readonly string[];
}

/** Classifies each text of a file. Empty ones are ignored. */
export const sorted = (texts: Texts, imported: Messages): Sorted => {
  const entries = new Map(entriesOf(texts).map((entry) => [entry.slot.key, entry]));
  const save: [string, string][] = [];
  const forget: string[] = [];
  const unknown: string[] = [];
  const refused: Imported['refused'] = [];
  let unchanged = 0;
  for (const [key, text] of Object.entries(imported)) {
    const entry = entries.get(key);
    const value = text.trim();
    if (entry === undefined) unknown.push(key);
    else if (value !== '') {
      const fault = faultOf(entry.slot, value);
      if (fault !== undefined) refused.push({ key, reason: fault });
      else if (value === (entry.own ?? entry.shipped)) unchanged += 1;
      else if (value === entry.shipped) forget.push(key);
      else save.push([key, value]);
    }
  }
  return { save, forget, unchanged, unknown, refused };
};
