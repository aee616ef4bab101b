import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

const about = ['mara.lindqvist@northlight.studio', 'Mara'];

test.each([
  ['', 0],
  ['kX9#vL2', 0],
  ['password', 1],
  ['Passw0rd!', 1],
  ['P@ssw0rd2024', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['abcabcabcabc', 1],
  ['12345678', 1],
  ['qwertzuiop', 1],
  ['87654321', 1],
  ['mara1998', 1],
  ['lindqvist northlight', 1],
  ['iloveyou2', 1],
  ['kX9#vL2p', 2],
  ['my cat eats fish', 3],
  ['gwp4-tzk9-mqx', 3],
  ['the lamp over the kitchen table hums', 4],
  ['Zq7!rT2#pW9$kM4&xB', 4],
  ['příliš žluťoučký kůň', 4],
] as const)('“%s” has strength %i', (password, strength) =>
  expect(strengthOf(password, about)).toBe(strength),
);

test('known facts of a person count little, and only then', () => {
  expect(strengthOf('lindqvist northlight')).toBeGreaterThan(strengthOf('lindqvist northlight', about));
});

test('a long password is no better for being long alone', () => {
  expect(strengthOf(`${'ab1 '.repeat(40)}x`)).toBe(1);
  expect(strengthOf('é'.repeat(256))).toBe(1);
});
