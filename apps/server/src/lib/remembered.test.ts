import { expect, test, vi } from 'vitest';
import { remembered } from '#lib/remembered.ts';

test('what worked is not done again for a while; what failed is done again at once', async () => {
  let fails = true;
  const work = vi.fn(async () => {
    if (fails) throw new Error('away');
  });
  const ask = remembered(work, 60_000);
  await expect(ask()).rejects.toThrow('away');
  await expect(ask()).rejects.toThrow('away');
  fails = false;
  await ask();
  await ask();
  expect(work).toHaveBeenCalledTimes(3);
  const forgetful = remembered(work, 0);
  await forgetful();
  await forgetful();
  expect(work).toHaveBeenCalledTimes(5);
});
