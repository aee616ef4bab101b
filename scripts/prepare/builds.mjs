/** The builds that npm scripts need: the web app, and the server as few files. */
import { join } from 'node:path';

/** @type {import('./build.mjs').Build} */
export const web = {
  title: 'the web app',
  folder: 'apps/web',
  result: 'index.html',
  sources: ['apps/web', 'packages/contract/src', 'tsconfig.base.json', 'package-lock.json'],
  stamp: '.web-built',
  command: (root, outDir) => [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--outDir',
    outDir,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ],
};

/** @type {import('./build.mjs').Build} */
export const server = {
  title: 'the server',
  folder: 'apps/server',
  result: 'main.cjs',
  sources: ['apps/server', 'packages/contract/src', 'package-lock.json'],
  stamp: '.server-built',
  command: (_root, outDir) => ['build/main.ts', outDir],
};
