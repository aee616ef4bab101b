import { id } from '@holdall/contract/ids';
import { expect, test } from 'vitest';
import { createId, firstIdOf, timeOfId } from '#ports/ids.ts';

test('ids of one moment, and of a clock that was set back, stay in order', () => {
  const now = Date.now();
  const ids = Array.from({ length: 10_000 }, (_, index) => createId(index < 9_000 ? now : now - 50_000));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const one of ids.slice(0, 50)) expect(id.safeParse(one).success).toBe(true);
});

test('a clock that was wrong by far and is corrected counts at once', () => {
  const now = Date.now();
  createId(now + 90 * 24 * 60 * 60_000);
  expect(timeOfId(createId(now))).toBe(now);
});

test('an id contains its time, and sorts behind the first one of it and before that of the next', () => {
  const made = createId(Date.now() + 120_000);
  const time = timeOfId(made);
  expect(Math.abs(time - Date.now() - 120_000)).toBeLessThan(60_000);
  expect([firstIdOf(time + 1), made, firstIdOf(time)].toSorted()).toEqual([
    firstIdOf(time),
    made,
    firstIdOf(time + 1),
  ]);
});
