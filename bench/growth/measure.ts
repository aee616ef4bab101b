import { median } from '../lib/statistics.ts';
import type { Deed } from './deed.ts';
import type { Meter } from './meter.ts';

/** Seconds of the processors’ time that a round lasts at the least: the system counts in hundredths. */
const roundSeconds = 0.12;
const roundTurns = 100;
const rounds = 3;
const warmUps = 3;
/** Milliseconds after which no further round begins. */
const enough = 2_000;

export interface Cost {
  /** Milliseconds of the processors’ time that a call takes. */
  readonly cpuMs: number;
  /** Milliseconds by the clock. */
  readonly wallMs: number;
  readonly turns: number;
}

interface Turns {
  readonly cpuMs: number;
  readonly walls: readonly number[];
}

/** Does something as often as it takes to be measured. @param from number of the first turn */
const playRound = async (
  { before, run, after }: Deed,
  meter: Meter,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<Turns> => {
  let used = 0;
  const walls = [];
  const isAlone = before === undefined && after === undefined;
  meter.begin();
  const begin = meter.read();
  const start = performance.now();
  while (walls.length < most && used < roundSeconds && performance.now() - start < enough / 2) {
    const turn = from + walls.length;
    await before?.(turn);
    const cpu = isAlone ? begin : meter.read();
    const since = performance.now();
    await run(turn);
    walls.push(performance.now() - since);
    // Alone they are counted together: no more than one hundredth is lost or won.
    used = isAlone ? meter.read() - begin : used + meter.read() - cpu;
    await after?.(turn);
  }
  // Less than can be seen is told as half of that.
  return { cpuMs: (Math.max(used, 0.005) * 1000) / walls.length, walls };
};

/** Measures a call in rounds. @returns medians of the rounds, and of all calls by the clock */
export const measure = async (deed: Deed, meter: Meter): Promise<Cost> => {
  const { atMost = Infinity } = deed;
  // Code and caches are warm afterwards, unless each turn is one less to come.
  let from = 0;
  if (atMost === Infinity) from += (await playRound(deed, meter, { from, most: warmUps })).walls.length;
  const played: Turns[] = [];
  const start = performance.now();
  for (let round = 0; round < rounds && from < atMost && performance.now() - start < enough; round += 1) {
    const turns = await playRound(deed, meter, { from, most: Math.min(roundTurns, atMost - from) });
    from += turns.walls.length;
    played.push(turns);
  }
  const walls = played.flatMap((round) => round.walls);
  return { cpuMs: median(played.map(({ cpuMs }) => cpuMs)), wallMs: median(walls), turns: walls.length };
};
