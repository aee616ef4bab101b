import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from '#lib/iso-time.ts';

test('a time is formatted as by Date', () => {
  const most = 8.64e15;
  fc.assert(
    fc.property(fc.integer({ min: -most, max: most }), (at) => {
      expect(isoTime(at)).toBe(new Date(at).toISOString());
    }),
  );
  for (const at of [0, -1, 1, 59_999, 86_399_999, 86_400_000, Date.now()])
    expect(isoTime(at)).toBe(new Date(at).toISOString());
});

test('more days than are cached are only slower', () => {
  for (let day = 0; day < 3_000; day += 1)
    expect(isoTime(day * 86_400_000)).toBe(new Date(day * 86_400_000).toISOString());
});

test('an impossible date is refused', () => {
  expect(() => isoTime(8.64e15 + 86_400_000)).toThrow(RangeError);
});
