import { expect, test } from 'vitest';
import { foundOptions, writtenInto } from './search-options.ts';

const options = [
  'Czech Republic',
  'Slovakia',
  'Åland Islands',
  'Cook Islands',
  'Côte d’Ivoire',
  'Iceland',
].map((label) => ({ value: label, label }));
const found = (written: string) => foundOptions(options, written).map(({ label }) => label);

test.each([
  ['', options.map(({ label }) => label)],
  ['isl', ['Åland Islands', 'Cook Islands']],
  ['ALAND', ['Åland Islands']],
  ['cot', ['Côte d’Ivoire']],
  ['c', ['Czech Republic', 'Cook Islands', 'Côte d’Ivoire', 'Iceland']],
  ['nowhere', []],
])('%j finds %j', (written, expected) => expect(found(written)).toEqual(expected));

test.each([
  ['in place of the whole name', 'I', 'I'],
  ['in place of the whole name, alike at its beginning', 'Cook', 'Cook'],
  ['behind it', 'Czech Republici', 'i'],
  ['before it', 'isCzech Republic', 'is'],
  ['into it', 'Czech iceRepublic', 'ice'],
  ['by taking away', 'Czech Repub', 'Czech Repub'],
])('written %s', (_how, now, written) => expect(writtenInto('Czech Republic', now)).toBe(written));

test('all text counts as written where nothing stood', () => expect(writtenInto('', 'Ice')).toBe('Ice'));
