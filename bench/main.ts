/**
 * `npm run bench`: compares this server with others, and measures one with a full account.
 *
 *     npm run bench                        all of it, on SQLite and disk: about an hour
 *     npm run bench -- --quick             smaller files, fewer items and repeats: a smoke test of two minutes
 *     npm run bench -- --postgres [URL]    on PostgreSQL: a private cluster, or a server of yours where it may make databases
 *     npm run bench -- --s3                with files in a private S3 server
 *     npm run bench -- --only transfers    parts whose titles contain a word: transfers, page, scrolling, folders, zip,
 *                                          thumbnails, crowd, websockets, life; listings, views, search, actions (of the account)
 *     npm run bench -- --only large         very large archives; they are left out unless they are asked for
 *     npm run bench -- --minutes 15        how long the mixed load of “crowd” lasts
 *     npm run bench -- --items 100000      another size of the account
 *     npm run bench -- --seeded DIR        an account of `bench/account/seed.ts` instead of a new one (SQLite)
 *
 * The figures are those of a client on this machine; run it where nothing else does. They are printed as
 * tables and kept in bench/results/.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, platform, release, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hasAccountPart, runAccount } from './account/account.ts';
import { hasComparison, runComparisons } from './comparisons/run.ts';
import { openEnvironment } from './lib/environment.ts';

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
    minutes: { type: 'string' },
    only: { type: 'string', default: '' },
    postgres: { type: 'string' },
    quick: { type: 'boolean', default: false },
    s3: { type: 'boolean', default: false },
    seeded: { type: 'string' },
  },
});
const { only, quick } = values;
const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
if (!hasComparison(only) && !hasAccountPart(only)) throw new Error(`no part’s title contains “${only}”`);

const machine = {
  processors: availableParallelism(),
  model: cpus()[0]?.model ?? '',
  memory: totalmem(),
  system: `${platform()} ${release()}`,
  node: process.version,
};

/** Keeps the figures for other programs. @returns where */
const save = (report: object): string => {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const kind = `${values.postgres === undefined ? 'sqlite' : 'postgres'}${values.s3 ? '-s3' : ''}`;
  const path = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${kind}.json`);
  writeFileSync(path, `${JSON.stringify({ kind, quick, machine, ...report }, null, 2)}\n`);
  return path;
};

const temporary = mkdtempSync(join(tmpdir(), 'holdall-bench-'));
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));

const run = async (): Promise<void> => {
  const environment = await openEnvironment({ postgres: values.postgres, s3: values.s3, temporary });
  try {
    const { makePlace } = environment;
    const mixedSeconds = 60 * (numberOf(values.minutes) ?? (quick ? 1 / 12 : 1));
    const comparisons = hasComparison(only)
      ? await runComparisons({ makePlace, temporary, quick, mixedSeconds, only, say })
      : [];
    const account = hasAccountPart(only)
      ? await runAccount({
          place:
            values.seeded === undefined
              ? await makePlace('account')
              : { dataDir: resolve(values.seeded), postgresUrl: undefined },
          temporary,
          items: numberOf(values.items),
          quick,
          only,
          say,
        })
      : undefined;
    say(save({ comparisons, account }));
  } finally {
    await environment.stop();
  }
};

await run();
