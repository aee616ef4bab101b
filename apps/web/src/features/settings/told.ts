import type { MessageKey } from '@holdall/contract/messages/en';
import { text } from '#shared/i18n/messages.ts';

/** Settings whose name and sentence stand under one stem in the messages of an area. */
type Told<Area extends string> = MessageKey extends infer Key
  ? Key extends `${Area}.${infer Stem}_help`
    ? Stem
    : never
  : never;

interface Words {
  readonly label: string;
  readonly help: string;
}

/** What a setting is called, and the sentence about it. */
export const told = (stem: Told<'settings'>): Words => ({
  label: text(`settings.${stem}`),
  help: text(`settings.${stem}_help`),
});

/** The same of the environment's settings. */
export const toldOfEnvironment = (stem: Told<'environment'>): Words => ({
  label: text(`environment.${stem}`),
  help: text(`environment.${stem}_help`),
});
