import { describe, expect, test } from 'vitest';
import { isMadeOf, isRepetition, spellingsOf } from './password.rules.ts';

describe('spellings', () => {
  test.each([
    ['Password', 'password'],
    ['PASSWORD2026!', 'password'],
    ['P@ssw0rd', 'password'],
    ['p@$$w0rd99', 'password'],
    ['ｐａｓｓｗｏｒｄ', 'password'],
    ['Liverpool1', 'liverpool'],
    ['12345678', '12345678'],
  ])('%s may be listed as %s', (password, listed) => {
    expect(spellingsOf(password)).toContain(listed);
  });

  test('a short remainder of a password is not looked up', () => {
    expect(spellingsOf('summer 2026')).not.toContain('summer');
  });
});

test.each(['aaaaaaaa', 'abababababab', 'abcabcabc', '12312312', '🙂🙂🙂🙂🙂🙂🙂🙂'])(
  '%s is a repetition',
  (password) => {
    expect(isRepetition(password)).toBe(true);
  },
);

test.each(['correct horse battery', 'abcdabcdabcd', 'aaaaaaab1c'])('%s is not a repetition', (password) => {
  expect(isRepetition(password)).toBe(false);
});

describe('a password', () => {
  const known = ['Ada.Lovelace@example.com', 'Harbour Files'];
  test.each([
    'ada.lovelace@example.com',
    'Ada.Lovelace@Example.com1',
    'adalovelace',
    'LOVELACE-20',
    'lovelace!!!',
    'harbourfiles',
    'Harbour Files 1',
    'ada@harbour',
  ])('like %s is made of well-known words', (password) => {
    expect(isMadeOf(password, known)).toBe(true);
  });

  test.each(['correct horse battery', 'harbour horse battery', 'ada likes otters', 'x7-qT.ada.kw9'])(
    'like %s is more than well-known words',
    (password) => {
      expect(isMadeOf(password, known)).toBe(false);
    },
  );
});
