import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { countryOptions, timezoneName, timezoneOptions } from './places.ts';

beforeAll(withMessages);

test('Czech Republic and Slovakia come first, the others by their names', () => {
  const names = countryOptions().map(({ label }) => label);
  expect(names.slice(0, 4)).toEqual(['Czech Republic', 'Slovakia', 'Afghanistan', 'Åland Islands']);
  expect(names.at(-1)).toBe('Zimbabwe');
  expect(new Set(names).size).toBe(names.length);
});

test('the names of the countries are made once', () => expect(countryOptions()).toBe(countryOptions()));

test.each([
  [-9.5, 'UTC −09:30'],
  [0, 'UTC +00:00'],
  [5.75, 'UTC +05:45'],
  [12, 'UTC +12:00'],
])('%d hours are %s', (hours, name) => expect(timezoneName(hours)).toBe(name));

test('every offset has a name of its own', () => {
  const options = timezoneOptions();
  expect(new Set(options.map(({ label }) => label)).size).toBe(options.length);
});
