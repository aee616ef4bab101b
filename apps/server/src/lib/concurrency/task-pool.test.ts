import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTaskPool, type Slots } from '#lib/concurrency/task-pool.ts';
import { createSemaphore } from '#lib/concurrency/semaphore.ts';

const alone: Slots = (work) => work();

test('makes its caller wait while enough is in progress', async () => {
  const pool = createTaskPool(2, alone);
  const ends: (() => void)[] = [];
  const begin = (): void => pool.start(() => new Promise((resolve) => ends.push(resolve)));
  begin();
  expect(pool.capacity()).toBeUndefined();
  begin();
  const relief = pool.capacity();
  let relieved = false;
  void relief?.then(() => (relieved = true));
  await setImmediate();
  expect(relieved).toBe(false);
  ends[0]?.();
  await relief;
  expect(relieved).toBe(true);
  ends[1]?.();
  await pool.finished();
});

test('returns its first failure from then on, and begins nothing more', async () => {
  const pool = createTaskPool(1, createSemaphore(1));
  const done: string[] = [];
  pool.start(async () => {
    await setImmediate();
    throw new Error('first');
  });
  pool.start(async () => void done.push('second'));
  await expect(pool.finished()).rejects.toThrow('first');
  await expect(pool.capacity()).rejects.toThrow('first');
  await pool.settled();
  expect(done).toEqual([]);
});

test('takes turns with others', async () => {
  const slots = createSemaphore(1);
  const [one, other] = [createTaskPool(5, slots), createTaskPool(5, slots)];
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
  };
  for (let round = 0; round < 5; round += 1) {
    one.start(work);
    other.start(work);
  }
  await Promise.all([one.finished(), other.finished()]);
  expect(most).toBe(1);
});
