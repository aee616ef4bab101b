import { expect, onTestFinished, test, vi } from 'vitest';
import { createSentences } from './sentences.ts';

test.each([
  [0, 'nic'],
  [1, '1 soubor'],
  [3, '3 soubory'],
  [1.5, '1.5 souboru'],
  [5, '5 souborů'],
])('of %d files the form of the language is taken', (count, said) => {
  const { of } = createSentences('cs', {
    files_zero: 'nic',
    files_one: '{{count}} soubor',
    files_few: '{{count}} soubory',
    files_many: '{{count}} souboru',
    files_other: '{{count}} souborů',
  });
  expect(of('files', { count })).toBe(said);
});

test('a form that is not there is the general one; without any the message itself counts', () => {
  const { of } = createSentences('he', { files_other: '{{count}} files', of: '{{at}} of {{count}}' });
  expect(of('files', { count: 2 })).toBe('2 files');
  expect(of('of', { at: 1, count: 2 })).toBe('1 of 2');
});

test('numbers are written as the language has them where the message says so', () => {
  const { of } = createSentences('de', { of: '{{ at,number }} von {{count, number}}, {{count}}' });
  expect(of('of', { at: 1234.5, count: 20_000 })).toBe('1.234,5 von 20.000, 20000');
});

test('values are no messages, those that are missing nothing, and what is no message its key', () => {
  const { of, has } = createSentences('en', { named: '{{name}}{{other}} moved', empty: '' });
  expect(of('named', { name: '{{name}} $t(empty) $&' })).toBe('{{name}} $t(empty) $& moved');
  expect([of('empty'), of('nothing'), of('toString')]).toEqual(['', 'nothing', 'toString']);
  expect([has('empty'), has('nothing'), has('toString')]).toEqual([true, false, false]);
});

test('formats, which are dear, are made when a message first needs them, and once', () => {
  const [numbers, forms] = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'PluralRules')];
  onTestFinished(() => void vi.restoreAllMocks());
  const { of } = createSentences('en', { plain: 'Plain {{name}}', files_other: '{{count, number}} files' });
  expect(of('plain', { name: 'a' })).toBe('Plain a');
  expect([numbers, forms].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  expect(of('files', { count: 2_000 }) + of('files', { count: 3 })).toBe('2,000 files3 files');
  expect([numbers, forms].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
