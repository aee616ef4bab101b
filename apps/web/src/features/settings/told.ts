import type { MessageKey } from '@holdall/contract/messages/en';
import { text } from '#shared/i18n/messages.ts';

/** Settings whose label and help share a stem in the messages of an area. */
type Told<Area extends string> = MessageKey extends infer Key
  ? Key extends `${Area}.${infer Stem}_help`
    ? Stem
    : never
  : never;

interface Words {
  readonly label: string;
  readonly help: string;
}

/** Returns the label and the help of a setting. */
export const told = (stem: Told<'settings'>): Words => ({
  label: text(`settings.${stem}`),
  help: text(`settings.${stem}_help`),
});

/** Returns the label and the help of a setting of the environment. */
export const toldOfEnvironment = (stem: Told<'environment'>): Words => ({
  label: text(`environment.${stem}`),
  help: text(`environment.${stem}_help`),
});
