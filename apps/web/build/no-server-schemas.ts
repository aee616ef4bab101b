import type { Plugin } from 'vite';

/** Fails the build when the schema library reaches the browser: the contract is used for its types alone. */
export const noServerSchemas = (): Plugin => ({
  name: 'holdall:no-server-schemas',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue;
      const schema = output.moduleIds.find((id) => id.includes('/node_modules/zod/'));
      if (schema) this.error(`${output.fileName} contains ${schema}: import types only from the contract.`);
    }
  },
});
