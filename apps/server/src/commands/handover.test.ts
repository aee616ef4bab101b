import { expect, test } from 'vitest';
import { createHandover, waitForInstallation } from '#commands/handover.ts';

/** Openings that end on demand. */
const openings = (settleMs = 2 ** 30) => {
  const done: string[] = [];
  const begun: PromiseWithResolvers<void>[] = [];
  const handover = createHandover(async () => {
    const hold = Promise.withResolvers<void>();
    begun.push(hold);
    await hold.promise;
    done.push('open');
    return {
      stop: () => {
        done.push('stop');
      },
      close: async () => {
        done.push('close');
      },
    };
  }, settleMs);
  return { handover, done, begun };
};

test('all callers get the same opening', async () => {
  const { handover, begun, done } = openings();
  const asked = [handover.open(), handover.open()];
  begun[0]?.resolve();
  const [one, other] = await Promise.all(asked);
  expect(one).toBe(other);
  expect(await handover.open()).toBe(one);
  expect(done).toEqual(['open']);
});

test('a failed opening is retried, and not closed', async () => {
  const { handover, begun, done } = openings();
  const failing = handover.open();
  begun[0]?.reject(new Error('away'));
  await expect(failing).rejects.toThrow('away');
  await handover.close();
  const again = handover.open();
  begun[1]?.resolve();
  await again;
  await handover.close();
  expect(done).toEqual(['open', 'close']);
});

test('an opening in progress at the end is stopped as soon as it is open, and closed', async () => {
  const { handover, begun, done } = openings();
  const opening = handover.open();
  handover.stop();
  const closed = handover.close();
  begun[0]?.resolve();
  await closed;
  await opening;
  expect(done).toEqual(['open', 'stop', 'close']);
});

test('an opening that hangs is not waited for without end', async () => {
  const { handover, done } = openings(1);
  void handover.open();
  await handover.close();
  expect(done).toEqual([]);
});

/** Probes that answer on demand, and their results. */
const looks = (everyMs = 1, patienceMs = 2 ** 30) => {
  const begun: PromiseWithResolvers<boolean>[] = [];
  const told: string[] = [];
  const taken = Promise.withResolvers<void>();
  let next = Promise.withResolvers<void>();
  const waiting = waitForInstallation({
    probe: {
      isSetupComplete: () => {
        const hold = Promise.withResolvers<boolean>();
        begun.push(hold);
        next.resolve();
        return hold.promise;
      },
    },
    takeOver: async () => {
      told.push('taken over');
      taken.resolve();
    },
    onFailure: (error) => told.push(String(error)),
    everyMs,
    patienceMs,
  });
  return {
    waiting,
    told,
    taken: taken.promise,
    /** The next probe to begin. */
    look: async () => {
      await next.promise;
      next = Promise.withResolvers<void>();
      const look = begun.at(-1);
      if (look === undefined) throw new Error('Nobody looks.');
      return look;
    },
    count: () => begun.length,
  };
};

test('an installation is probed for until it exists; a failure is reported once', async () => {
  const { waiting, told, taken, look, count } = looks();
  for (let time = 0; time < 2; time += 1) (await look()).reject(new Error('away'));
  (await look()).resolve(false);
  (await look()).resolve(true);
  await taken;
  await waiting.stop();
  expect(told).toEqual(['Error: away', 'taken over']);
  expect(count()).toBe(4);
});

test.each([
  ['finds it', (probe: PromiseWithResolvers<boolean>) => probe.resolve(true)],
  ['finds nothing', (probe: PromiseWithResolvers<boolean>) => probe.resolve(false)],
  ['fails', (probe: PromiseWithResolvers<boolean>) => probe.reject(new Error('away'))],
])('a probe in progress at the end is waited for; that it %s changes nothing', async (_what, end) => {
  const { waiting, told, look, count } = looks();
  const held = await look();
  let isOver = false;
  const stopped = waiting.stop().then(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect(isOver).toBe(false);
  end(held);
  await stopped;
  expect(told).not.toContain('taken over');
  expect(count()).toBe(1);
});

test('an urgent caller gets a new probe at once, not one that began before; an unreachable database delays nobody', async () => {
  const { waiting, told, look, count } = looks(2 ** 30);
  let isAnswered = false;
  const first = waiting.probeNow().then(() => {
    isAnswered = true;
  });
  const begun = await look();
  const second = waiting.probeNow();
  expect(isAnswered).toBe(false);
  begun.resolve(false);
  await first;
  expect(told).toEqual([]);
  (await look()).reject(new Error('away'));
  await second;
  await waiting.probeNow();
  expect(count()).toBe(2);
  await waiting.stop();
  await waiting.probeNow();
});

test('an installation that is found at once is taken over before any request is answered', async () => {
  const { waiting, told, look } = looks(2 ** 30);
  const asked = waiting.probeNow();
  (await look()).resolve(true);
  await asked;
  expect(told).toEqual(['taken over']);
});

test('a probe without an answer delays no caller for long, and later callers not at all', async () => {
  const { waiting, look, count } = looks(2 ** 30, 1);
  await Promise.all([waiting.probeNow(), waiting.probeNow()]);
  const silent = await look();
  let isKept = true;
  void waiting.probeNow().then(() => {
    isKept = false;
  });
  await Promise.resolve();
  expect(isKept).toBe(false);
  // The probe repeats once it has its answer.
  silent.resolve(false);
  await expect
    .poll(async () => {
      await waiting.probeNow();
      return count();
    })
    .toBe(2);
  (await look()).resolve(false);
  await waiting.stop();
});

test('a takeover that fails repeatedly is reported once, and delays no caller', async () => {
  const told: string[] = [];
  const tried: PromiseWithResolvers<void>[] = [];
  const waiting = waitForInstallation({
    probe: { isSetupComplete: async () => true },
    takeOver: () => {
      const hold = Promise.withResolvers<void>();
      tried.push(hold);
      return hold.promise;
    },
    onFailure: (error) => told.push(String(error)),
    everyMs: 1,
    patienceMs: 2 ** 30,
  });
  for (const times of [1, 2]) {
    await expect.poll(() => tried.length).toBe(times);
    tried[times - 1]?.reject(new Error('the bucket is away'));
  }
  await expect.poll(() => tried.length).toBe(3);
  await waiting.probeNow();
  expect(told).toEqual(['Error: the bucket is away']);
  tried[2]?.resolve();
  await waiting.stop();
});
