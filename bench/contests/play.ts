/**
 * Plays the contests: every entrant once a round, one after the other, so that a slower moment of the machine meets all. Each
 * round begins with another: who follows somebody who freed much memory finds it warm, and on machines that are virtual that
 * decides more than the program does.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { contestants } from '../contestants/all.ts';
import type { Filled } from '../contestants/contestant.ts';
import { startHoldall } from '../contestants/holdall.ts';
import { presentOf } from '../contestants/present.ts';
import type { Place } from '../lib/holdall.ts';
import { page } from '../page/page.ts';
import { archives } from './archives.ts';
import type { Contest, Group, Named, Score, Stage } from './contest.ts';
import { crowd } from './crowd.ts';
import { filledFolders, folders } from './folders.ts';
import { life } from './life.ts';
import { tableOf } from './report.ts';
import { type ContestResult, resultOf } from './result.ts';
import { sockets } from './sockets.ts';
import { thumbnails } from './thumbnails.ts';
import { transfers } from './transfers.ts';

const all: readonly Group[] = [transfers, folders, archives, thumbnails, page, crowd, sockets, life];

export interface ContestsWish {
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

/** Whether a group's title contains that. */
export const isInContests = (only: string): boolean => groupsOf(only).length > 0;

const turned = <T>(all: readonly T[], by: number): readonly T[] => {
  const first = by % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
};

const playContest = async (
  { entrants, rounds = Infinity, warmUp = true, ...contest }: Contest,
  most: number,
) => {
  const scores = new Map(entrants.map(({ name }) => [name, [] as Score[]]));
  for (let round = warmUp ? -1 : 0; round < Math.min(rounds, most); round += 1)
    for (const { name, run } of turned(entrants, round + 1)) {
      const score = await run(round).catch((error: unknown) => {
        throw new Error(`${contest.name}: ${name}`, { cause: error });
      });
      if (round >= 0) scores.get(name)?.push(score);
    }
  return resultOf({ ...contest, entrants }, scores);
};

const playGroups = async (stage: Stage, { only, quick, say }: ContestsWish): Promise<ContestResult[]> => {
  const results = [];
  for (const { contests } of groupsOf(only))
    for (const make of contests) {
      const contest = await make(stage);
      try {
        const result = await playContest(contest, quick ? 1 : 5);
        say(tableOf(result));
        results.push(result);
      } finally {
        await contest.clean?.();
      }
    }
  return results;
};

/** Starts all that take part and are installed, and lets them compete. */
export const playContests = async (wish: ContestsWish): Promise<ContestResult[]> => {
  const { makePlace, temporary, quick, mixedSeconds, say } = wish;
  const filled: Filled[] = filledFolders(quick);
  const named: Named[] = [];
  try {
    const holdall = await startHoldall(await makePlace('holdall'), filled);
    named.push({ name: 'Holdall', running: holdall });
    const others = groupsOf(wish.only).some(({ withOthers = false }) => withOthers) ? contestants : [];
    for (const { name, start } of presentOf(others, say)) {
      const folder = join(temporary, name.replaceAll(/\W/g, ''));
      mkdirSync(folder);
      named.push({ name, running: await start({ folder, filled }) });
    }
    const stage: Stage = { named, holdall, filled, quick, mixedSeconds, temporary, makePlace };
    return await playGroups(stage, wish);
  } finally {
    for (const { running } of named) await running.stop();
  }
};
