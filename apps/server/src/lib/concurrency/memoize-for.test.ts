import { expect, test, vi } from 'vitest';
import { memoizeFor } from '#lib/concurrency/memoize-for.ts';

test('an answer is memoized for a while, and a failure is not', async () => {
  let fails = true;
  const work = vi.fn(async () => {
    if (fails) throw new Error('away');
  });
  const ask = memoizeFor(work, 60_000);
  await expect(ask()).rejects.toThrow('away');
  await expect(ask()).rejects.toThrow('away');
  fails = false;
  await ask();
  await ask();
  expect(work).toHaveBeenCalledTimes(3);
  const forgetful = memoizeFor(work, 0);
  await forgetful();
  await forgetful();
  expect(work).toHaveBeenCalledTimes(5);
});
