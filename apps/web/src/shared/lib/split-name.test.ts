import { expect, test } from 'vitest';
import { honestName, splitName } from './split-name.ts';

test.each([
  ['Fjord elevation at dawn.jpg', 'Fjord elevation at ', 'dawn.jpg'],
  ['Budget Q3 rev C.xlsx', 'Budget Q3 r', 'ev C.xlsx'],
  ['archive.tar.gz', 'archive', '.tar.gz'],
  ['README', 'README', ''],
  ['.gitignore', '.gitignore', ''],
  ['ends with a dot.', 'ends with a dot.', ''],
  ['Chapter 1. The beginning of it all', 'Chapter 1. The beginning of it all', ''],
  ['ab.txt', 'ab.txt', ''],
])('%s', (name, head, tail) => {
  expect(splitName(name)).toEqual([head, tail]);
  expect(splitName(name).join('')).toBe(name);
});

test('a joined emoji is never cut in two', () => {
  const family = '👨‍👩‍👧‍👦';
  expect(splitName(`holiday ${family}abc.jpg`)).toEqual(['holiday ', `${family}abc.jpg`]);
});

test.each(['عربي طويل.txt', 'שלום עולם.docx'])('%s runs from right to left and stays whole', (name) => {
  expect(splitName(name)).toEqual([name, '']);
});

test('a mark that turns the direction is made visible', () => {
  expect(honestName('\u202egpj.exe')).toBe('\ufffdgpj.exe');
  expect(honestName('plain.txt')).toBe('plain.txt');
});
