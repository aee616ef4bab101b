/**
 * Counts the cost of hot calls in accounts of several sizes, all of them in the last, and writes it as JSON;
 * with `--show NAME` it prints the statements of one call instead. It is a program of its own, because V8 needs
 * flags for reproducible counts: `bench/budgets/main.ts` starts it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import { brotliCompressSync, constants } from 'node:zlib';
import { median } from '../lib/statistics.ts';
import type { Call, Iteration } from './calls.ts';
import { counted, type Counts, quiet, statementsOf, watch } from './counters.ts';
import type { Account, Figures } from './judge.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '' },
    items: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: '' },
    show: { type: 'string' },
  },
});

// The server's modules bind their imports when they are loaded: they are imported after this.
await watch();
const { calls } = await import('./calls.ts');
const { openStage } = await import('./stage.ts');

/** Turns that are not counted: code is compiled, caches are filled, V8 learns which shapes there are. And those that are. */
const iterationsOf = ({ dear }: Call) =>
  dear === true ? { warmUps: 1, iterations: 3 } : { warmUps: 2, iterations: 5 };
/** As the server compresses answers (`http/create-http-app.ts`). */
const quality = 4;

interface Taken {
  readonly counts: Counts;
  /** Undefined: a garbage collection came in between, so the figure is unknown. */
  readonly allocated: number | undefined;
  readonly body: Buffer;
}

/** Does something, and says by how much the heap has grown meanwhile. */
const allocating = async <T>(
  work: () => Promise<T>,
): Promise<{ result: T; allocated: number | undefined }> => {
  globalThis.gc?.({ type: 'minor', execution: 'sync' });
  const profiler = new GCProfiler();
  profiler.start();
  const before = getHeapStatistics().used_heap_size;
  const result = await work();
  const grown = getHeapStatistics().used_heap_size - before;
  return { result, allocated: profiler.stop().statistics.length === 0 ? grown : undefined };
};

const take = async ({ before, run, after }: Iteration, index: number): Promise<Taken> => {
  await before?.();
  await quiet();
  const { result, allocated } = await allocating(() => counted(() => run(index)));
  await after?.(result.answer);
  await quiet();
  return { counts: result.counts, allocated, body: result.answer.body };
};

const figuresOf = ({ entries, paced }: Call, taken: readonly Taken[]): Figures => {
  const of = (unit: keyof Counts) => median(taken.map(({ counts }) => counts[unit]));
  // Disturbances add allocations, as when a table of V8 grows; now and then memory is freed meanwhile.
  const [least, allocated = least] = taken
    .flatMap((one) => one.allocated ?? [])
    .toSorted((one, other) => one - other);
  const body = taken.at(-1)?.body ?? Buffer.alloc(0);
  const packed = (): number =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const perEntry = (bytes: number): number => Math.round((10 * bytes) / (entries ?? 1)) / 10;
  return {
    statements: of('statements'),
    steps: of('steps'),
    rows: of('rows'),
    commits: of('commits'),
    syncs: of('syncs'),
    files: of('files'),
    ...(entries === undefined ? {} : { bytes: perEntry(body.length), packed: perEntry(packed()) }),
    ...(allocated === undefined || paced === true ? {} : { allocated }),
  };
};

const countAccount = async (items: number, chosen: readonly Call[]): Promise<Account> => {
  const stage = await openStage(join(values.folder, `of-${items}`), items);
  try {
    const all = [];
    for (const call of chosen) {
      const iteration = await call.prepare(stage);
      const taken: Taken[] = [];
      const { warmUps, iterations } = iterationsOf(call);
      for (let index = 0; index < warmUps + iterations; index += 1) {
        const one = await take(iteration, index);
        if (index >= warmUps) taken.push(one);
      }
      const { name, why } = call;
      all.push({ name, why, figures: figuresOf(call, taken) });
    }
    return { items, counted: all };
  } finally {
    await stage.close();
  }
};

/** Lists the statements of a warm call. */
const show = async (items: number, call: Call): Promise<string> => {
  const stage = await openStage(join(values.folder, `of-${items}`), items);
  try {
    const iteration = await call.prepare(stage);
    const { warmUps } = iterationsOf(call);
    for (let index = 0; index < warmUps; index += 1) await take(iteration, index);
    await iteration.before?.();
    const sent = await statementsOf(() => iteration.run(warmUps));
    return sent
      .map(({ sql, steps, rows }) => `${steps} steps, ${rows} rows: ${sql.replaceAll(/\s+/g, ' ').trim()}`)
      .join('\n');
  } finally {
    await stage.close();
  }
};

const sizes = values.items.map(Number);
if (values.show === undefined) {
  const accounts: Account[] = [];
  for (const items of sizes) {
    const isLast = items === sizes.at(-1);
    // Only cheap calls are compared across sizes: expensive ones take as long, and those that read the whole
    // account may take longer.
    const compared = calls.filter(({ ofAll, dear }) => ofAll !== true && dear !== true);
    accounts.push(await countAccount(items, isLast ? calls : compared));
  }
  writeFileSync(values.out, JSON.stringify(accounts));
} else {
  const call = calls.find(({ name }) => name === values.show);
  if (call === undefined)
    throw new Error(`There is no “${values.show}”; there are: ${calls.map(({ name }) => name).join('; ')}.`);
  writeFileSync(values.out, JSON.stringify(await show(sizes.at(-1) ?? 0, call)));
}
