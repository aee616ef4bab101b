import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { emojiLanguages } from '../src/features/files/emoji-files.ts';
import { emojiSheets, pictures } from './emoji-sheets.ts';
import { servedFiles } from './served-files.ts';

const notice = fileURLToPath(new URL('../NOTICE', import.meta.url));

/**
 * Serves the Twemoji pictures as `/emoji/<code points>.svg`, and for the picker those of a group as one file and the names
 * of all (`features/files/emoji-files.ts`): files beside the scripts, never inside them.
 */
export const emojiFiles = (): Plugin =>
  servedFiles({
    name: 'holdall:emoji-files',
    folder: 'emoji',
    find: async (pathname) => {
      const picture = /^\/([0-9a-f-]+)\.svg$/.exec(pathname);
      if (picture) return { path: join(pictures, `${picture[1]}.svg`), type: 'image/svg+xml' };
      const made = (await emojiSheets(emojiLanguages)).get(pathname.slice(1));
      if (!made) return undefined;
      return {
        text: await made(),
        type: pathname.endsWith('.svg') ? 'image/svg+xml' : 'application/json',
      };
    },
    copy: async (out) => {
      await mkdir(out, { recursive: true });
      await cp(pictures, out, {
        recursive: true,
        filter: (source) => source === pictures || source.endsWith('.svg'),
      });
      for (const [path, made] of await emojiSheets(emojiLanguages)) {
        await mkdir(dirname(join(out, path)), { recursive: true });
        await writeFile(join(out, path), await made());
      }
      await cp(notice, join(out, 'NOTICE'));
    },
  });
