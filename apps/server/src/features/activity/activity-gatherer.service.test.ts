import { expect, test } from 'vitest';
import { createActivityGatherer } from './activity-gatherer.service.ts';
import type { NewActivity } from './activity.types.ts';

const minute = 60_000;
const refused = (actorId: string | null = null): NewActivity => ({
  kind: 'refused.forbidden',
  actorId,
  userId: null,
  address: '192.0.2.1',
});

const at = (start: number) => {
  let now = start;
  const gatherer = createActivityGatherer({ now: () => now });
  return {
    gatherer,
    wait: (milliseconds: number): void => {
      now += milliseconds;
    },
    counts: () => gatherer.take().map(({ kind, count }) => [kind, count]),
  };
};

test('events of one kind, one minute and one principal become one row with a time span', () => {
  const { gatherer, wait } = at(10 * minute);
  gatherer.add(refused(), ['one']);
  wait(20_000);
  gatherer.add(refused(), ['one']);
  gatherer.add(refused(), ['another']);
  wait(minute);
  gatherer.add(refused(), ['one']);
  expect(gatherer.take()).toMatchObject([
    { count: 2, at: 10 * minute, last_at: 10 * minute + 20_000 },
    { count: 1, at: 10 * minute + 20_000 },
    { count: 1, at: 11 * minute + 20_000 },
  ]);
  expect(gatherer.take()).toEqual([]);
});

test('events of a row that was flushed already become another part of the same row', () => {
  const { gatherer } = at(10 * minute);
  gatherer.add(refused(), ['one']);
  const [first] = gatherer.take();
  gatherer.add(refused(), ['one']);
  const [second] = gatherer.take();
  expect(second?.gathered_key).toBe(first?.gathered_key);
  expect(second?.id).not.toBe(first?.id);
});

test('new addresses start no more rows than the bound, while accounts are still told apart', () => {
  const { gatherer, counts } = at(10 * minute);
  for (let call = 0; call < 5_000; call += 1) gatherer.add(refused(), [`address ${call}`]);
  gatherer.add(refused('eve'), ['eve']);
  const rows = counts();
  expect(rows).toHaveLength(102);
  expect(rows).toContainEqual(['refused.other', 4_900]);
  expect(rows.at(-1)).toEqual(['refused.forbidden', 1]);
});

test('a row that exists grows although no other may start', () => {
  const { gatherer, counts } = at(10 * minute);
  for (let call = 0; call < 150; call += 1) gatherer.add(refused(), [`address ${call}`]);
  gatherer.add(refused(), ['address 7']);
  const rows = counts();
  expect(rows[7]).toEqual(['refused.forbidden', 2]);
  expect(rows.at(-1)).toEqual(['refused.other', 50]);
});

test('an attack of a day stays within five rows a minute for addresses and one for the rest', () => {
  const { gatherer, wait } = at(10 * minute);
  const keys = new Set<unknown>();
  for (let minutes = 0; minutes < 24 * 60; minutes += 1) {
    for (let call = 0; call < 20; call += 1) gatherer.add(refused(), [`${minutes} ${call}`]);
    for (const { gathered_key: key } of gatherer.take()) keys.add(key);
    wait(minute);
  }
  expect(keys.size).toBeLessThanOrEqual(100 + 24 * 60 * 6);
});

test('entries that cannot be written are kept within a bound, and their count is complete', () => {
  const { gatherer, wait } = at(10 * minute);
  let calls = 0;
  for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 1) {
    for (let call = 0; call < 8; call += 1) {
      gatherer.add(refused(), [`${minutes} ${call}`]);
      calls += 1;
    }
    gatherer.restore(gatherer.take());
    wait(minute);
  }
  const rows = gatherer.take();
  expect(rows.length).toBeLessThanOrEqual(1_001);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(calls);
});
