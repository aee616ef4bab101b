import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type EmojiGroup,
  emojiEdition,
  type EmojiLanguage,
  quickSheet,
} from '../src/features/files/emoji-files.ts';
import { quickEmoji } from '../src/features/files/ui/quick-emoji.ts';
import { emojiName } from '../src/shared/ui/emoji-address.ts';

const packageRoot = (name: string): string =>
  dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

/** Folder of the pictures, one file each. */
export const pictures = packageRoot('@twemoji/svg');
/** Emoji names and groups; one folder for each language. */
const data = packageRoot('emojibase-data');

/** The newest emoji that have a picture. */
const emojiVersion = 15;

interface NamedEmoji {
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly version: number;
  /** Absent for single letters of flags. */
  readonly group?: number;
}

interface Group {
  readonly key: string;
  readonly message: string;
  readonly order: number;
}

const json = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;

const capitalised = (text: string, language: string): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** All groups of emoji in a language, without those of which emoji consist. */
export const emojiGroups = async (language: EmojiLanguage): Promise<readonly EmojiGroup[]> => {
  const named = await json<readonly NamedEmoji[]>(join(data, language, 'data.json'));
  const { groups } = await json<{ groups: readonly Group[] }>(join(data, language, 'messages.json'));
  const offered = named.filter(({ version }) => version <= emojiVersion);
  return groups
    .filter(({ key }) => key !== 'component')
    .map(({ key, message, order }) => ({
      label: capitalised(message, language),
      sheet: key,
      emoji: offered
        .filter(({ group }) => group === order)
        .map(({ emoji, label, tags = [] }) => [emoji, capitalised(label, language), tags.join(' ')]),
    }));
};

/** A picture as a symbol. What it names inside of itself bears its name, so that it is not another picture's. */
const symbol = async (emoji: string): Promise<string> => {
  const name = emojiName(emoji);
  const picture = await readFile(join(pictures, `${name}.svg`), 'utf8');
  const drawn = picture
    .replace(/^[^]*?<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replaceAll(/ id="/g, ` id="e${name}-`)
    .replaceAll(/url\(#/g, `url(#e${name}-`);
  return `<symbol id="e${name}" viewBox="0 0 36 36">${drawn}</symbol>`;
};

/** Pictures in one file, so that they are one request. */
const sheetOf = async (emoji: readonly string[]): Promise<string> =>
  `<svg xmlns="http://www.w3.org/2000/svg">${(await Promise.all(emoji.map(symbol))).join('')}</svg>`;

/** The files that the addresses of `emoji-files.ts` lead to: paths below `/emoji/`, and how the text of each is made. */
export const emojiSheets = async (
  languages: readonly EmojiLanguage[],
): Promise<ReadonlyMap<string, () => Promise<string>>> => {
  const groups = await emojiGroups('en');
  return new Map([
    ...languages.map((language): [string, () => Promise<string>] => [
      `names/${emojiEdition}/${language}.json`,
      async () => JSON.stringify(await emojiGroups(language)),
    ]),
    ...[{ sheet: quickSheet, all: quickEmoji as readonly string[] }]
      .concat(groups.map(({ sheet, emoji }) => ({ sheet, all: emoji.map(([one]) => one) })))
      .map(({ sheet, all }): [string, () => Promise<string>] => [
        `sheets/${emojiEdition}/${sheet}.svg`,
        async () => sheetOf(all),
      ]),
  ]);
};
