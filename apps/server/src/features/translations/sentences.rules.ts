import { en, type MessageKey } from '@holdall/contract/messages/en';
import { placeholdersOf } from '@holdall/contract/text';
import type { Messages } from '@holdall/contract/translations';

/** A message with placeholders as a pattern for sentences. */
interface Pattern {
  readonly key: MessageKey;
  readonly placeholders: readonly string[];
  readonly shape: RegExp;
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const keys = Object.keys(en) as MessageKey[];
const isCheck = (key: string): boolean => key.startsWith('checks.');

/** Messages without placeholders by their English text; checks take precedence over others with equal text. */
const byText = new Map<string, MessageKey>(
  keys.toSorted((one, other) => Number(isCheck(one)) - Number(isCheck(other))).map((key) => [en[key], key]),
);

const patternOf = (key: MessageKey): Pattern => {
  const placeholders = placeholdersOf(en[key]);
  const parts = placeholders.reduce<readonly string[]>(
    (texts, placeholder) => texts.flatMap((text) => text.split(placeholder)),
    [en[key]],
  );
  return { key, placeholders, shape: new RegExp(`^${parts.map(literal).join('(.+)')}$`, 's') };
};

/** Checks with placeholders, those with the most words first, because they are the most specific. */
const patterns: readonly Pattern[] = keys
  .filter((key) => isCheck(key) && placeholdersOf(en[key]).length > 0)
  .toSorted((one, other) => en[other].length - en[one].length)
  .map(patternOf);

/** A whole number in English format. */
const wholeNumber = /^\d{1,3}(?:,\d{3})*$|^\d+$/;

const written = (value: string, locale: string): string =>
  wholeNumber.test(value) ? new Intl.NumberFormat(locale).format(Number(value.replaceAll(',', ''))) : value;

/** The messages of a language. */
export interface Words {
  readonly locale: string;
  readonly messages: Messages;
}

/**
 * Translates an English sentence if it is a known message; others are returned unchanged.
 *
 * @param sentence as the server's checks write it, with values inserted
 */
export const sentenceIn = ({ locale, messages }: Words, sentence: string): string => {
  const key = byText.get(sentence);
  if (key !== undefined) return messages[key] ?? sentence;
  for (const pattern of patterns) {
    const found = pattern.shape.exec(sentence);
    if (found === null) continue;
    const values = new Map(pattern.placeholders.map((name, at) => [name, found[at + 1] ?? '']));
    const text = messages[pattern.key];
    return text === undefined
      ? sentence
      : text.replaceAll(/\{\{[^{}]+\}\}/g, (name) => written(values.get(name) ?? name, locale));
  }
  return sentence;
};
