import { versionThinnings } from '@holdall/contract/choices';
import type { MessageKey } from '@holdall/contract/messages/en';
import { text } from './messages.ts';

/** Settings whose label and help share a stem in the messages of an area. */
type LabelledSetting<Area extends string> = MessageKey extends infer Key
  ? Key extends `${Area}.${infer Stem}_help`
    ? Stem
    : never
  : never;

interface Labels {
  readonly label: string;
  readonly help: string;
}

/** Returns the label and the help of a setting. */
export const settingLabels = (stem: LabelledSetting<'settings'>): Labels => ({
  label: text(`settings.${stem}`),
  help: text(`settings.${stem}_help`),
});

/** Returns the label and the help of a setting of the environment. */
export const environmentLabels = (stem: LabelledSetting<'environment'>): Labels => ({
  label: text(`environment.${stem}`),
  help: text(`environment.${stem}_help`),
});

/** Returns the default themes to choose from. */
export const themeSegments = () =>
  (['light', 'dark', 'system'] as const).map((value) => ({ value, label: text(`theme.${value}`) }));

/** Returns the sets of emoji to choose from. */
export const emojiSegments = () =>
  (['twemoji', 'applemoji'] as const).map((value) => ({ value, label: text(`settings.emoji.${value}`) }));

/** Returns the plans to choose from. */
export const planChoices = () =>
  (['none', 'fixed', 'metered'] as const).map((value) => ({
    value,
    title: text(`settings.plan.${value}`),
    text: text(`settings.plan.${value}_help`),
  }));

/** Returns the rules by which versions of files stay. */
export const versionRuleChoices = () =>
  versionThinnings.map((value) => ({
    value,
    title: text(`settings.version_rule.${value}`),
    text: text(`settings.version_rule.${value}_help`),
  }));
