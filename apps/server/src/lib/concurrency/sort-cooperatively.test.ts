import { expect, test } from 'vitest';
import { sortCooperatively } from './sort-cooperatively.ts';

/** Pseudo-random numbers with duplicates. */
const shuffled = (count: number): { at: number; key: number }[] =>
  Array.from({ length: count }, (_, at) => ({ at, key: (at * 7_919) % 30_011 }));
const byKey = (one: { key: number }, other: { key: number }): number => one.key - other.key;

test.each([0, 1, 2, 16_384, 16_385, 70_000])(
  '%i elements are sorted like by Array.prototype.sort',
  async (count) => {
    const list = shuffled(count);
    const before = [...list];
    expect(await sortCooperatively(list, byKey)).toEqual(before.toSorted(byKey));
    expect(list).toEqual(before);
  },
);

test('other work runs between the pieces of a long list', async () => {
  let turns = 0;
  let going = true;
  const takeTurn = (): void => {
    turns += 1;
    if (going) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await sortCooperatively(shuffled(70_000), byKey);
  going = false;
  // Five pieces, then three, two and one of ever more of them.
  expect(turns).toBeGreaterThanOrEqual(4 + 3 + 2 + 1);
});
