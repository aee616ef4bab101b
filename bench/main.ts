/**
 * `npm run bench`: what a server with a full account takes to answer.
 *
 *     npm run bench                        a million items on SQLite
 *     npm run bench -- --postgres [URL]    on PostgreSQL: a private cluster, or an empty database of yours
 *     npm run bench -- --quick             fewer items and repeats: whether it runs, not how fast
 *     npm run bench -- --items 100000      another size
 *     npm run bench -- --only search       chapters whose titles contain a word
 *     npm run bench -- --only zip          very large archives; they are left out unless they are asked for
 *     npm run bench -- --seeded DIR        an account that `bench/seed.ts` made, instead of a new one (SQLite)
 *
 * The figures are those of a client on this machine; run it where nothing else does. They are printed as a
 * table and kept in bench/results/.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres, startPostgres } from '../scripts/test/postgres.ts';
import { type Client, createClient, signIn } from './lib/client.ts';
import { type Place, type RunningServer, startProcess, startServer } from './lib/holdall.ts';
import { type Figures, figuresOf, whileOthersAsk } from './lib/measure.ts';
import { footOf, type Line, type Report, rowOf, saveReport, tableHead } from './lib/report.ts';
import type { Chapter, Scenario, Stage } from './lib/scenario.ts';
import { actions } from './scenarios/actions.ts';
import { archives } from './scenarios/archives.ts';
import { listings, views } from './scenarios/listings.ts';
import { search } from './scenarios/search.ts';
import { benchAccount, findSeeded, openPlace, seed, type Seeded } from './seed.ts';

const all: readonly Chapter[] = [listings, views, search, actions, archives];
const sizes = { full: 1_000_000, quick: 20_000 } as const;
/** Calls that are made before the measuring begins, so that code and caches are warm. */
const warmUps = 3;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const { values } = parseArgs({
  args: process.argv.slice(2).flatMap((arg, index, all) =>
    // `--postgres` takes an address or stands alone.
    arg === '--postgres' && !(all[index + 1] ?? '--').startsWith('postgres') ? ['--postgres', ''] : [arg],
  ),
  options: {
    items: { type: 'string' },
    only: { type: 'string', default: '' },
    postgres: { type: 'string' },
    quick: { type: 'boolean', default: false },
    seeded: { type: 'string' },
  },
});

const chapters = all.filter(({ title, unasked = true }) =>
  values.only === '' ? unasked : title.toLowerCase().includes(values.only.toLowerCase()),
);

const measure = async (
  { run, after, repeats }: Scenario,
  { others, repeats: times }: Stage,
): Promise<Figures> => {
  const turn = async (index: number) => {
    const answer = await run(index);
    await after?.(answer);
    return answer;
  };
  if (repeats === 'cheap') for (let index = 0; index < warmUps; index += 1) await turn(-1 - index);
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
  const server = await startProcess(join(import.meta.dirname, 'lib', 'bare-server.ts'), [], process.env);
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

const stageOf = async ({ origin, memory }: RunningServer, { largeFolder }: Seeded): Promise<Stage> => {
  const cookie = await signIn(origin, benchAccount);
  const client: Client = createClient(origin, cookie);
  return {
    origin,
    cookie,
    memory,
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
    repeats: { ...(values.quick ? { cheap: 5, dear: 1 } : { cheap: 30, dear: 3 }), once: 1 },
  };
};

const plant = async (place: Place, { ownerId }: Seeded): Promise<void> => {
  const db = openPlace(place);
  try {
    for (const chapter of chapters)
      await chapter.plant?.({ db, dataDir: place.dataDir, ownerId }, { quick: values.quick });
  } finally {
    await db.destroy();
  }
};

const play = async (place: Place, seeded: Seeded, items: number): Promise<Report> => {
  await plant(place, seeded);
  const bare = await measureBare(values.quick ? 5 : 50);
  const server = await startServer(place);
  try {
    const stage = await stageOf(server, seeded);
    const lines: Line[] = [];
    say(tableHead);
    for (const { title, scenarios } of chapters) {
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
    const database = place.postgresUrl === undefined ? 'sqlite' : 'postgres';
    return { database, items, bare, lines, memory: server.memory() };
  } finally {
    await server.stop();
  }
};

const openCluster = async () => {
  if (values.postgres === undefined) return undefined;
  if (values.postgres !== '') return { url: values.postgres, stop: async () => undefined };
  const programs = findPostgres();
  if (programs === undefined)
    throw new Error('PostgreSQL is not installed here; --postgres takes an address, too');
  return startPostgres(programs, '-c shared_buffers=512MB -c effective_cache_size=2GB -c max_wal_size=4GB');
};

const temporary = mkdtempSync(join(tmpdir(), 'holdall-bench-'));
const cluster = await openCluster();
try {
  const items = Number(values.items ?? (values.quick ? sizes.quick : sizes.full));
  const dataDir = values.seeded === undefined ? join(temporary, 'data') : resolve(values.seeded);
  const place: Place = { dataDir, postgresUrl: cluster?.url };
  const isThere = existsSync(join(dataDir, 'holdall.sqlite'));
  const start = performance.now();
  const seeded = isThere
    ? await findSeeded(dataDir)
    : await seed({ items, out: dataDir, postgresUrl: cluster?.url });
  if (!isThere) say(`${items} items planted in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  const report = await play(place, seeded, isThere ? seeded.items : items);
  say(footOf(report));
  say(saveReport(join(import.meta.dirname, 'results'), report));
} finally {
  await cluster?.stop();
  rmSync(temporary, { recursive: true, force: true });
}
