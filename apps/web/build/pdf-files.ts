import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { servedFiles } from './served-files.ts';

const root = resolve(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')), '..');

/** Files that PDF.js may request while it shows a page: character maps, the standard fonts, decoders of images. */
const wanted =
  /^(?:cmaps\/[\w-]+\.bcmap|standard_fonts\/[\w-]+\.(?:pfb|ttf)|wasm\/(?:jbig2|openjpeg|qcms_bg)\.wasm)$/;
const licences = /\/LICENSE\w*$/;
const folders = ['cmaps', 'standard_fonts', 'wasm'];

/** Serves the files of PDF.js as `/assets/pdf-<version>/<folder>/<name>`, beside the scripts. */
export const pdfFiles = (): Plugin =>
  servedFiles({
    name: 'holdall:pdf-files',
    folder: 'assets',
    find: (pathname) => {
      const file = /^\/pdf-[\d.]+\/(.+)$/.exec(pathname)?.[1] ?? '';
      return wanted.test(file) ? { path: join(root, file) } : undefined;
    },
    copy: async (out) => {
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
  });
