/**
 * Runs the comparisons: every entrant once a round, one after the other, so that a slow moment of the machine
 * affects all. Each round begins with another entrant: after one that has freed much memory the next finds it
 * warm, which on virtual machines matters more than the program does.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { installedOf, serversUnderTest } from '../servers/all.ts';
import type { Filled } from '../servers/server-under-test.ts';
import { startHoldall } from '../servers/holdall.ts';
import type { Place } from '../lib/holdall.ts';
import { archives } from './archives.ts';
import type { Comparison, Group, Named, Score, Stage } from './comparison.ts';
import { soak } from './soak.ts';
import { filledFolders, folders } from './folders.ts';
import { longWork } from './long-changes.ts';
import { life } from './life.ts';
import { type ComparisonResult, resultOf, tableOf } from './result.ts';
import { page } from './page.ts';
import { scrolling } from './scrolling.ts';
import { sockets } from './websocket-comparisons.ts';
import { thumbnails } from './thumbnails.ts';
import { transfers } from './transfers.ts';

const all: readonly Group[] = [
  transfers,
  page,
  scrolling,
  folders,
  archives,
  thumbnails,
  soak,
  longWork,
  sockets,
  life,
];

export interface ComparisonsOptions {
  readonly makePlace: (name: string) => Promise<Place>;
  /** An empty folder. */
  readonly temporary: string;
  readonly quick: boolean;
  readonly mixedSeconds: number;
  /** Groups whose titles contain it; empty: all. */
  readonly only: string;
  readonly say: (text: string) => void;
}

const groupsOf = (only: string): Group[] =>
  all.filter(({ title }) => title.toLowerCase().includes(only.toLowerCase()));

/** Tells whether a group's title contains the text. */
export const hasComparison = (only: string): boolean => groupsOf(only).length > 0;

const rotated = <T>(all: readonly T[], by: number): readonly T[] => {
  const first = by % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
};

const runComparison = async (
  { entrants, rounds = Infinity, warmUp = true, ...comparison }: Comparison,
  most: number,
) => {
  const scores = new Map(entrants.map(({ name }) => [name, [] as Score[]]));
  for (let round = warmUp ? -1 : 0; round < Math.min(rounds, most); round += 1)
    for (const { name, run } of rotated(entrants, round + 1)) {
      const score = await run(round).catch((error: unknown) => {
        throw new Error(`${comparison.name}: ${name}`, { cause: error });
      });
      if (round >= 0) scores.get(name)?.push(score);
    }
  return resultOf({ ...comparison, entrants }, scores);
};

const runGroups = async (
  stage: Stage,
  { only, quick, say }: ComparisonsOptions,
): Promise<ComparisonResult[]> => {
  const results = [];
  for (const { comparisons } of groupsOf(only))
    for (const make of comparisons) {
      const comparison = await make(stage);
      try {
        const result = await runComparison(comparison, quick ? 1 : 5);
        say(tableOf(result));
        results.push(result);
      } finally {
        await comparison.clean?.();
      }
    }
  return results;
};

/** Starts all that take part and are installed, and lets them compete. */
export const runComparisons = async (options: ComparisonsOptions): Promise<ComparisonResult[]> => {
  const { makePlace, temporary, quick, mixedSeconds, say } = options;
  const filled: Filled[] = filledFolders(quick);
  const named: Named[] = [];
  try {
    const holdall = await startHoldall(await makePlace('holdall'), filled);
    named.push({ name: 'Holdall', running: holdall });
    const others = groupsOf(options.only).some(({ withOthers = false }) => withOthers)
      ? serversUnderTest
      : [];
    for (const { name, start } of installedOf(others, say)) {
      const folder = join(temporary, name.replaceAll(/\W/g, ''));
      mkdirSync(folder);
      named.push({ name, running: await start({ folder, filled }) });
    }
    const stage: Stage = { named, holdall, filled, quick, mixedSeconds, temporary, makePlace };
    return await runGroups(stage, options);
  } finally {
    for (const { running } of named) await running.stop();
  }
};
