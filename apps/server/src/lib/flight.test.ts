import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFlight, type Slots } from '#lib/flight.ts';
import { createSemaphore } from '#lib/semaphore.ts';

const alone: Slots = (work) => work();

test('asks its caller to wait while enough is under way', async () => {
  const flight = createFlight(2, alone);
  const ends: (() => void)[] = [];
  const begin = (): void => flight.start(() => new Promise((resolve) => ends.push(resolve)));
  begin();
  expect(flight.relief()).toBeUndefined();
  begin();
  const relief = flight.relief();
  let relieved = false;
  void relief?.then(() => (relieved = true));
  await setImmediate();
  expect(relieved).toBe(false);
  ends[0]?.();
  await relief;
  expect(relieved).toBe(true);
  ends[1]?.();
  await flight.landed();
});

test('answers its first failure from then on, and begins nothing more', async () => {
  const flight = createFlight(1, createSemaphore(1));
  const done: string[] = [];
  flight.start(async () => {
    await setImmediate();
    throw new Error('first');
  });
  flight.start(async () => void done.push('second'));
  await expect(flight.landed()).rejects.toThrow('first');
  await expect(flight.relief()).rejects.toThrow('first');
  await flight.settled();
  expect(done).toEqual([]);
});

test('takes turns with others', async () => {
  const slots = createSemaphore(1);
  const [one, other] = [createFlight(5, slots), createFlight(5, slots)];
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
  await Promise.all([one.landed(), other.landed()]);
  expect(most).toBe(1);
});
