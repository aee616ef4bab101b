import { expect, test } from 'vitest';
import { daysLeft } from './trash-end.ts';

const deleted = '2026-11-01T12:00:00.000Z';
const at = (time: string): number => daysLeft(deleted, 30, Date.parse(time));

test('an item in the trash counts down to its deletion in started days', () => {
  expect(at('2026-11-01T12:00:00.000Z')).toBe(30);
  expect(at('2026-11-01T12:00:01.000Z')).toBe(30);
  expect(at('2026-11-30T12:00:01.000Z')).toBe(1);
  expect(at('2026-12-01T12:00:00.000Z')).toBe(0);
  expect(at('2027-01-01T12:00:00.000Z')).toBe(0);
});
