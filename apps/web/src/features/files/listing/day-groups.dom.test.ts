import { beforeAll, expect, test } from 'vitest';
import { withMessages } from '#shared/i18n/testing/with-messages.ts';
import { dayGroups } from './day-groups.ts';
import { entryNamed } from '../testing/entries.ts';

beforeAll(withMessages);

const now = new Date(2026, 10, 21, 0, 30);
const at = (...time: [number, number, number, number?]) => new Date(...time).toISOString();
const drawn = (times: readonly (string | undefined)[]) =>
  times.map((created_at, index) => ({
    index,
    key: index,
    entry: created_at === undefined ? undefined : entryNamed(String(index), { created_at }),
  }));

test("uploads are grouped by the day in the device's time zone", () => {
  const times = [
    at(2026, 10, 21, 0),
    at(2026, 10, 20, 23),
    at(2026, 10, 20, 1),
    at(2026, 10, 18, 12),
    undefined,
    at(2025, 10, 18, 12),
  ];
  expect(
    dayGroups(drawn(times), now).map(({ day, entries }) => [day, entries.map(({ index }) => index)]),
  ).toEqual([
    ['Today', [0]],
    ['Yesterday', [1, 2]],
    ['Wednesday 18 November', [3, 4]],
    ['18 November 2025', [5]],
  ]);
});

test('an empty listing has no days', () => expect(dayGroups([])).toEqual([]));
