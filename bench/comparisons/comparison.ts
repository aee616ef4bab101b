import type { RunningHoldall } from '../servers/holdall.ts';
import type { Filled, Running } from '../servers/server-under-test.ts';
import type { Place } from '../lib/holdall.ts';

/** The result of one run. */
export interface Score {
  /** In the comparison's unit. */
  readonly value: number;
  /** Processor seconds of the server's processes; undefined where the system does not report them. */
  readonly cpuSeconds?: number | undefined;
}

export interface Entrant {
  readonly name: string;
  /** @param round counts from 0; -1 warms up. @throws where an answer is not what it should be */
  readonly run: (round: number) => Promise<Score>;
}

/** A target of the product (performance.md), for one entrant's figure. */
export interface Target {
  readonly of: string;
  /** `ratio`: to the value of `than`. `value` and `cpu`: absolute. */
  readonly figure: 'ratio' | 'value' | 'cpu';
  readonly than?: string;
  readonly side: 'at least' | 'at most';
  readonly limit: number;
  /** Overrides the comparison's value. */
  readonly unit?: string;
}

/** Entrants that do the same work in turns. */
export interface Comparison {
  readonly name: string;
  readonly unit: string;
  /** The entrant by whose value the others are divided. */
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

/** The fixture of comparisons. */
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
  /** True where other servers take part: they are started only for such groups. */
  readonly withOthers?: true;
  /** In the order in which they run; each begins when the one before it has ended. */
  readonly comparisons: readonly ((stage: Stage) => Promise<Comparison>)[];
}

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
