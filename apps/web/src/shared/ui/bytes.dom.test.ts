import { expect, test, vi } from 'vitest';
import { loadMessages } from '#shared/i18n/messages.ts';
import { bytesOf, inUnits, isAmount, tidied } from './bytes.ts';

test.each([
  ['5', 'GB', 5e9],
  [' 1.5 ', 'MB', 1.5e6],
  ['1,5', 'MB', 1.5e6],
  ['0', 'TB', 0],
  ['', 'GB', undefined],
  ['-1', 'GB', undefined],
  ['1e3', 'GB', undefined],
  ['ten', 'GB', undefined],
  ['999999999999', 'TB', undefined],
] as const)('%j %s is %s bytes', (written, unit, bytes) => expect(bytesOf(written, unit)).toBe(bytes));

test.each([
  [5e9, '5', 'GB'],
  [1.5e12, '1.5', 'TB'],
  [2_500_000, '2.5', 'MB'],
  [0, '0', 'GB'],
  [1_234_567, '1234.567', 'KB'],
  [500, '0.5', 'KB'],
] as const)('%i bytes are written as %s %s', (bytes, written, unit) => {
  expect(inUnits(bytes)).toEqual({ written, unit, of: bytes });
  expect(bytesOf(written, unit)).toBe(bytes);
});

test.each([
  [32 * 1024 * 1024, '33.554', 'MB'],
  [5 * 1024 ** 3, '5.369', 'GB'],
] as const)('%i bytes, which no unit shows exactly, are written as %s %s', (bytes, written, unit) =>
  expect(inUnits(bytes)).toEqual({ written, unit, of: bytes }),
);

test.each([
  ['1,5', '1.5'],
  [' 20 ', '20'],
  ['1,000,5', '1,000,5'],
  ['ten', 'ten'],
])('%j is shown as %j once it is understood', (written, shown) => expect(tidied(written)).toBe(shown));

test('too large a number is a number all the same', () => {
  expect(isAmount('999999999999999')).toBe(true);
  expect(isAmount('ten')).toBe(false);
});

test('a language with a comma before decimals gets one', async () => {
  vi.stubGlobal('fetch', async () => Response.json({}));
  await loadMessages('de');
  expect(inUnits(1.5e12)).toEqual({ written: '1,5', unit: 'TB', of: 1.5e12 });
  expect([tidied('1.5'), tidied('1,5'), tidied('20')]).toEqual(['1,5', '1,5', '20']);
  expect(bytesOf('1.5', 'MB')).toBe(bytesOf('1,5', 'MB'));
});
