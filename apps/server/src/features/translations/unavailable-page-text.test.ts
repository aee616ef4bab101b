import { expect, test } from 'vitest';
import { unavailablePageTextFor } from './unavailable-page-text.ts';

test.each([
  ['', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['de-AT', 'de'],
  ['fr;q=0.2, es-MX;q=0.8, tlh', 'es'],
  ['cs;q=0, sk', 'sk'],
  ['*', 'en'],
  ['../etc, ;;;, de', 'de'],
])('%j gets the language %s', async (header, locale) => {
  expect(await unavailablePageTextFor(header, 'unavailable')).toMatchObject({ locale, direction: 'ltr' });
});

test.each(['unavailable', 'offline'] as const)('each language has its own text: %s', async (page) => {
  const all = await Promise.all(
    ['en', 'cs', 'de', 'es', 'fr', 'sk'].map((locale) => unavailablePageTextFor(locale, page)),
  );
  for (const part of ['title', 'text', 'action'] as const) {
    const texts = all.map((words) => words[part]);
    expect(texts).not.toContain('');
    expect(new Set(texts).size).toBeGreaterThan(4);
  }
});
