import { expect, test } from 'vitest';
import { shortName } from './short-name.ts';

test('a name of sixty characters stays whole, a longer one is cut in the middle', () => {
  const name = `${'a'.repeat(56)}.txt`;
  expect(shortName(name)).toBe(name);
  expect(shortName(`${'a'.repeat(246)}.txt`)).toBe(`${'a'.repeat(39)}…${'a'.repeat(16)}.txt`);
});

test('no character is cut in two', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(shortName(family.repeat(60))).toBe(family.repeat(60));
  expect(shortName(family.repeat(61))).toBe(`${family.repeat(39)}…${family.repeat(20)}`);
});

test('a mark that turns the direction is made visible', () => {
  expect(shortName('\u202egpj.exe')).toBe('\ufffdgpj.exe');
});
