import fc from 'fast-check';
import { expect, it } from 'vitest';
import { archiveName } from '#lib/zip/zip-names.ts';

it.each([
  ['report (final).pdf', 'report (final).pdf'],
  ['größe 📷.jpg', 'größe 📷.jpg'],
  ['.env', '.env'],
  ['..', '._'],
  ['.', '_'],
  ['', '_'],
  ['...', '.._'],
  ['a/b\\c', 'a_b_c'],
  ['C:', 'C_'],
  ['<>:"|?*', '_______'],
  ['tab\there\u0000\u007f\u0085\u2028', 'tab_here____'],
  ['ends in a dot.', 'ends in a dot_'],
  ['ends in a space ', 'ends in a space_'],
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['NUL .tar.gz', '_NUL .tar.gz'],
  ['com¹.log', '_com¹.log'],
  ['com10', 'com10'],
  ['console', 'console'],
  [`aux.${'x'.repeat(251)}`, `_ux.${'x'.repeat(251)}`],
])('%j becomes %j', (name, expected) => {
  expect(archiveName(name)).toBe(expected);
});

it('never makes more than one step of a path, nor a name that Windows refuses or changes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      const safe = archiveName(name);
      expect(safe).toBe(archiveName(safe));
      expect(safe).not.toMatch(/["*/:<>?\\|\p{Cc}]|[. ]$|^$/u);
      expect(safe.isWellFormed()).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
