import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const text = /\.(?:js|css|svg|json|wasm)$/;
/** Below this a packet carries the file whether it is compressed or not. */
const smallest = 1024;
/** Files at work at a time; the compression itself runs on the thread pool. */
const lanes = 16;

const compress = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  if (bytes.length < smallest) return;
  // The thousands of pictures get the quick setting: the best one would take longer than the whole build.
  const quality = path.endsWith('.svg') ? 5 : constants.BROTLI_MAX_QUALITY;
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    zip(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
};

/** Writes `<file>.br` and `<file>.gz` beside each text file, so that the server compresses nothing at run time. */
export const compressedSiblings = (): Plugin => {
  let out = '';
  return {
    name: 'holdall:compressed-siblings',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      out = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(out, { recursive: true, withFileTypes: true });
        const queue = entries
          .filter((entry) => entry.isFile() && text.test(entry.name))
          .map((entry) => join(entry.parentPath, entry.name));
        const lane = async (): Promise<void> => {
          for (let path = queue.pop(); path; path = queue.pop()) await compress(path);
        };
        await Promise.all(Array.from({ length: lanes }, lane));
      },
    },
  };
};
