import { expect, test } from 'vitest';
import { CoalescedRun } from '#lib/concurrency/coalesced-run.ts';

/** Work whose runs end one by one, as the test says. */
const heldWork = () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = (): Promise<void> => {
    const held = Promise.withResolvers<void>();
    runs.push(held);
    return held.promise;
  };
  return { runs, shared: new CoalescedRun(run) };
};
const turn = () => new Promise((resolve) => void setImmediate(resolve));

test('all callers that come during a run share the next one', async () => {
  const { runs, shared } = heldWork();
  const served: string[] = [];
  const ask = (name: string) => shared.ask().then(() => served.push(name));
  const all = [ask('first'), ask('second'), ask('third')];
  await turn();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await turn();
  expect([served, runs.length]).toEqual([['first'], 2]);
  all.push(ask('late'));
  runs[1]?.resolve();
  await turn();
  expect([served, runs.length]).toEqual([['first', 'second', 'third'], 3]);
  runs[2]?.resolve();
  await Promise.all(all);
  await shared.settled();
  expect([served.at(-1), runs.length]).toEqual(['late', 3]);
});

test('the failure of a run reaches its own callers, and no others', async () => {
  const { runs, shared } = heldWork();
  const [first, second] = [shared.ask(), shared.ask()];
  runs[0]?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  await turn();
  runs[1]?.resolve();
  await second;
  const third = shared.ask();
  runs[2]?.resolve();
  await third;
  await shared.settled();
  expect(runs).toHaveLength(3);
});
