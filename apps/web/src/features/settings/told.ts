import type { MessageKey } from '@holdall/contract/messages/en';
import { text } from '#shared/i18n/messages.ts';

/** Settings whose name and sentence stand under one stem in the messages. */
type Told = MessageKey extends infer Key ? (Key extends `settings.${infer Stem}_help` ? Stem : never) : never;

/** What a setting is called, and the sentence about it. */
export const told = (stem: Told): { readonly label: string; readonly help: string } => ({
  label: text(`settings.${stem}`),
  help: text(`settings.${stem}_help`),
});
