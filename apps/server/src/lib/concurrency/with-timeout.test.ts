import { expect, test } from 'vitest';
import { withTimeout } from '#lib/concurrency/with-timeout.ts';

test('work that ends is waited for, and hanging work is not', async () => {
  let isDone = false;
  const work = async (): Promise<void> => {
    await Promise.resolve();
    isDone = true;
  };
  await withTimeout(60_000, work());
  expect(isDone).toBe(true);
  await withTimeout(1, new Promise(() => undefined));
});

test('a failure is passed on', async () => {
  await expect(withTimeout(60_000, Promise.reject(new Error('away')))).rejects.toThrow('away');
});
