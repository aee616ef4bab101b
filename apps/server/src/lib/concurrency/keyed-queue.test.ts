import { expect, test } from 'vitest';
import { createKeyedQueue } from '#lib/concurrency/keyed-queue.ts';

test('work of one key runs in order, also after a failure; other keys do not wait', async () => {
  const enqueue = createKeyedQueue();
  const log: string[] = [];
  const gate = Promise.withResolvers<undefined>();
  const first = enqueue('a', async () => {
    log.push('first begins');
    await gate.promise;
    log.push('first ends');
    throw new Error('it failed');
  });
  const second = enqueue('a', async () => {
    log.push('second');
    return 2;
  });
  await enqueue('b', async () => {
    log.push('other key');
  });
  expect(log).toEqual(['first begins', 'other key']);
  gate.resolve(undefined);
  await expect(first).rejects.toThrow('it failed');
  expect(await second).toBe(2);
  expect(log).toEqual(['first begins', 'other key', 'first ends', 'second']);
});
