import { expect, test } from 'vitest';
import { foundOptions } from './search-options.ts';

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
