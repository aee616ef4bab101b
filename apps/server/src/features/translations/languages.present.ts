import type { Language, TranslatedString } from '@holdall/contract/admin-languages';
import { directionOf } from '@holdall/contract/text';
import type { Entry, LanguageFacts } from './languages.types.ts';
import { isShipped, nameOf } from './translations.rules.ts';

export const presentLanguage = ({ locale, isDefault, ...counts }: LanguageFacts): Language => ({
  id: locale,
  type: 'language',
  attributes: {
    name: nameOf(locale),
    direction: directionOf(locale),
    shipped: isShipped(locale),
    default: isDefault,
    texts: counts.texts,
    missing: counts.missing,
    changed: counts.changed,
  },
});

export const presentString = ({ slot, shipped, own }: Entry): TranslatedString => ({
  key: slot.key,
  source: slot.source,
  translation: own ?? shipped ?? null,
  shipped: own === undefined ? null : (shipped ?? null),
  changed: own !== undefined,
  placeholders: [...slot.required],
});
