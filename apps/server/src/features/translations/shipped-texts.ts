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
 * The texts that come with the application in a language; none where it has no catalogue, or is English itself.
 * Read when they are first asked for.
 */
export const shippedTexts = (locale: string): Promise<Messages> => {
  if (locale === 'en' || !isShipped(locale)) return Promise.resolve(none);
  const known = read.get(locale);
  if (known !== undefined) return known;
  const texts = readAll(locale);
  read.set(locale, texts);
  // Another look may succeed.
  texts.catch(() => read.delete(locale));
  return texts;
};
