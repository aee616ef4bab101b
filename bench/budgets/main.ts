/**
 * Part of `npm run check`: counts the cost of hot calls and compares it with recorded budgets.
 *
 *     node bench/budgets/main.ts                 reports costs above their budgets
 *     node bench/budgets/main.ts --record        writes bench/budgets/budgets.json
 *     node bench/budgets/main.ts --show NAME     lists the statements of a call
 *
 * docs/performance.md, “The gate”, explains the counts.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runQuietly, stopAll } from '../../scripts/process/run.ts';
import { placeForTests } from '../../scripts/test/place.ts';
import { type Account, type Budgets, budgetsOf, judge, judgeGrowth, lesserOf } from './judge.ts';

const { values } = parseArgs({
  options: { record: { type: 'boolean', default: false }, show: { type: 'string' } },
});
const record = join(import.meta.dirname, 'budgets.json');
/** Items of the accounts that are compared: what calls take in the last is what the budgets are about. */
const sizes = [20_000, 1_000];

/**
 * Flags for reproducible counts: no optimising compiler, whose start depends on call counts and which saves or
 * adds allocations; no automatic garbage collection, because it changes the heap size that is read; no random
 * numbers.
 */
const flags = [
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--no-lazy-feedback-allocation',
  '--no-flush-bytecode',
  '--expose-gc',
  '--single-threaded-gc',
  '--min-semi-space-size=128',
  '--max-semi-space-size=128',
  '--random-seed=1',
  '--hash-seed=1',
];

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const folder = mkdtempSync(join(placeForTests(), 'holdall-budgets-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopAll();
    process.exit(1);
  });

const count = async (): Promise<unknown> => {
  const own = mkdtempSync(join(folder, 'count-'));
  const out = join(own, 'counted.json');
  const { code, output } = await runQuietly(process.execPath, [
    ...flags,
    join(import.meta.dirname, 'count.ts'),
    '--folder',
    own,
    '--out',
    out,
    ...sizes.flatMap((items) => ['--items', String(items)]),
    ...(values.show === undefined ? [] : ['--show', values.show]),
  ]);
  if (code !== 0) throw new Error(`the calls could not be counted:\n${output}`);
  return JSON.parse(readFileSync(out, 'utf8')) as unknown;
};

const readBudgets = (): Budgets =>
  existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Budgets) : {};

const write = ({ counted }: Account): void => {
  writeFileSync(record, `${JSON.stringify(budgetsOf(counted, readBudgets()), null, 2)}\n`);
  say(`${counted.length} calls are recorded; look at what has changed before you commit it.`);
};

type Accounts = readonly [large: Account, small: Account];

const judgeAll = ([large, small]: Accounts) => {
  const { faults, gains } = judge(small.counted, readBudgets());
  return { faults: [...faults, ...judgeGrowth(small, large)], gains };
};

const judgeCounted = async (): Promise<void> => {
  let accounts = (await count()) as Accounts;
  // Now and then V8 takes a little more for the same, for as long as a process lives: what counts is the less of two.
  if (values.record || judgeAll(accounts).faults.length > 0) {
    const [large, small] = (await count()) as Accounts;
    accounts = [lesserOf(accounts[0], large), lesserOf(accounts[1], small)];
  }
  if (values.record) write(accounts[1]);
  const { faults, gains } = judgeAll(accounts);
  for (const sentence of [...faults, ...gains]) say(sentence);
  if (faults.length === 0) say(`${accounts[1].counted.length} calls keep to their budgets`);
  else process.exitCode = 1;
};

if (values.show === undefined) await judgeCounted();
else say(String(await count()));
