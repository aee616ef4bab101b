import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { emojiLanguages } from '../src/features/files/emoji-languages.ts';
import { servedFiles } from './served-files.ts';

const packageRoot = (name: string): string =>
  dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

const pictures = packageRoot('@twemoji/svg');
/** Emoji names and groups for the picker; one folder for each language. */
const data = packageRoot('emojibase-data');
const notice = fileURLToPath(new URL('../NOTICE', import.meta.url));

/**
 * Serves the Twemoji pictures as `/emoji/<code points>.svg` and the picker's data as
 * `/emoji/data/<language>/{data,messages}.json`: files beside the scripts, never inside them.
 */
export const emojiFiles = (): Plugin =>
  servedFiles({
    name: 'holdall:emoji-files',
    folder: 'emoji',
    find: (pathname) => {
      const picture = /^\/([0-9a-f-]+)\.svg$/.exec(pathname);
      if (picture) return { path: join(pictures, `${picture[1]}.svg`), type: 'image/svg+xml' };
      const [, language = '', table = ''] = /^\/data\/([a-z-]+)\/(data|messages)\.json$/.exec(pathname) ?? [];
      if (table === '') return undefined;
      return { path: join(data, language, `${table}.json`), type: 'application/json' };
    },
    copy: async (out) => {
      await mkdir(out, { recursive: true });
      await cp(pictures, out, {
        recursive: true,
        filter: (source) => source === pictures || source.endsWith('.svg'),
      });
      for (const language of emojiLanguages)
        for (const table of ['data.json', 'messages.json'])
          await cp(join(data, language, table), join(out, 'data', language, table));
      await cp(notice, join(out, 'NOTICE'));
    },
  });
