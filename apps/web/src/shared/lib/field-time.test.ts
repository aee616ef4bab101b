import { expect, test } from 'vitest';
import { fieldTime, timeOfField } from './field-time.ts';

test('a time survives a round trip in the time zone of the device', () => {
  const typed = '2026-12-24T18:30';
  const time = timeOfField(typed);
  expect(time).toBe(new Date(2026, 11, 24, 18, 30).toISOString());
  expect(fieldTime(time ?? null)).toBe(typed);
  expect([timeOfField(''), fieldTime(null), timeOfField('soon')]).toEqual([null, '', undefined]);
});
