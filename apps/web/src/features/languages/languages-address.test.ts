import { expect, test } from 'vitest';
import { lastPage, spanOf, textsQueryOf, textsViewFrom } from './languages-address.ts';

test.each([
  ['', { language: undefined, filter: 'all', search: '', page: 1 }],
  ['?language=cs', { language: 'cs', filter: 'all', search: '', page: 1 }],
  [
    '?language=pt-BR&filter=untranslated&search=a+b&page=3',
    { language: 'pt-BR', filter: 'untranslated', search: 'a b', page: 3 },
  ],
] as const)('%j shows %j, and back', (query, view) => {
  expect(textsViewFrom(query)).toEqual(view);
  expect(textsQueryOf(view)).toBe(query);
});

test('an invalid view falls back to the default one', () => {
  expect(textsViewFrom('?filter=none&page=-1')).toEqual({
    language: undefined,
    filter: 'all',
    search: '',
    page: 1,
  });
});

test('a page covers a range of the total', () => {
  expect(lastPage(0)).toBe(1);
  expect(lastPage(101)).toBe(3);
  expect(spanOf(3, 101)).toEqual({ from: 101, to: 101, total: 101 });
  expect(spanOf(1, 0)).toEqual({ from: 0, to: 0, total: 0 });
});
