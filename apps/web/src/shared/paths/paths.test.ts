import { expect, onTestFinished, test } from 'vitest';
import { filesTop, linkOf, paths, safeRedirect, setFilesPlace } from './paths.ts';

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

test('Files is below the link on a page of a link, and its top is the shared item', () => {
  const top = { id: 'shared', name: 'Shared', emoji: null, color: null, items: 0 };
  setFilesPlace({ path: '/share/token/files', top });
  onTestFinished(() => setFilesPlace({ path: '/platform/files', top: undefined }));
  expect(filesTop()).toBe(top);
  expect([paths.files(), paths.files('shared', { sort: 'name' }), paths.files('0199-a')]).toEqual([
    '/share/token/files',
    '/share/token/files?sort=name',
    '/share/token/files/0199-a',
  ]);
});

test.each([
  ['/share/abc', '/share/abc'],
  ['/share/abc/files/1', '/share/abc'],
  ['/request/abc', '/request/abc'],
  ['/share', undefined],
  ['/platform/files', undefined],
  ['/platform/share/abc', undefined],
])('%s belongs to the link %s', (path, link) => expect(linkOf(path)).toBe(link));

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
