import type { ActivityEntry } from '@holdall/contract/activity';
import { hasText, type Translate } from '#shared/i18n/messages.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { timezoneName } from '#shared/lib/places.ts';

type Fact = ActivityEntry['attributes']['details'][string];

/** Settings whose values are sizes. */
const sizes: ReadonlySet<string> = new Set(['upload_limit', 'chunk_size', 'default_capacity']);

const sizeText = (t: Translate, name: string, bytes: number): string =>
  bytes === 0 && name === 'upload_limit' ? t('activity.value.no_limit') : formatBytes(bytes);

/** Returns a choice under its label in the settings: `dark` is “Dark”. */
const choiceText = (t: Translate, name: string, value: string): string | undefined => {
  const keys: Readonly<Record<string, string>> = {
    color: `settings.accent.${value}`,
    default_emoji: `settings.emoji.${value}`,
    default_theme: `theme.${value}`,
    subscription_type: `settings.plan.${value}`,
    two_factor_required: `settings.two_factor_required.${value}`,
    role: `role.${value}`,
  };
  const key = keys[name];
  return key !== undefined && hasText(key) ? t(key) : undefined;
};

interface NamedFact {
  readonly kind: string;
  /** Name of the setting or field that the value belongs to. */
  readonly name: string;
  readonly fact: Fact | undefined;
}

/** Formats a detail of an entry for people. */
export const factText = (t: Translate, { kind, name, fact }: NamedFact): string => {
  if (kind === 'user.capacity_changed') {
    if (fact === null || fact === 'unlimited') return t('activity.value.no_limit');
    if (fact === 'default' || fact === undefined) return t('activity.value.default');
  }
  if (fact === undefined || fact === null || fact === '') return t('activity.value.empty');
  if (typeof fact === 'boolean') return t(fact ? 'activity.value.on' : 'activity.value.off');
  if (typeof fact === 'number') {
    if (kind === 'user.capacity_changed' || sizes.has(name)) return sizeText(t, name, fact);
    return name === 'timezone' ? timezoneName(fact) : String(fact);
  }
  return t('activity.value.quoted', { value: choiceText(t, name, fact) ?? fact });
};
