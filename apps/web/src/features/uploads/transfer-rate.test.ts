import { expect, test } from 'vitest';
import { createTransferRate } from './transfer-rate.ts';

test('a steady stream is measured', () => {
  const rate = createTransferRate();
  for (let at = 0; at <= 8000; at += 100) rate.record(1000, at);
  expect(rate.perSecond(8000)).toBeCloseTo(10_000, -3);
});

test('one sample or a moment gives no rate', () => {
  const rate = createTransferRate();
  rate.record(5_000_000, 0);
  expect(rate.perSecond(100)).toBe(0);
  rate.record(5_000_000, 200);
  expect(rate.perSecond(200)).toBe(0);
});

test('the rate of a stalled stream falls to 0', () => {
  const rate = createTransferRate();
  for (let at = 0; at <= 2000; at += 100) rate.record(1000, at);
  expect(rate.perSecond(10_000)).toBe(0);
});

test('a reset forgets all samples', () => {
  const rate = createTransferRate();
  for (let at = 0; at <= 2000; at += 100) rate.record(1000, at);
  rate.reset();
  expect(rate.perSecond(2000)).toBe(0);
});
