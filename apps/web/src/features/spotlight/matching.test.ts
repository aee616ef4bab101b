import { expect, test } from 'vitest';
import { fitOf, matchedParts, partsBetween } from './matching.ts';

const marked = (text: string, query: string): string =>
  matchedParts(text, query)
    .map((part) => (part.match ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Harbour House', 'harb', '[Harb]our House'],
  ['Sea trial, harbour mouth', 'HARB', 'Sea trial, [harb]our mouth'],
  ['Žluťoučký kůň', 'kun', 'Žluťoučký [kůň]'],
  ['ko\u0301d', 'kod', '[ko\u0301d]'],
  ['a b a', 'a', '[a] b [a]'],
  ['House at the harbour', 'harbour house', '[House] at the [harbour]'],
  ['Straße', 'strasse', 'Straße'],
  ['nothing', 'xyz', 'nothing'],
  ['nothing', '', 'nothing'],
  ['a.b*c', '.b*', 'a[.b*]c'],
  ['👩‍👩‍👧 family', 'family', '👩‍👩‍👧 [family]'],
])('%s for %s', (text, query, parts) => {
  expect(marked(text, query)).toBe(parts);
});

test('a title fits best by its beginning, then by its words, then by what is in it', () => {
  expect(fitOf('tog', 'Toggle theme')).toBe(3);
  expect(fitOf('theme', 'Toggle theme')).toBe(2);
  expect(fitOf('dark', 'Toggle theme', 'dark light')).toBe(2);
  expect(fitOf('heme', 'Toggle theme')).toBe(1);
  expect(fitOf('e', 'Toggle theme')).toBe(0);
  expect(fitOf('trash', 'Toggle theme')).toBe(0);
});

test('parts are cut where their text is', () => {
  const parts = matchedParts('Harbour plan.pdf', 'plan.p');
  expect(partsBetween(parts, 0, 9)).toEqual([
    { text: 'Harbour ', match: false },
    { text: 'p', match: true },
  ]);
  expect(partsBetween(parts, 9, 16)).toEqual([
    { text: 'lan.p', match: true },
    { text: 'df', match: false },
  ]);
});
