import type { Messages } from '@holdall/contract/translations';

type Values = Readonly<Record<string, string | number>>;

/** The sentences of one language. */
export interface Sentences {
  /** Returns a message with its values; of a plural, the form that fits `count`. An unknown key stands for itself. */
  readonly of: (key: string, values?: Values) => string;
  readonly has: (key: string) => boolean;
}

/** A value, and how it is written: `{{name}}`, `{{count, number}}`. */
const slot = /\{\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?\}\}/g;

/**
 * Creates the sentences of a language. Messages have the format of i18next: values in `{{}}`, plural forms as endings
 * of their keys (`_zero`, where there is one, for none at all). Nothing else of that format is understood, and values
 * are never read as messages.
 */
export const createSentences = (locale: string, messages: Messages): Sentences => {
  const has = (key: string): boolean => Object.hasOwn(messages, key);
  // Created at first use, since they are the expensive part of a language.
  let forms: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const keyFor = (key: string, count: string | number | undefined): string => {
    if (typeof count !== 'number') return key;
    forms ??= new Intl.PluralRules(locale);
    const endings = [...(count === 0 ? ['zero'] : []), forms.select(count), 'other'];
    return endings.map((ending) => `${key}_${ending}`).find(has) ?? key;
  };
  return {
    has,
    of: (key, values = {}) => {
      const found = keyFor(key, values['count']);
      const message = has(found) ? messages[found] : key;
      return (message ?? key).replaceAll(slot, (_whole, name: string, format?: string) => {
        const value = values[name] ?? '';
        if (format !== 'number' || value === '') return String(value);
        return (numbers ??= new Intl.NumberFormat(locale)).format(Number(value));
      });
    },
  };
};
