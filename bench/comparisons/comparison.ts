import type { RunningHoldall } from '../servers/holdall.ts';
import type { Filled, Running } from '../servers/server-under-test.ts';
import type { Place } from '../lib/holdall.ts';

/** What one run came to. */
export interface Score {
  /** In the comparison's unit. */
  readonly value: number;
  /** What the server's processes used for it; undefined where the system does not tell. */
  readonly cpuSeconds?: number | undefined;
}

export interface Entrant {
  readonly name: string;
  /** @param round counts from 0; -1 warms up. @throws where an answer is not what it should be */
  readonly run: (round: number) => Promise<Score>;
}

/** What the product promises (performance.md), by one entrant's figure. */
export interface Target {
  readonly of: string;
  /** `ratio`: to the value of `than`. `value` and `cpu`: as they are. */
  readonly figure: 'ratio' | 'value' | 'cpu';
  readonly than?: string;
  readonly side: 'at least' | 'at most';
  readonly limit: number;
  /** Where it is not the comparison's. */
  readonly unit?: string;
}

/** Entrants that do the same work in turns. */
export interface Comparison {
  readonly name: string;
  readonly unit: string;
  /** Whose value the others are divided by. */
  readonly reference: string;
  readonly entrants: readonly Entrant[];
  readonly targets: readonly Target[];
  /** Fewer than the others have, where one takes very long, or says the same each time. */
  readonly rounds?: number;
  /** False: the first round counts, too; nothing needs to get warm, or it is to be quick. */
  readonly warmUp?: boolean;
  /** Runs afterwards. */
  readonly clean?: () => Promise<void>;
}

export interface Named {
  readonly name: string;
  readonly running: Running;
}

/** What comparisons work with. */
export interface Stage {
  /** All that take part and are installed, Holdall among them. */
  readonly named: readonly Named[];
  readonly holdall: RunningHoldall;
  readonly filled: readonly Filled[];
  readonly quick: boolean;
  /** Seconds that the mixed load lasts. */
  readonly mixedSeconds: number;
  /** A folder for what comes and goes. */
  readonly temporary: string;
  /** A place for one more Holdall. */
  readonly makePlace: (name: string) => Promise<Place>;
}

/** Contests that share what they prepare. */
export interface Group {
  readonly title: string;
  /** Whether others than Holdall take part: nobody else is started for groups without them. */
  readonly withOthers?: true;
  /** In the order in which they are played; each begins when the one before it has ended. */
  readonly comparisons: readonly ((stage: Stage) => Promise<Comparison>)[];
}

const mebi = 1024 * 1024;
/** Milliseconds between two looks at the memory. */
const lookEvery = 20;

/** By how many MiB the server's memory grows while work is done, at the most; NaN where the system does not tell. */
export const growthDuring = async (
  figures: Running['figures'],
  work: () => Promise<unknown>,
): Promise<number> => {
  const resident = () => figures()?.resident ?? Number.NaN;
  const before = resident();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, resident())), lookEvery);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return (most - before) / mebi;
};

/** Times work and counts what the server's processes use. @param amount of work, in the comparison's unit for a second */
export const timed = async (
  figures: Running['figures'],
  amount: number,
  work: () => Promise<unknown>,
): Promise<Score> => {
  const before = figures()?.cpuSeconds;
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  const after = figures()?.cpuSeconds;
  return {
    value: amount / seconds,
    cpuSeconds: before === undefined || after === undefined ? undefined : after - before,
  };
};
