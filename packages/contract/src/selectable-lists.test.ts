import { expect, test } from 'vitest';
import { s3Regions } from './s3-regions.ts';
import { timezoneOffsets } from './choices.ts';

test('the list has 22 regions of object storage, from us-east-1 to sa-east-1', () => {
  const values = s3Regions.map(({ value }) => value);
  expect([values[0], values.at(-1), new Set(values).size, values.length]).toEqual([
    'us-east-1',
    'sa-east-1',
    22,
    22,
  ]);
});

test('offsets go from −12 to 12 in order, with halves and 45 minutes', () => {
  expect([timezoneOffsets[0], timezoneOffsets.at(-1)]).toEqual([-12, 12]);
  expect([...new Set(timezoneOffsets)].toSorted((one, other) => one - other)).toEqual([...timezoneOffsets]);
  const parts = timezoneOffsets.map((offset) => Math.abs(offset % 1));
  expect(new Set(parts)).toEqual(new Set([0, 0.5, 0.75]));
});
