import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { text } from '#shared/i18n/messages.ts';
import { groupActivityByDay, itemNameOf } from './share-activity.ts';
import { activityEntryOf } from './testing/links.ts';
import { activityText } from './ui/share-activity-text.tsx';

beforeAll(withMessages);

const reverted_at = '2026-11-21T10:00:00Z';

/** Returns the visits of each day with the sentence of each group. */
const told = (...entries: Parameters<typeof groupActivityByDay>[0]) =>
  groupActivityByDay(entries).map(({ visits }) =>
    visits.map(({ visit, groups }) => [visit, ...groups.map((group) => activityText(text, group))]),
  );

test('consecutive uploads are one entry; another kind, visit or day starts a new one', () => {
  expect(
    told(
      activityEntryOf(8),
      activityEntryOf(7, { visit: 2 }),
      activityEntryOf(6, { visit: 2 }),
      activityEntryOf(5, { visit: 2, kind: 'renamed', name: 'a', to: 'b' }),
      activityEntryOf(4, { visit: 2 }),
      activityEntryOf(3, { visit: 2, at: '2026-11-18T10:00:00Z' }),
    ),
  ).toEqual([
    [
      [1, 'Uploaded “file 8.txt”'],
      [2, 'Uploaded “file 7.txt” and “file 6.txt”', 'Renamed “a” to “b”', 'Uploaded “file 4.txt”'],
    ],
    [[2, 'Uploaded “file 3.txt”']],
  ]);
});

test('reverted uploads form an entry of their own', () => {
  const [day] = groupActivityByDay([
    activityEntryOf(3),
    activityEntryOf(2, { reverted_at }),
    activityEntryOf(1),
  ]);
  const groups = day?.visits[0]?.groups ?? [];
  expect(groups.map(({ revertible }) => revertible.length)).toEqual([1, 0, 1]);
});

test('every kind has its sentence, for one and for several', () => {
  expect(
    told(
      activityEntryOf(7, { kind: 'created', name: 'New' }),
      activityEntryOf(6, { kind: 'moved', name: 'a', to: 'B' }),
      activityEntryOf(5, { kind: 'moved', name: 'a', to: 'B', count: 3 }),
      activityEntryOf(4, { kind: 'removed', name: 'a' }),
      activityEntryOf(3, { kind: 'removed', name: 'a', count: 2 }),
      activityEntryOf(2, { kind: 'renamed', name: 'a', to: 'a' }),
    ).flat(2),
  ).toEqual([
    1,
    'Created the folder “New”',
    'Moved “a” to “B”',
    'Moved “a” and 2 other items to “B”',
    'Deleted “a”',
    'Deleted “a” and 1 other item',
    'Changed the icon or colour of “a”',
  ]);
});

test('an entry of several files names the first ones; a single action uses its item’s current name', () => {
  expect(
    told(activityEntryOf(4), activityEntryOf(3), activityEntryOf(2), activityEntryOf(1)).flat(2),
  ).toEqual([1, 'Uploaded “file 4.txt”, “file 3.txt” and 2 other files']);
  const names = (...entries: Parameters<typeof groupActivityByDay>[0]) =>
    groupActivityByDay(entries)[0]?.visits[0]?.groups.map((group) => itemNameOf(group));
  expect(names(activityEntryOf(2, { kind: 'renamed', name: 'a', to: 'b' }), activityEntryOf(1))).toEqual([
    'b',
    'file 1.txt',
  ]);
  expect(names(activityEntryOf(2), activityEntryOf(1))).toEqual([undefined]);
});
