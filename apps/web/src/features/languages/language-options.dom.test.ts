import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { foundOptions } from '#shared/ui/search-options.ts';
import { languageOptions } from './language-options.ts';

beforeAll(withMessages);

test('languages are found by their name in the page’s language and in their own', () => {
  const options = languageOptions(['en', 'de']);
  expect(foundOptions(options, 'hebr').map(({ value }) => value)).toEqual(['he']);
  expect(foundOptions(options, 'עבר').map(({ value }) => value)).toEqual(['he']);
  expect(foundOptions(options, 'brazil').map(({ value }) => value)).toEqual(['pt-BR']);
  expect(options.find(({ value }) => value === 'de')).toBeUndefined();
});
