import { expect, test } from 'vitest';
import { between, firstProbes, numberedName, splitName } from './files.rules.ts';

test.each([
  ['report.pdf', 'report (1).pdf'],
  ['archive.tar.gz', 'archive.tar (1).gz'],
  ['.env', '.env (1)'],
  ['README', 'README (1)'],
])('a second %s is %s', (name, expected) => {
  expect(numberedName(name, 1, 'file')).toBe(expected);
});

test("a folder's name has no extension", () => {
  expect(numberedName('v1.2', 3, 'folder')).toBe('v1.2 (3)');
});

test('the longest names stay within their bytes and whole characters', () => {
  const name = `${'é'.repeat(126)}.md`;
  const numbered = numberedName(name, 12, 'file');
  expect(Buffer.byteLength(numbered)).toBeLessThanOrEqual(255);
  expect(numbered).toMatch(/^é+ \(12\)\.md$/);
  expect(numberedName('😀'.repeat(63), 1, 'file').isWellFormed()).toBe(true);
});

test('only a dot after the first character begins an extension', () => {
  expect(splitName('.gitignore')).toEqual({ base: '.gitignore', extension: '' });
  expect(splitName('a.b')).toEqual({ base: 'a', extension: '.b' });
});

test('probes for a free number begin with small numbers and narrow a gap to nothing', () => {
  expect(firstProbes.slice(0, 18)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 32, 64]);
  expect(between(16, 32)).toEqual(Array.from({ length: 16 }, (_, index) => 17 + index));
  const wide = between(1000, 100_000);
  expect(wide).toHaveLength(16);
  expect(wide.at(-1)).toBe(100_000);
  expect(wide[0]).toBeGreaterThan(1000);
});
