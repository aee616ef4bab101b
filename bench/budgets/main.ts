/**
 * Part of `npm run check`: what hot calls take, counted and held against recorded budgets.
 *
 *     node bench/budgets/main.ts                 says what costs more than it may
 *     node bench/budgets/main.ts --record        writes bench/budgets/budgets.json anew
 *     node bench/budgets/main.ts --show NAME     lists the statements of a call
 *
 * docs/performance.md, “The gate”, says what is counted and why.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runQuietly, stopAll } from '../../scripts/process/run.ts';
import { placeForTests } from '../../scripts/test/place.ts';
import { type Account, type Budgets, budgetsOf, judge, judgeGrowth } from './judge.ts';

const { values } = parseArgs({
  options: { record: { type: 'boolean', default: false }, show: { type: 'string' } },
});
const record = join(import.meta.dirname, 'budgets.json');
/** Items of the accounts that are compared: what calls take in the last is what the budgets are about. */
const sizes = [20_000, 1_000];

/**
 * No compiler that begins when a function has run often, and saves allocations, or makes some of its own; no garbage
 * collection that is not asked for, because it changes the one size of the heap that is read; no numbers by chance.
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
  const out = join(folder, 'counted.json');
  const { code, output } = await runQuietly(process.execPath, [
    ...flags,
    join(import.meta.dirname, 'count.ts'),
    '--folder',
    folder,
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

const found = await count();
if (values.show !== undefined) say(String(found));
else {
  const [large, small] = found as readonly [Account, Account];
  if (values.record) write(small);
  const { faults, gains } = judge(small.counted, readBudgets());
  const all = [...faults, ...judgeGrowth(small, large)];
  for (const sentence of [...all, ...gains]) say(sentence);
  if (all.length === 0) say(`${small.counted.length} calls keep to their budgets`);
  else process.exitCode = 1;
}
