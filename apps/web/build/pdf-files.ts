import { cp, readFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = resolve(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')), '..');

/** What PDF.js may ask for while it shows a page: character maps, the standard fonts, decoders of images. */
const wanted =
  /^(?:cmaps\/[\w-]+\.bcmap|standard_fonts\/[\w-]+\.(?:pfb|ttf)|wasm\/(?:jbig2|openjpeg|qcms_bg)\.wasm)$/;
const licences = /\/LICENSE\w*$/;
const folders = ['cmaps', 'standard_fonts', 'wasm'];

/** Serves the files of PDF.js as `/assets/pdf-<version>/<folder>/<name>`, beside the scripts. */
export const pdfFiles = (): Plugin => {
  let out = '';
  return {
    name: 'holdall:pdf-files',
    configResolved(config) {
      out = resolve(config.root, config.build.outDir, 'assets');
    },
    configureServer(server) {
      server.middlewares.use('/assets', (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const file = /^\/pdf-[\d.]+\/(.+)$/.exec(pathname)?.[1] ?? '';
        if (!wanted.test(file)) return next();
        createReadStream(join(root, file))
          .on('error', () => next())
          .pipe(response);
      });
    },
    async writeBundle() {
      const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
        version: string;
      };
      for (const folder of folders)
        await cp(join(root, folder), join(out, `pdf-${version}`, folder), {
          recursive: true,
          filter: (source) => {
            const inside = source.slice(root.length + 1).replaceAll('\\', '/');
            return inside === folder || wanted.test(inside) || licences.test(inside);
          },
        });
    },
  };
};
