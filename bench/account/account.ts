/** Measures the answers of a server with a full account. */
import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, signIn } from '../lib/client.ts';
import {
  benchAccount,
  openPlace,
  type Place,
  type RunningServer,
  startNode,
  startServer,
} from '../lib/holdall.ts';
import { actions } from './actions.ts';
import { archives } from './archives.ts';
import { listings, views } from './listings.ts';
import { type Figures, figuresOf, whileOthersAsk } from './measure.ts';
import { type AccountReport, footOf, type Line, rowOf, tableHead } from './report.ts';
import type { Chapter, Scenario, Stage } from './scenario.ts';
import { search } from './search.ts';
import { findSeeded, seed, type Seeded } from './seed.ts';

const all: readonly Chapter[] = [listings, views, search, actions, archives];
const sizes = { full: 1_000_000, quick: 10_000 } as const;
/** Calls that are made before the measuring begins, so that code and caches are warm. */
const warmUps = 3;

export interface AccountOptions {
  readonly place: Place;
  /** An empty folder for what comes and goes. */
  readonly temporary: string;
  /** Undefined: as many as `quick` says. */
  readonly items: number | undefined;
  readonly quick: boolean;
  /** Chapters whose titles contain it; empty: those that are played unasked. */
  readonly only: string;
  readonly say: (text: string) => void;
}

const chaptersOf = (only: string): Chapter[] =>
  all.filter(({ title, unasked = true }) =>
    only === '' ? unasked : title.toLowerCase().includes(only.toLowerCase()),
  );

/** Tells whether a chapter's title contains the text. */
export const hasAccountPart = (only: string): boolean => chaptersOf(only).length > 0;

const measure = async (
  { run, after, repeats }: Scenario,
  { others, repeats: times }: Stage,
): Promise<Figures> => {
  const iteration = async (index: number) => {
    const answer = await run(index);
    await after?.(answer);
    return answer;
  };
  if (repeats === 'cheap') for (let index = 0; index < warmUps; index += 1) await iteration(-1 - index);
  const answers = [];
  let othersWaited = 0;
  for (let index = 0; index < times[repeats]; index += 1) {
    const { result, waited } = await whileOthersAsk(others, () => run(index));
    answers.push(result);
    othersWaited = Math.max(othersWaited, waited);
    await after?.(result);
  }
  return { ...figuresOf(answers), othersWaited };
};

/** The median of a server that does nothing but answer. */
const measureBare = async (repeats: number): Promise<number> => {
  const server = await startNode(join(import.meta.dirname, 'bare-server.ts'), []);
  const client = createClient(server.origin);
  try {
    const answers = [];
    for (let index = 0; index < 20 * repeats; index += 1) answers.push(await client.call('GET', '/'));
    return figuresOf(answers.slice(repeats)).median;
  } finally {
    client.close();
    await server.stop();
  }
};

const stageOf = async (
  { origin, figures }: RunningServer,
  { largeFolder }: Seeded,
  { quick, temporary }: AccountOptions,
): Promise<Stage> => {
  const cookie = await signIn(origin, benchAccount);
  const client = createClient(origin, cookie);
  return {
    origin,
    cookie,
    figures,
    folder: mkdtempSync(join(temporary, 'files-')),
    client,
    others: createClient(origin),
    ask: async (method, path, payload) => {
      const answer = await client.call(method, path, payload);
      if (answer.status >= 300)
        throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body.slice(0, 500)}`);
      return answer;
    },
    largeFolder,
    repeats: { ...(quick ? { cheap: 5, dear: 1 } : { cheap: 30, dear: 3 }), once: 1 },
  };
};

const plant = async ({ place, quick, only }: AccountOptions, { ownerId }: Seeded): Promise<void> => {
  const db = openPlace(place);
  try {
    for (const chapter of chaptersOf(only))
      await chapter.plant?.({ db, dataDir: place.dataDir, ownerId }, { quick });
  } finally {
    await db.destroy();
  }
};

const run = async (options: AccountOptions, seeded: Seeded): Promise<AccountReport> => {
  const { place, say } = options;
  await plant(options, seeded);
  const bare = await measureBare(options.quick ? 5 : 50);
  const server = await startServer(place);
  try {
    const stage = await stageOf(server, seeded, options);
    const lines: Line[] = [];
    say(tableHead);
    for (const { title, scenarios } of chaptersOf(options.only)) {
      say(`\n${title}`);
      for (const scenario of await scenarios(stage)) {
        const { name, target } = scenario;
        const line: Line = {
          chapter: title,
          name,
          ...(target === undefined ? {} : { target }),
          ...(await measure(scenario, stage)),
          notes: (await scenario.notes?.()) ?? [],
        };
        lines.push(line);
        say(rowOf(line, bare));
      }
    }
    stage.client.close();
    stage.others.close();
    const report = { items: seeded.items, bare, lines, memory: server.figures() };
    say(footOf(report));
    return report;
  } finally {
    await server.stop();
  }
};

/** Makes the account, unless one is there, and measures what its server takes to answer. */
export const runAccount = async (options: AccountOptions): Promise<AccountReport> => {
  const { place, quick, items = quick ? sizes.quick : sizes.full } = options;
  if (existsSync(join(place.dataDir, 'holdall.sqlite'))) return run(options, await findSeeded(place.dataDir));
  const start = performance.now();
  const seeded = await seed(place, items);
  options.say(`${items} items planted in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return run(options, seeded);
};
