import { expect, test } from 'vitest';
import { found, inOrderOfNames, isNamed } from './users.rules.ts';

const user = (first: string, last = '', email = 'x@example.com') => ({
  id: email,
  email,
  first_name: first,
  last_name: last,
});

test('an account is named by its full name, or by its email if it has none', () => {
  expect(isNamed(user('Ada', 'Lovelace'), ' Ada  Lovelace ')).toBe(true);
  expect(isNamed(user('Zoe\u0308'), 'Zo\u00eb')).toBe(true);
  expect(isNamed(user('Ada', 'Lovelace'), 'ada lovelace')).toBe(false);
  expect(isNamed(user('Ada', 'Lovelace'), 'Ada')).toBe(false);
  expect(isNamed(user('Ada', 'Lovelace'), 'x@example.com')).toBe(false);
  expect(isNamed(user('Ada', 'Lovelace'), '')).toBe(false);
  expect(isNamed(user(''), 'x@example.com')).toBe(true);
});

test('names are searched as text, never as a pattern', () => {
  const users = [user('100% Ødegård', '', 'a@example.com'), user('_', '', 'b@example.com')];
  const ids = (search: string) => found(users, search).map(({ id }) => id);
  expect(ids('%')).toEqual(['a@example.com']);
  expect(ids('odegard')).toEqual(['a@example.com']);
  expect(ids('_')).toEqual(['b@example.com']);
  expect(ids('.*')).toEqual([]);
  expect(ids('')).toHaveLength(2);
});

test('names with accents and digits sort among those without', () => {
  const names = ['abel 10', 'Abel 9', 'Ábel', 'abel', 'abem', 'Åbel', 'Zoë', 'zoe'];
  const ordered = inOrderOfNames(
    names.map((name, index) => user(name, '', String(index))),
    'ASC',
  );
  expect(ordered.map(({ first_name: name }) => name)).toEqual([
    'Ábel',
    'abel',
    'Åbel',
    'Abel 9',
    'abel 10',
    'abem',
    'Zoë',
    'zoe',
  ]);
});

test('a user without a name is sorted by the email', () => {
  const users = [user('Mo', '', '1'), user('', '', 'bo@x.y'), user('Émile', '', '3'), user('zoe', '', '4')];
  const ids = inOrderOfNames(users, 'ASC').map(({ id }) => id);
  expect(ids).toEqual(['bo@x.y', '3', '1', '4']);
  expect(inOrderOfNames(users, 'DESC').map(({ id }) => id)).toEqual(ids.toReversed());
});
