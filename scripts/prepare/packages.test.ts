import { expect, test } from 'vitest';
import { sameTree } from './packages.mjs';

const elsewhere = process.platform === 'linux' ? 'darwin' : 'linux';
const wanted = {
  '': { version: '1.0.0' },
  'apps/server': { version: '1.0.0' },
  'node_modules/plain': { version: '1.2.3', integrity: 'sha512-a' },
  'node_modules/native': { version: '1.0.0', integrity: 'sha512-b', optional: true, os: process.platform },
  'node_modules/foreign': { version: '1.0.0', integrity: 'sha512-c', optional: true, os: [elsewhere] },
  'node_modules/of-foreign': { version: '1.0.0', integrity: 'sha512-d', optional: true },
  'node_modules/@holdall/server': { resolved: 'apps/server', link: true },
};
const installed = {
  'node_modules/plain': wanted['node_modules/plain'],
  'node_modules/native': wanted['node_modules/native'],
  'node_modules/@holdall/server': wanted['node_modules/@holdall/server'],
};

test('a tree without the packages of other platforms is the tree of the lockfile', () => {
  expect(sameTree(wanted, installed)).toBe(true);
});

test.each([
  ['a package is missing', { ...installed, 'node_modules/plain': undefined }],
  ['the package of this platform is missing', { ...installed, 'node_modules/native': undefined }],
  ['a version differs', { ...installed, 'node_modules/plain': { version: '1.2.4', integrity: 'sha512-a' } }],
  [
    'the content differs',
    { ...installed, 'node_modules/plain': { version: '1.2.3', integrity: 'sha512-x' } },
  ],
  ['there is one too many', { ...installed, 'node_modules/more': { version: '1.0.0' } }],
])('it is another tree when %s', (_what, tree) => {
  const there = Object.entries(tree).filter(([, meta]) => meta !== undefined);
  expect(sameTree(wanted, Object.fromEntries(there) as typeof installed)).toBe(false);
});
