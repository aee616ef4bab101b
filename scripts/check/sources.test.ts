import { expect, test } from 'vitest';
import { sourceFaults } from './sources.ts';

const saysOf = (path: string, text: string, own: string[] = []) =>
  sourceFaults(path, text, own).map(({ line, says }) => `${line} ${says}`);

test('a code file may have 400 lines', () => {
  expect(saysOf('a.ts', 'x\n'.repeat(400))).toEqual([]);
  expect(saysOf('a.ts', 'x\n'.repeat(401))).toEqual(['400 has 401 lines; past 400 a file is two']);
  expect(saysOf('a.md', 'x\n'.repeat(401))).toEqual([]);
});

test.each([
  '// oxlint-disable-next-line no-console',
  '/* eslint-disable */',
  '// @ts-ignore',
  '// @ts-expect-error',
])('%s is not a way out', (line) => {
  expect(saysOf('a.ts', `first\n${line}\n`)).toEqual(['2 switches a check off; mend what it found instead']);
});

test.each([
  ['a home folder', 'see "/home/ann/notes"'],
  ['a home folder on macOS', 'in /Users/ann/x'],
  ['a home folder on Windows', 'C:\\Users\\ann'],
  ['the checkout', '/somewhere/odd/file.ts'],
  ['the registry', 'https://packages.example.com/a.tgz'],
])('%s is no text for others', (_what, line) => {
  const found = saysOf('a.md', `${line}\n`, ['/somewhere/odd/', 'packages.example.com']);
  expect(found).toEqual(['1 names a path or host of one machine']);
});

test('addresses and paths of the product are allowed', () => {
  expect(
    saysOf('a.ts', "fetch('/home');\nconst path = '/platform/files';\nhref='/users/1'\n", [
      '/somewhere/odd/',
    ]),
  ).toEqual([]);
});

test('a path of this machine counts only where it begins', () => {
  expect(saysOf('a.ts', 'fetch(`/api/folders/odd/${token}`);\n', ['/odd/'])).toEqual([]);
  expect(saysOf('a.ts', "read('/odd/secret');\n", ['/odd/'])).toHaveLength(1);
});
