import { readdir, readFile } from 'node:fs/promises';
import { messages, type Messages } from '@holdall/contract/translations';
import { isShipped } from './translations.rules.ts';

const folder = new URL('catalogues/', import.meta.url);
const none: Messages = {};
const read = new Map<string, Promise<Messages>>();

const readAll = async (locale: string): Promise<Messages> => {
  const own = new URL(`${locale}/`, folder);
  const areas = (await readdir(own)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(
    areas.map(async (name) => messages.parse(JSON.parse(await readFile(new URL(name, own), 'utf8')))),
  );
  return Object.assign({}, ...texts) as Messages;
};

/**
 * Returns the shipped texts of a language; none without a catalogue, or for English itself. They are read on first
 * use.
 */
export const shippedTexts = (locale: string): Promise<Messages> => {
  if (locale === 'en' || !isShipped(locale)) return Promise.resolve(none);
  const known = read.get(locale);
  if (known !== undefined) return known;
  const texts = readAll(locale);
  read.set(locale, texts);
  // A retry may succeed.
  texts.catch(() => read.delete(locale));
  return texts;
};
