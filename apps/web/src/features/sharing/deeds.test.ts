import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { text } from '#shared/i18n/messages.ts';
import { deedsByDay } from './deeds.ts';
import { deedOf } from './testing/links.ts';
import { deedText } from './ui/deed-text.tsx';

beforeAll(withMessages);

const reverted_at = '2026-11-21T10:00:00Z';

/** Visits of each day, with what is said of each group. */
const told = (...deeds: Parameters<typeof deedsByDay>[0]) =>
  deedsByDay(deeds).map(({ visits }) =>
    visits.map(({ visit, groups }) => [visit, ...groups.map((group) => deedText(text, group))]),
  );

test('files that came one after the other are one; another deed, visit or day begins anew', () => {
  expect(
    told(
      deedOf(8),
      deedOf(7, { visit: 2 }),
      deedOf(6, { visit: 2 }),
      deedOf(5, { visit: 2, kind: 'renamed', name: 'a', to: 'b' }),
      deedOf(4, { visit: 2 }),
      deedOf(3, { visit: 2, at: '2026-11-18T10:00:00Z' }),
    ),
  ).toEqual([
    [
      [1, 'Uploaded “file 8.txt”'],
      [2, 'Uploaded 2 files', 'Renamed “a” to “b”', 'Uploaded “file 4.txt”'],
    ],
    [[2, 'Uploaded “file 3.txt”']],
  ]);
});

test('what was taken back of an upload stands by itself', () => {
  const [day] = deedsByDay([deedOf(3), deedOf(2, { reverted_at }), deedOf(1)]);
  const groups = day?.visits[0]?.groups ?? [];
  expect(groups.map(({ standing }) => standing.length)).toEqual([1, 0, 1]);
});

test('every kind has its sentence, for one and for several', () => {
  expect(
    told(
      deedOf(7, { kind: 'created', name: 'New' }),
      deedOf(6, { kind: 'moved', name: 'a', to: 'B' }),
      deedOf(5, { kind: 'moved', name: 'a', to: 'B', count: 3 }),
      deedOf(4, { kind: 'removed', name: 'a' }),
      deedOf(3, { kind: 'removed', name: 'a', count: 2 }),
      deedOf(2, { kind: 'renamed', name: 'a', to: 'a' }),
    ).flat(2),
  ).toEqual([
    1,
    'Made the folder “New”',
    'Moved “a” to “B”',
    'Moved 3 items to “B”',
    'Deleted “a”',
    'Deleted 2 items',
    'Changed the look of “a”',
  ]);
});
