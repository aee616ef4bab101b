import { expect, test } from 'vitest';
import { createStartLoop } from '#commands/start-loop.ts';

const long = 2 ** 30;

/** Work that begins when it is called, and ends on demand. */
const onDemand = <T>() => {
  const begun: PromiseWithResolvers<T>[] = [];
  let next = Promise.withResolvers<void>();
  return {
    work: (): Promise<T> => {
      const hold = Promise.withResolvers<T>();
      begun.push(hold);
      next.resolve();
      return hold.promise;
    },
    /** The next one to begin. */
    next: async (): Promise<PromiseWithResolvers<T>> => {
      await next.promise;
      next = Promise.withResolvers<void>();
      const last = begun.at(-1);
      if (last === undefined) throw new Error('Nothing has begun.');
      return last;
    },
    count: () => begun.length,
  };
};

/** A loop whose probes and openings end on demand. */
const loops = (times: { everyMs?: number; silenceMs?: number; settleMs?: number } = {}) => {
  const done: string[] = [];
  const probes = onDemand<boolean>();
  const openings = onDemand<void>();
  const loop = createStartLoop({
    isInstalled: probes.work,
    open: async () => {
      await openings.work();
      done.push('open');
      return {
        stop: () => {
          done.push('stop');
        },
        close: async () => {
          done.push('close');
        },
      };
    },
    onFailure: (error) => done.push(String(error)),
    everyMs: 1,
    silenceMs: long,
    settleMs: long,
    ...times,
  });
  return { loop, done, probes, openings };
};

test('all callers get the same opening', async () => {
  const { loop, openings, done } = loops();
  const asked = [loop.open(), loop.open()];
  (await openings.next()).resolve();
  const [one, other] = await Promise.all(asked);
  expect(one).toBe(other);
  expect(await loop.open()).toBe(one);
  expect(await loop.run()).toBe(one);
  expect(done).toEqual(['open']);
});

test('a failed opening is tried again by the next caller, and not closed', async () => {
  const { loop, openings, done } = loops();
  const failing = loop.open();
  (await openings.next()).reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  const again = loop.open();
  (await openings.next()).resolve();
  await again;
  await loop.close();
  expect(done).toEqual(['open', 'stop', 'close']);
});

test('the end of a loop whose opening has failed closes nothing', async () => {
  const { loop, openings, done } = loops();
  const failing = loop.open();
  (await openings.next()).reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await loop.close();
  expect(done).toEqual([]);
});

test('an opening in progress at the end is stopped as soon as it is open, and closed', async () => {
  const { loop, openings, done } = loops();
  const opening = loop.open();
  loop.stop();
  const closed = loop.close();
  (await openings.next()).resolve();
  await closed;
  await opening;
  expect(done).toEqual(['open', 'stop', 'close']);
});

test('an opening that hangs is not waited for without end', async () => {
  const { loop, done } = loops({ settleMs: 1 });
  void loop.open();
  await loop.close();
  expect(done).toEqual([]);
});

test('a probe that hangs at the end is not waited for without end', async () => {
  const { loop, probes, done } = loops({ silenceMs: 1 });
  void loop.run();
  await probes.next();
  await loop.close();
  expect(done).toEqual([]);
});

test('an installation is probed for until it exists; a failure is reported once', async () => {
  const { loop, done, probes, openings } = loops();
  const running = loop.run();
  for (let time = 0; time < 2; time += 1) (await probes.next()).reject(new Error('away'));
  (await probes.next()).resolve(false);
  (await probes.next()).resolve(true);
  (await openings.next()).resolve();
  expect(await running).toBeDefined();
  expect(done).toEqual(['Error: away', 'open']);
  expect(probes.count()).toBe(4);
});

test.each([
  ['finds it', (probe: PromiseWithResolvers<boolean>) => probe.resolve(true)],
  ['finds nothing', (probe: PromiseWithResolvers<boolean>) => probe.resolve(false)],
  ['fails', (probe: PromiseWithResolvers<boolean>) => probe.reject(new Error('away'))],
])('a probe in progress at the end is waited for; that it %s opens nothing', async (_what, end) => {
  const { loop, done, probes } = loops();
  const running = loop.run();
  const held = await probes.next();
  let isOver = false;
  const closed = loop.close().then(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect(isOver).toBe(false);
  end(held);
  await closed;
  expect(await running).toBeUndefined();
  expect(done).not.toContain('open');
  expect(probes.count()).toBe(1);
});

test('a request gets a new probe at once, not one that began before; an unreachable database delays no request', async () => {
  const { loop, done, probes } = loops({ everyMs: long });
  let isAnswered = false;
  const first = loop.tryNow().then(() => {
    isAnswered = true;
  });
  const begun = await probes.next();
  const second = loop.tryNow();
  expect(isAnswered).toBe(false);
  begun.resolve(false);
  await first;
  expect(done).toEqual([]);
  (await probes.next()).reject(new Error('away'));
  await second;
  await loop.tryNow();
  expect(probes.count()).toBe(2);
});

test('an installation that is found is open before the request is answered, and not probed for again', async () => {
  const { loop, done, probes, openings } = loops({ everyMs: long });
  const asked = loop.tryNow();
  (await probes.next()).resolve(true);
  (await openings.next()).resolve();
  await asked;
  expect(done).toEqual(['open']);
  await loop.tryNow();
  expect(probes.count()).toBe(1);
});

test('a probe without an answer delays no request for long, and later ones not at all', async () => {
  const { loop, probes } = loops({ everyMs: long, silenceMs: 1 });
  await Promise.all([loop.tryNow(), loop.tryNow()]);
  const silent = await probes.next();
  let isKept = true;
  void loop.tryNow().then(() => {
    isKept = false;
  });
  await Promise.resolve();
  expect(isKept).toBe(false);
  // The probe is repeated once it has its answer.
  silent.resolve(false);
  (await probes.next()).resolve(false);
  await expect
    .poll(async () => {
      await loop.tryNow();
      return probes.count();
    })
    .toBe(3);
});

test('an opening that fails repeatedly is reported once, and delays no request', async () => {
  const { loop, done, probes, openings } = loops();
  const running = loop.run();
  for (let time = 0; time < 2; time += 1) {
    (await probes.next()).resolve(true);
    (await openings.next()).reject(new Error('the bucket is away'));
  }
  (await probes.next()).resolve(true);
  const last = await openings.next();
  await loop.tryNow();
  expect(done).toEqual(['Error: the bucket is away']);
  last.resolve();
  await running;
});
