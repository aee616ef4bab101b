import { median } from '../lib/statistics.ts';
import type { Action } from './action.ts';
import type { Meter } from './meter.ts';

/** Seconds of the processors’ time that a round lasts at the least: the system counts in hundredths. */
const roundSeconds = 0.12;
const roundIterations = 100;
const roundCount = 3;
const warmUps = 3;
/** Milliseconds after which no further round begins. */
const enough = 2_000;

export interface Cost {
  /** Milliseconds of the processors’ time that a call takes. */
  readonly cpuMs: number;
  /** Milliseconds by the clock. */
  readonly wallMs: number;
  readonly iterations: number;
}

interface RoundResult {
  readonly cpuMs: number;
  readonly walls: readonly number[];
}

/** Does something as often as it takes to be measured. @param from number of the first iteration */
const runRound = async (
  { before, run, after }: Action,
  meter: Meter,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<RoundResult> => {
  let used = 0;
  const walls = [];
  const isAlone = before === undefined && after === undefined;
  meter.begin();
  const begin = meter.read();
  const start = performance.now();
  while (walls.length < most && used < roundSeconds && performance.now() - start < enough / 2) {
    const iteration = from + walls.length;
    await before?.(iteration);
    const cpu = isAlone ? begin : meter.read();
    const since = performance.now();
    await run(iteration);
    walls.push(performance.now() - since);
    // Without preparation the calls are counted together: at most one hundredth is lost or gained.
    used = isAlone ? meter.read() - begin : used + meter.read() - cpu;
    await after?.(iteration);
  }
  // A cost below the resolution counts as half of it.
  return { cpuMs: (Math.max(used, 0.005) * 1000) / walls.length, walls };
};

/** Measures a call in roundCount. @returns medians of the rounds, and of all calls by the clock */
export const measure = async (action: Action, meter: Meter): Promise<Cost> => {
  const { atMost = Infinity } = action;
  // Code and caches are warm afterwards, unless each iteration is one less to come.
  let from = 0;
  if (atMost === Infinity) from += (await runRound(action, meter, { from, most: warmUps })).walls.length;
  const rounds: RoundResult[] = [];
  const start = performance.now();
  for (let round = 0; round < roundCount && from < atMost && performance.now() - start < enough; round += 1) {
    const iterations = await runRound(action, meter, {
      from,
      most: Math.min(roundIterations, atMost - from),
    });
    from += iterations.walls.length;
    rounds.push(iterations);
  }
  const walls = rounds.flatMap((round) => round.walls);
  return { cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)), wallMs: median(walls), iterations: walls.length };
};
