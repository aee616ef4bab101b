import type { Plugin } from 'vite';

/** A script as the bundler names it: `chunks/<name>-<content hash>.js`. */
const chunkName = /^chunks\/(.+-([\w-]{8}))\.js$/;

/**
 * Gives every script address its version id as a query, `/chunks/<name>-<hash>.js?v=<hash>`
 * (specification section 7). All references — static and dynamic imports, the preload map, the page —
 * are rewritten alike, because a browser takes two addresses for two modules.
 */
export const versionedChunks = (): Plugin => ({
  name: 'holdall:versioned-chunks',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const addresses = new Map<string, string>();
      for (const file of Object.keys(bundle)) {
        const match = chunkName.exec(file);
        if (match) addresses.set(`${match[1]}.js`, `${match[1]}.js?v=${match[2]}`);
      }
      if (addresses.size === 0) this.error('No script matches the expected file name.');
      const names = [...addresses.keys()].map((name) => name.replaceAll('.', '\\.'));
      const reference = new RegExp(`(${names.join('|')})(?=["'\`])`, 'g');
      const rewrite = (text: string): string =>
        text.replace(reference, (name) => addresses.get(name) ?? name);
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk') output.code = rewrite(output.code);
        else if (output.fileName.endsWith('.html')) output.source = rewrite(String(output.source));
      }
    },
  },
});
