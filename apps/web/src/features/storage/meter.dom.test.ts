import type { Storage } from '@holdall/contract/storage';
import { expect, test } from 'vitest';
import type { Translate } from '#shared/i18n/messages.ts';
import { en } from '@holdall/contract/messages/en';
import { meterOf } from './meter.ts';

const t: Translate = (key, values = {}) =>
  ((en as Readonly<Record<string, string>>)[key] ?? key).replace(
    /\{\{(\w+)[^}]*\}\}/g,
    (_all, name: string) => String(values[name]),
  );

const gigabyte = 1e9;
const day = (date: string, upload: number, download: number) => ({ date, upload, download });

const storage = (images: number, documents: number, capacity: number | null): Storage => {
  const part = (used: number) => ({ used, percentage: 0 });
  return {
    data: {
      attributes: { used: images + documents, capacity, percentage: 0 },
      meta: {
        images: part(images),
        videos: part(0),
        audios: part(0),
        documents: part(documents),
        others: part(0),
        traffic: { upload: 0, download: 0, chart: [] },
      },
    },
  };
};

test.each([
  ['fixed', 50 * gigabyte, '38.4 of 50 GB'],
  ['fixed', 0.5 * gigabyte, '38.4 GB of 500 MB'],
  ['none', null, '38.4 GB'],
  ['none', 50 * gigabyte, '38.4 of 50 GB'],
  ['metered', 50 * gigabyte, '38.4 of 50 GB'],
] as const)('the text of plan %s with a capacity of %s: %s', (plan, capacity, expected) =>
  expect(meterOf(t, storage(38 * gigabyte, 0.4 * gigabyte, capacity), plan).text).toBe(expected),
);

test('a metered account without a cap shows this month’s traffic, up and down', () => {
  const textOf = (...chart: Storage['data']['meta']['traffic']['chart']) => {
    const { data } = storage(38 * gigabyte, 0, null);
    const traffic = { upload: 99, download: 99, chart };
    return meterOf(t, { data: { ...data, meta: { ...data.meta, traffic } } }, 'metered').text;
  };
  const [up, both] = [day('2026-11-01', gigabyte, 0), day('2026-11-03', gigabyte, gigabyte / 2)];
  expect(textOf(day('2026-10-31', 500, 500), up, day('2026-11-02', 0, 0), both)).toBe('2.5 GB this month');
  expect(textOf(both, day('2026-12-01', 0, 0))).toBe('0 B this month');
});

test('the segments are the non-empty categories, and the rest is free', () => {
  const { segments, free, label } = meterOf(t, storage(3 * gigabyte, gigabyte, 10 * gigabyte), 'fixed');
  expect(segments).toEqual([
    { category: 'images', bytes: 3 * gigabyte },
    { category: 'documents', bytes: gigabyte },
  ]);
  expect(free).toBe(6 * gigabyte);
  expect(label).toBe('Images 3 GB, Documents 1 GB, 6 GB free');
});

test('a plan without a limit has no free segment and no warning', () =>
  expect(meterOf(t, storage(99 * gigabyte, 0, null), 'none')).toMatchObject({
    free: undefined,
    level: 'fine',
    warning: undefined,
    label: 'Images 99 GB',
  }));

test('the meter warns from 80 % and alarms from 95 %, always in words, too', () => {
  const at = (used: number) => {
    const { level, warning } = meterOf(t, storage(used, 0, 1000), 'fixed');
    return [level, warning];
  };
  expect([799, 800, 949, 950, 1000, 1200].map((used) => at(used))).toEqual([
    ['fine', undefined],
    ['low', '80% used: running low'],
    ['low', '94% used: running low'],
    ['critical', '95% used: almost full'],
    ['critical', 'Your storage is full'],
    ['critical', 'Your storage is full'],
  ]);
});

test('a capacity of zero is full, and an empty account says so', () => {
  expect(meterOf(t, storage(0, 0, 0), 'fixed')).toMatchObject({ level: 'critical', free: 0 });
  expect(meterOf(t, storage(0, 0, null), 'none').label).toBe('Nothing stored yet');
});
