import { expect, test } from 'vitest';
import { extensionOf, refusalOf } from './upload-rules.ts';

const rules = {
  chunkSize: 10,
  uploadLimit: 0,
  uploadLimitFormatted: '5 MB',
  mimetypesBlacklist: ['text/html', 'exe', 'image/*'],
};

test.each([
  ['a blocked type', { name: 'a', type: 'text/html' }, 'text/html'],
  [
    'a blocked type with parameters and capitals',
    { name: 'a', type: 'Text/HTML; charset=utf-8' },
    'text/html',
  ],
  ['a type of a blocked kind', { name: 'a', type: 'image/png' }, 'image/png'],
  ['a blocked extension beside a type', { name: 'setup.exe', type: 'application/zip' }, 'exe'],
  ['a blocked extension without a type', { name: 'setup.EXE', type: '' }, 'exe'],
])('%s is refused by name', (_name, file, detail) => {
  expect(refusalOf({ ...file, size: 1 }, rules)).toEqual({ reason: 'blocked_type', detail });
});

test.each([
  ['a type that only begins like a blocked one', { name: 'a', type: 'text/html-sandboxed' }],
  ['neither type nor extension', { name: 'Makefile', type: '' }],
  ['a name that begins with its dot', { name: '.exe', type: '' }],
])('%s: not refused', (_name, file) => {
  expect(refusalOf({ ...file, size: 1 }, rules)).toBeUndefined();
});

test('a file over the limit is refused with the formatted limit, one at the limit is not', () => {
  const limited = { ...rules, uploadLimit: 5 };
  expect(refusalOf({ name: 'a', type: '', size: 6 }, limited)).toEqual({
    reason: 'over_limit',
    detail: '5 MB',
  });
  expect(refusalOf({ name: 'a', type: '', size: 5 }, limited)).toBeUndefined();
});

test('a limit of 0 is none', () => {
  expect(refusalOf({ name: 'a', type: '', size: 2 ** 50 }, rules)).toBeUndefined();
});

test.each([
  ['a.tar.gz', 'gz'],
  ['noext', ''],
  ['.gitignore', ''],
  ['dot.', ''],
])('the extension of %s is "%s"', (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});
