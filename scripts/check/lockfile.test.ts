import { expect, test } from 'vitest';
import { impureEntries, manifestFaults, missingPackages } from './lockfile.ts';

const sound = { version: '1.0.0', integrity: 'sha512-a' };

test('a platform package that npm left out is missing', () => {
  const packages = {
    '': { dependencies: { native: '1.0.0' } },
    'node_modules/native': {
      ...sound,
      optionalDependencies: { 'native-linux': '1.0.0', 'native-win': '1.0.0' },
    },
    'node_modules/native-linux': sound,
  };
  expect(missingPackages(packages)).toEqual([
    'node_modules/native needs native-win 1.0.0, which package-lock.json lacks',
  ]);
});

test('a package is found in its own folder and in those above', () => {
  const packages = {
    'node_modules/a': { ...sound, dependencies: { own: '1', shared: '1' } },
    'node_modules/a/node_modules/own': { ...sound, dependencies: { shared: '1' } },
    'node_modules/shared': sound,
  };
  expect(missingPackages(packages)).toEqual([]);
});

test('no entry names a registry or lacks a checksum; links need neither', () => {
  const packages = {
    'node_modules/a': { ...sound, resolved: 'https://packages.example.com/a.tgz' },
    'node_modules/b': { version: '1.0.0' },
    'node_modules/c': { resolved: 'apps/c', link: true },
    'node_modules/d': sound,
  };
  expect(impureEntries(packages)).toEqual([
    'node_modules/a names the registry that it came from: https://packages.example.com/a.tgz',
    'node_modules/b has no checksum',
  ]);
});

test('versions are exact, and the lockfile follows the package.json', () => {
  const manifest = { dependencies: { a: '1.0.0', b: '^2.0.0' } };
  expect(manifestFaults('package.json', manifest, manifest)).toEqual([
    'package.json: b must have an exact version, not ^2.0.0',
  ]);
  expect(
    manifestFaults('package.json', { dependencies: { a: '1.0.1' } }, { dependencies: { a: '1.0.0' } }),
  ).toEqual(['package.json: its dependencies differ from package-lock.json (run npm install)']);
});
