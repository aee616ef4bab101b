import { dirname, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'rolldown';

const toPosix = (path: string): string => path.replaceAll(sep, '/');
const ownScript = /new URL\('([^']+\.ts)', import\.meta\.url\)/g;

/**
 * Lets bundled modules find files beside their sources, where catalogues, pictures and lists stay:
 * `import.meta.url` still refers to the source, relative to a folder beside `src`. Scripts that have a bundle
 * of their own refer to that.
 *
 * @param src the folder of the sources
 * @param entries names of bundles by their sources
 */
export const resolveSourceAddresses = (src: string, entries: ReadonlyMap<string, string>): Plugin => ({
  name: 'source-addresses',
  transform: {
    filter: { code: 'import.meta' },
    handler: (code, id) => {
      if (!id.startsWith(`${src}${sep}`)) return null;
      const own = toPosix(relative(src, id));
      const text = code
        .replaceAll(ownScript, (_, script: string) => {
          const name = entries.get(resolve(dirname(id), script));
          if (name === undefined) throw new Error(`${own} starts ${script}, which has no bundle of its own.`);
          return `new URL('${name}.cjs', __bundle)`;
        })
        .replaceAll('import.meta.url', `new URL('../src/${own}', __bundle).href`)
        .replaceAll(
          'import.meta.dirname',
          `require('node:path').dirname(require('node:url').fileURLToPath(new URL('../src/${own}', __bundle)))`,
        );
      // No line moves: what maps to the source still does.
      return { code: text, map: null };
    },
  },
  renderChunk: (code) => ({
    code: code.replace(/^/, `const __bundle = require('node:url').pathToFileURL(__filename);`),
    map: null,
  }),
});
