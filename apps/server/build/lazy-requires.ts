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

/** What files of packages require at once although it is for options or calls that we have not, or that are rare. */
const lateInPackages: readonly { readonly file: string; readonly modules: readonly string[] }[] = [
  { file: 'fastify/lib/server.js', modules: ['node:dns', 'node:http2', 'node:https'] },
  { file: 'ws/lib/websocket.js', modules: ['https', 'tls'] },
  { file: '@fastify/static/index.js', modules: ['glob'] },
];

/** The router compiles a function for each short piece of an address, some two hundred; most are never asked. */
const router = {
  file: 'find-my-way/lib/node.js',
  compiles: /^ {2}return (new Function\('path', 'i', .*\)) \/\/ .*$/m,
  asked: '  let made; return (path, i) => (made ??= $1)(path, i)',
} as const;

/** Has the members of a module, which is loaded when one of them is first asked for. */
const standIn = (from: string): string => `new Proxy({}, { get: (_, name) => require('${from}')[name] });`;

const whenFirstUsed = (code: string, from: string, keyword: 'const' | 'let'): string | undefined => {
  const declared = new RegExp(`^${keyword} (\\w+|\\{ (\\w+) \\}) = require\\(["']${from}["']\\);?$`, 'm');
  const [, variable, member] = declared.exec(code) ?? [];
  if (variable === undefined) return undefined;
  // What has a default is copied, member by member, to what has one: that needs the module itself.
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
 * Has what a start does not need wait for its first use: some modules of Node's own take as long to load as all of our
 * sources together. Of a package's file that no longer reads as it did the build fails.
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
