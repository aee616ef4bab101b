import { expect, test } from 'vitest';
import { queryOf } from './found-page.ts';
import { askedFor, isFiltered, termsFrom } from './search-terms.ts';

test.each(['', 'q=plan', 'q=a+%26+b&type=folder&modified=7d&size=huge&in=trash', 'type=images'])(
  'an address says what is looked for: %s',
  (asked) => {
    expect(askedFor(termsFrom(`?${asked}`))).toBe(asked);
  },
);

test('unknown parts of an address are ignored', () => {
  const terms = termsFrom('?q=++plan++&type=pictures&modified=soon&size=1&in=out&preview=a');
  expect(askedFor(terms)).toBe('q=plan');
  expect(isFiltered(terms)).toBe(false);
  expect(termsFrom(`?q=${'x'.repeat(300)}`).words).toHaveLength(255);
});

const now = new Date(2026, 10, 24, 16, 30);
const asked = (search: string) => queryOf(termsFrom(search), now);

test("days begin in the user's time zone", () => {
  const after = (modified: string) => asked(`?q=a&modified=${modified}`).modified_after;
  expect(after('today')).toBe(new Date(2026, 10, 24).toISOString());
  expect(after('7d')).toBe(new Date(2026, 10, 18).toISOString());
  expect(after('30d')).toBe(new Date(2026, 9, 26).toISOString());
  expect(after('year')).toBe(new Date(2026, 0, 1).toISOString());
  expect(after('any')).toBeUndefined();
});

test('a single kind is requested with the limit of all kinds together', () => {
  expect(asked('?q=a')).toEqual({ query: 'a', type: 'all', limit: 250 });
  expect(asked('?q=a&type=folder')).toEqual({ query: 'a', type: 'folder', limit: 500 });
  expect(asked('?q=a&type=others')).toEqual({ query: 'a', type: 'file', category: 'others', limit: 500 });
});

test('the ranges of sizes adjoin', () => {
  const sized = (size: string) => {
    const { min_size: min, max_size: max } = asked(`?q=a&size=${size}`);
    return [min, max];
  };
  expect(sized('small')).toEqual([undefined, 999_999]);
  expect(sized('medium')).toEqual([1_000_000, 100_000_000]);
  expect(sized('large')).toEqual([100_000_001, undefined]);
  expect(sized('huge')).toEqual([1_000_000_001, undefined]);
});
