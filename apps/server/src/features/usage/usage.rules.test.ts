import { categories } from '@holdall/contract/files';
import { trafficDays } from '@holdall/contract/storage';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capacityOf, chartOf, dateOf, dayOf, isFull, percentagesOf } from './usage.rules.ts';

const none = { images: 0, videos: 0, audios: 0, documents: 0, others: 0 };
const hundredths = (percentage: number): number => Math.round(percentage * 100);

const bytes = fc.oneof(
  fc.nat(10),
  fc.maxSafeNat().map((n) => Math.floor(n / 8)),
);
const usages = fc.record({ images: bytes, videos: bytes, audios: bytes, documents: bytes, others: bytes });

test('percentages of the categories add up to that of the account, whatever it holds', () => {
  fc.assert(
    fc.property(
      usages,
      fc.option(fc.integer({ min: 2 ** 30, max: Number.MAX_SAFE_INTEGER })),
      (used, capacity) => {
        const { total, parts } = percentagesOf(used, capacity);
        const sum = categories.reduce((all, category) => all + hundredths(parts[category]), 0);
        expect(sum).toBe(hundredths(total));
        for (const category of categories) expect(parts[category]).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});

test('100 per cent appears only when no file fits any more', () => {
  fc.assert(
    fc.property(usages, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (used, capacity) => {
      const sum = categories.reduce((all, category) => all + used[category], 0);
      expect(percentagesOf(used, capacity).total >= 100).toBe(isFull(sum, capacity));
    }),
  );
});

test.each([
  [none, null, 0, none],
  [none, 1000, 0, none],
  [{ ...none, images: 1, videos: 1, audios: 1 }, null, 100, { images: 33.34, videos: 33.33, audios: 33.33 }],
  [{ ...none, images: 1, others: 999 }, 2000, 50, { images: 0.05, others: 49.95 }],
  [{ ...none, documents: 99_999 }, 100_000, 99.99, { documents: 99.99 }],
  [{ ...none, documents: 300 }, 200, 150, { documents: 150 }],
  [{ ...none, documents: 300 }, 0, 100, { documents: 100 }],
])('%o of %s bytes are %d per cent', (...[used, capacity, total, parts]) => {
  expect(percentagesOf(used, capacity)).toEqual({ total, parts: { ...none, ...parts } });
});

const row = (capacity: number | null, own: 0 | 1) => ({ capacity, own_capacity: own });
test.each([
  ['none', false, row(null, 0), null],
  ['none', false, row(5, 1), null],
  ['none', true, row(null, 0), 1000],
  ['none', true, row(5, 1), 5],
  ['none', true, row(null, 1), null],
  ['fixed', false, row(null, 0), 1000],
  ['fixed', false, row(0, 1), 0],
  ['fixed', true, row(null, 1), null],
  ['metered', true, row(null, 0), null],
  ['metered', false, row(5, 1), 5],
  ['metered', false, row(null, 1), null],
] as const)(
  'the plan %s with limitation %s and %o gives %s bytes',
  (...[type, limitation, own, capacity]) => {
    const plan = { subscription_type: type, storage_limitation: limitation, default_capacity: 1000 };
    expect(capacityOf(plan, own)).toBe(capacity);
  },
);

test('the chart has every day once, oldest first, and no older one', () => {
  const today = dayOf(Date.UTC(2024, 2, 10, 23, 59, 59, 999));
  const chart = chartOf(today, [
    { day: today, upload: 1, download: 2 },
    { day: today, upload: 10, download: 20 },
    { day: today - trafficDays + 1, upload: 3, download: 4 },
    { day: today - trafficDays, upload: 100, download: 100 },
  ]);
  expect(chart).toHaveLength(trafficDays);
  expect(chart.map(({ day }) => dateOf(day)).at(-1)).toBe('2024-03-10');
  expect(chart.map(({ day }) => dateOf(day))[0]).toBe('2024-01-26');
  expect(chart.at(-1)).toMatchObject({ upload: 11, download: 22 });
  expect(chart[0]).toMatchObject({ upload: 3, download: 4 });
  expect(chart.reduce((sum, { upload }) => sum + upload, 0)).toBe(14);
});
