import { beforeAll, expect, test } from 'vitest';
import { text } from '#shared/i18n/messages.ts';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { versionExpiry, storedByText } from './version-texts.ts';

beforeAll(withMessages);

test('a content tells who stored it, or through which link', () => {
  expect(
    (
      [
        ['you', ''],
        ['user', 'Ana'],
        ['user', ''],
        ['link', 'Print shop'],
        ['link', ''],
        ['unknown', ''],
      ] as const
    ).map(([kind, name]) => storedByText(text, { kind, name })),
  ).toEqual(['by you', 'by Ana', '', 'through the link “Print shop”', 'through a link', '']);
});

test('a version that thinning removes says when, one that is due says soon, and one that stays nothing', () => {
  const now = new Date('2026-11-29T12:00:00.000Z');
  expect(
    ['2026-12-03T12:00:00.000Z', '2026-11-29T11:00:00.000Z', null].map((at) =>
      versionExpiry(text, { expires_at: at }, now),
    ),
  ).toEqual(['Deleted on 3 Dec', 'Deleted soon', undefined]);
});
