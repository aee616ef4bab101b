import { expect, test } from 'vitest';
import { createRateWindow } from './rate-window.ts';

const start = (most = 10) => {
  let time = 1_000_000;
  const window = createRateWindow({ most, window: 60_000, now: () => time });
  /** @returns after how many seconds one may come again; 0: now */
  const wait = (key: string): number => {
    try {
      window.check(key);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ code: 'limit.too_many' });
      return (error as { details: { retryAfter: number } }).details.retryAfter;
    }
  };
  const goOn = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { window, wait, goOn };
};

test('a client that has used its share waits for the next window, and no other does', () => {
  const { window, wait, goOn } = start();
  window.count('a', 6);
  expect(wait('a')).toBe(0);
  goOn(20_000);
  window.count('a', 4);
  expect([wait('a'), wait('b')]).toEqual([40, 0]);
  goOn(39_500);
  expect(wait('a')).toBe(1);
  goOn(500);
  expect(wait('a')).toBe(0);
  window.count('a', 9);
  expect(wait('a')).toBe(0);
});

test('the latest keys are remembered, however many there are', () => {
  const { window, wait } = start(1);
  for (let index = 0; index < 10_050; index += 1) window.count(`key ${index}`, 1);
  expect([wait('key 0'), wait('key 49'), wait('key 50'), wait('key 10049')]).toEqual([0, 0, 60, 60]);
});
