import { sep } from 'node:path';
import type { Plugin } from 'rolldown';

/** Modules that our own sources import, and that no start needs. */
const late: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:dns',
  'node:tls',
  'node:vm',
  'node:worker_threads',
  '@node-rs/argon2',
]);

/** Modules that packages require eagerly, for options or calls that are unused here, or rare. */
const lateInPackages: readonly { readonly file: string; readonly modules: readonly string[] }[] = [
  { file: 'fastify/lib/server.js', modules: ['node:dns', 'node:http2', 'node:https'] },
  { file: 'ws/lib/websocket.js', modules: ['https', 'tls'] },
  { file: '@fastify/static/index.js', modules: ['glob'] },
];

/** The router compiles a function for each short piece of an address, some two hundred; most are never used. */
const router = {
  file: 'find-my-way/lib/node.js',
  compiles: /^ {2}return (new Function\('path', 'i', .*\)) \/\/ .*$/m,
  asked: '  let made; return (path, i) => (made ??= $1)(path, i)',
} as const;

/** Returns a stand-in for a module, which is loaded on the first use of a member. */
const standIn = (from: string): string => `new Proxy({}, { get: (_, name) => require('${from}')[name] });`;

const whenFirstUsed = (code: string, from: string, keyword: 'const' | 'let'): string | undefined => {
  const declared = new RegExp(`^${keyword} (\\w+|\\{ (\\w+) \\}) = require\\(["']${from}["']\\);?$`, 'm');
  const [, variable, member] = declared.exec(code) ?? [];
  if (variable === undefined) return undefined;
  // A default export is copied member by member, which needs the module itself.
  if (new RegExp(`^${variable} = .*__toESM\\(${variable}\\b`, 'm').test(code)) return undefined;
  return code.replace(declared, () =>
    member === undefined
      ? `${keyword} ${variable} = ${standIn(from)}`
      : `${keyword} ${member} = (...args) => require('${from}').${member}(...args);`,
  );
};

const inPackages: ReadonlyMap<string, (code: string) => string> = new Map([
  ...lateInPackages.map(
    ({ file, modules }) =>
      [
        file,
        (code: string) =>
          modules.reduce((text, from) => {
            const changed = whenFirstUsed(text, from, 'const');
            if (changed === undefined)
              throw new Error(`${file} does not require ${from} in a line of its own.`);
            return changed;
          }, code),
      ] as const,
  ),
  [
    router.file,
    (code: string) => {
      if (!router.compiles.test(code)) throw new Error(`${router.file} compiles its functions otherwise.`);
      return code.replace(router.compiles, router.asked);
    },
  ],
]);

/**
 * Delays modules that a start does not need until their first use: some of Node's own take as long to load as
 * all of our sources together. The build fails where a package's file has changed.
 */
export const lazyRequires = (): Plugin => ({
  name: 'lazy-requires',
  transform: {
    filter: { id: /node_modules/ },
    handler: (code, id) => {
      const [, file = ''] = /^.*\/node_modules\/(.*)$/.exec(id.replaceAll(sep, '/')) ?? [];
      const changed = inPackages.get(file)?.(code);
      // No line moves: what maps to the source still does.
      return changed === undefined ? null : { code: changed, map: null };
    },
  },
  renderChunk: (code) => ({
    code: [...late].reduce((text, from) => whenFirstUsed(text, from, 'let') ?? text, code),
    map: null,
  }),
});
