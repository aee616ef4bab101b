import { expect, test } from 'vitest';
import { missingPlaceholders } from './placeholder-fault.ts';

test.each([
  ['', []],
  ['Smazat {{name}}', ['{{count, number}}']],
  ['Smazat {{ name }} a {{count,  number}}', []],
  ['{{count}}', ['{{name}}', '{{count, number}}']],
])('the text %j lacks the placeholders %j', (written, missing) => {
  expect(missingPlaceholders(written, ['{{name}}', '{{count, number}}'])).toEqual(missing);
});
