import { expect, test } from 'vitest';
import { settingsSchema } from '#features/settings/index.ts';
import { nextRun, planOf } from './schedules.rules.ts';

const at = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();

test.each([
  ['later on the same day', at(24, 1), at(24, 2, 30)],
  ['the next day from that minute on', at(24, 2, 30), at(25, 2, 30)],
  ['over the end of a month', at(30, 12), new Date(2026, 11, 1, 2, 30).getTime()],
])('a daily plan runs %s', (_when, after, next) => {
  expect(nextRun({ weekday: undefined, hour: 2, minute: 30 }, after)).toBe(next);
});

test.each([
  ['on that day', at(22, 1), at(22, 4)],
  ['a week later', at(22, 4), at(29, 4)],
  ['after the days between', at(24, 12), at(29, 4)],
])('a plan for Sundays runs %s', (_when, after, next) => {
  // The 22nd of November 2026 is a Sunday.
  expect(nextRun({ weekday: 0, hour: 4, minute: 0 }, after)).toBe(next);
});

test('a year of daily runs has each day once, across changes of clocks', () => {
  const plan = { weekday: undefined, hour: 2, minute: 30 };
  const days = new Set<string>();
  let run = new Date(2026, 0, 1).getTime();
  for (let count = 0; count < 365; count += 1) {
    run = nextRun(plan, run);
    days.add(new Date(run).toDateString());
  }
  expect(days.size).toBe(365);
});

test('by default there are no backups, and an examination each Sunday', () => {
  const settings = settingsSchema.parse({});
  expect(planOf(settings, 'backup')).toBeUndefined();
  expect(planOf(settings, 'doctor')).toEqual({ weekday: 0, hour: 4, minute: 0 });
});
