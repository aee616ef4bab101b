import { cp, mkdir } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const packageRoot = (name: string): string =>
  dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

const pictures = packageRoot('@twemoji/svg');
/** Emoji names and groups for the picker; one folder for each language. */
const data = packageRoot('emojibase-data');
const languages = ['en'];
const notice = fileURLToPath(new URL('../NOTICE', import.meta.url));

/**
 * Serves the Twemoji pictures as `/emoji/<code points>.svg` and the picker's data as
 * `/emoji/data/<language>/{data,messages}.json`: files beside the scripts, never inside them.
 */
export const emojiFiles = (): Plugin => {
  let out = '';
  return {
    name: 'holdall:emoji-files',
    configResolved(config) {
      out = resolve(config.root, config.build.outDir, 'emoji');
    },
    configureServer(server) {
      server.middlewares.use('/emoji', (request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname;
        const picture = /^\/([0-9a-f-]+)\.svg$/.exec(path);
        const table = /^\/data\/([a-z-]+)\/(data|messages)\.json$/.exec(path);
        const file = picture
          ? join(pictures, `${picture[1]}.svg`)
          : table && join(data, table[1] ?? '', `${table[2]}.json`);
        if (!file) return next();
        response.setHeader('Content-Type', picture ? 'image/svg+xml' : 'application/json');
        createReadStream(file)
          .on('error', () => next())
          .pipe(response);
      });
    },
    async writeBundle() {
      await mkdir(out, { recursive: true });
      await cp(pictures, out, {
        recursive: true,
        filter: (source) => source === pictures || source.endsWith('.svg'),
      });
      for (const language of languages)
        for (const table of ['data.json', 'messages.json'])
          await cp(join(data, language, table), join(out, 'data', language, table));
      await cp(notice, join(out, 'NOTICE'));
    },
  };
};
