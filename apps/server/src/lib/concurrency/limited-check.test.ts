import { expect, test, vi } from 'vitest';
import { createLimitedCheck, SilenceError } from '#lib/concurrency/limited-check.ts';

test('a check resolves as its work does', async () => {
  expect(await createLimitedCheck(async () => 7)()).toBe(7);
  const failing = createLimitedCheck(async () => {
    throw new Error('away');
  });
  await expect(failing()).rejects.toThrow('away');
});

test('hanging work is given up in time, and is not started again before it has ended', async () => {
  const hanging = Promise.withResolvers<string>();
  const work = vi.fn(() => hanging.promise);
  const check = createLimitedCheck(work, 1);
  await expect(check()).rejects.toThrow(SilenceError);
  await expect(check()).rejects.toThrow(SilenceError);
  expect(work).toHaveBeenCalledTimes(1);
  hanging.resolve('back');
  expect(await check()).toBe('back');
  work.mockResolvedValue('anew');
  expect(await check()).toBe('anew');
});
