import { expect, test } from 'vitest';
import { paths, safeRedirect } from './paths.ts';

const origin = 'https://files.example';

test('addresses', () => {
  expect([
    paths.signIn(),
    paths.signIn({ redirect: '/platform/files/1?sort=name' }),
    paths.files(),
    paths.files('0199-a'),
    paths.files(null, { sort: 'size', dir: 'ASC' }),
  ]).toEqual([
    '/',
    '/?redirect=%2Fplatform%2Ffiles%2F1%3Fsort%3Dname',
    '/platform/files',
    '/platform/files/0199-a',
    '/platform/files?sort=size&dir=ASC',
  ]);
});

test.each(['/platform/files/1', '/platform/files?sort=name&dir=ASC', '/user/profile#x'])(
  'a path of this site is kept: %s',
  (path) => expect(safeRedirect(path, origin)).toBe(path),
);

test.each([
  null,
  '',
  '/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/platform/files',
  'javascript:alert(1)',
  'platform/files',
  '/\t/evil.example',
  '/\n//evil.example',
  '/platform/../..//evil.example/',
  '/platform/..//evil.example',
  '/.//evil.example',
  '%2F%2Fevil.example',
  ' //evil.example',
  'JavaScript:alert(1)',
  '\u0001//evil.example',
])('anything else leads to Files: %j', (redirect) => {
  const path = safeRedirect(redirect, origin);
  expect(new URL(path, origin).origin).toBe(origin);
  expect(path.startsWith('//')).toBe(false);
});

test('a control character cannot smuggle in a host', () => {
  expect(safeRedirect('/\t/evil.example', origin)).toBe('/platform/files');
});
