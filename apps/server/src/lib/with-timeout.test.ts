import { expect, test } from 'vitest';
import { withTimeout } from '#lib/with-timeout.ts';

test('what ends is waited for, and what never does is not', async () => {
  let isDone = false;
  const work = async (): Promise<void> => {
    await Promise.resolve();
    isDone = true;
  };
  await withTimeout(60_000, work());
  expect(isDone).toBe(true);
  await withTimeout(1, new Promise(() => undefined));
});

test('what fails is told', async () => {
  await expect(withTimeout(60_000, Promise.reject(new Error('away')))).rejects.toThrow('away');
});
