import { expect, test } from 'vitest';
import { redirectFor } from './guards.ts';

const files = { requiresAuth: true, name: 'files' };
const signIn = { requiresAuth: false, name: 'sign-in' };
const at = (path: string) => {
  const url = new URL(path, 'https://files.example');
  return { pathname: url.pathname, search: url.search, origin: url.origin };
};

test('a visitor is sent to sign-in with the whole target', () => {
  expect(redirectFor(files, false, at('/platform/files/1?sort=name'))).toBe(
    '/?redirect=%2Fplatform%2Ffiles%2F1%3Fsort%3Dname',
  );
  expect(redirectFor(files, true, at('/platform/files/1'))).toBeUndefined();
});

test('a signed-in user goes on from sign-in, inside this site only', () => {
  expect(redirectFor(signIn, true, at('/?redirect=%2Fplatform%2Ffiles%2F1'))).toBe('/platform/files/1');
  expect(redirectFor(signIn, true, at('/?redirect=%2F%2Fevil.example'))).toBe('/platform/files');
  expect(redirectFor(signIn, false, at('/'))).toBeUndefined();
});
