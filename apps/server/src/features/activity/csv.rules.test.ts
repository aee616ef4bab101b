import { expect, test } from 'vitest';
import { csvLine } from './csv.rules.ts';

test('a line quotes text cells, but neither numbers nor missing values', () => {
  expect(csvLine(['a', 'b "c", d', 12, null, ''])).toBe('"a","b ""c"", d",12,,""\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '=cmd|" /C calc"!A0'])(
  'a cell that looks like a formula is written as text: %j',
  (text) => expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`),
);

test.each(['Ada', 'a=b', '1-2', "O'Neill", '{"from":"=1"}'])('other cells are unchanged: %j', (text) =>
  expect(csvLine([text])).toBe(`"${text.replaceAll('"', '""')}"\r\n`),
);
