/**
 * `npm test`: every test, with the real servers and the real browser that they need.
 *
 *     npm test                      all of it
 *     npm test -- --unit            without the browser
 *     npm test -- --e2e             only the browser's journeys
 *     npm test -- uploads -t name   files and options for Vitest; `--project sqlite` runs that project alone
 *
 * It starts its own PostgreSQL cluster, its own S3 server and nginx, and stops them again. Missing programs are
 * installed where that is possible (Debian, as root); otherwise their tests are skipped with a warning. In CI a complete
 * run with a skipped test, or with a part without tests, fails.
 */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runLoudly, stopAll } from './process/run.ts';
import { findPostgres, startPostgres } from './test/postgres.ts';
import { findCeph, startS3 } from './test/s3.ts';
import { missing, triedAgain } from './test/completeness.ts';
import { placeForTests } from './test/place.ts';
import { sum, summaryLines } from './test/summary.ts';
import { canInstall, findAll, findChromium, findNginx, installPackages } from './test/tools.ts';
import type { Tallies } from './vitest/tally.reporter.ts';

const root = resolve(import.meta.dirname, '..');
const inCi = !['', '0', 'false'].includes(process.env['CI'] ?? '');
const flags = process.argv.slice(2);
const onlyUnit = flags.includes('--unit');
const onlyJourneys = flags.includes('--e2e');

/** The projects that are run alone, where some are named. */
const chosen = flags.flatMap((flag, at) => (flags[at - 1] === '--project' ? [flag] : []));
const vitestArgs = flags.filter(
  (flag, at) => !['--unit', '--e2e', '--project'].includes(flag) && flags[at - 1] !== '--project',
);

const tallies: Tallies = {};
const requested: string[] = [];
let interrupted = false;
const temporary = mkdtempSync(join(placeForTests(), 'holdall-test-'));
// PostgreSQL and the S3 server lie there as well: a database is some 300 files, and each test has its own. PostgreSQL
// runs as another user where this is root.
chmodSync(temporary, 0o711);
process.env['TMPDIR'] = temporary;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
    stopAll();
  });
}

interface Need {
  readonly what: string;
  /** The tests that cannot run without it. */
  readonly parts: string;
  /** Debian's packages of it. */
  readonly packages: readonly string[];
  readonly find: () => string | undefined;
}

/** Finds a tool, and installs it if necessary; undefined: it is missing, which is counted and reported. */
const locate = async ({ what, parts, packages, find }: Need): Promise<string | undefined> => {
  const present = find();
  if (present !== undefined) return present;
  if (canInstall()) {
    console.log(`Installing ${packages.join(' and ')} …`);
    const complaint = await installPackages(packages);
    if (complaint === undefined) return find();
    console.error(complaint);
  }
  const fate = inCi ? 'FAIL, because nothing is skipped in CI' : 'are SKIPPED';
  console.error(`\n!!! ${what} was not found on this machine: ${parts} ${fate}.`);
  console.error(`!!! On Debian: apt-get install --no-install-recommends ${packages.join(' ')}\n`);
  tallies[`${parts}: no ${what}`] = { passed: 0, failed: inCi ? 1 : 0, skipped: inCi ? 0 : 1 };
  return undefined;
};

const postgres: Need = {
  what: 'PostgreSQL',
  parts: 'the tests on PostgreSQL',
  packages: ['postgresql'],
  find: findPostgres,
};
const objectStorage: Need = {
  what: "Ceph's S3 gateway",
  parts: 'the tests on S3',
  packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
  find: findCeph,
};
const proxy: Need = {
  what: 'nginx',
  parts: 'the tests of two servers behind nginx',
  packages: ['nginx'],
  find: findNginx,
};
const browser: Need = {
  what: 'Chromium',
  parts: 'the journeys in a browser',
  packages: ['chromium', 'fonts-noto-color-emoji'],
  find: findChromium,
};

const mediaPrograms: Need = {
  what: 'ffmpeg, heif-convert or bubblewrap',
  parts: 'the tests of thumbnails of videos and HEIC',
  packages: ['ffmpeg', 'libheif-examples', 'bubblewrap'],
  find: () => findAll(['ffmpeg', 'ffprobe', 'heif-convert', 'heif-enc', 'bwrap']),
};

/** The environment of the tests: ours, without what configures a server of this user. */
const testEnv = (extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDALL_'));
  return { ...Object.fromEntries(own), ...extra };
};

const runVitest = async (name: string, all: readonly string[], env: NodeJS.ProcessEnv) => {
  const projects = chosen.length === 0 ? all : all.filter((project) => chosen.includes(project));
  if (interrupted || projects.length === 0) return;
  requested.push(...projects);
  const tally = join(temporary, `${name}.json`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...vitestArgs];
  const { code } = await runLoudly(process.execPath, [vitest, ...args], {
    cwd: root,
    env: testEnv({ ...env, HOLDALL_TEST_TALLY: tally }),
  });
  const found = existsSync(tally) ? (JSON.parse(readFileSync(tally, 'utf8')) as Tallies) : {};
  Object.assign(tallies, found);
  if (code !== 0 && sum(found).failed === 0)
    tallies[`${name}: the test runner`] = { passed: 0, failed: 1, skipped: 0 };
};

const stops: (() => Promise<void>)[] = [];
try {
  // `pretest` has built it.
  const env: NodeJS.ProcessEnv = { HOLDALL_TEST_PROGRAM: join(root, 'apps/server/dist/main.cjs') };
  const programs = await locate(postgres);
  if (programs !== undefined) {
    const cluster = await startPostgres(programs);
    stops.push(cluster.stop);
    env['HOLDALL_TEST_POSTGRES_URL'] = cluster.url;
  }
  if (!onlyJourneys && (await locate(mediaPrograms)) === undefined)
    env['HOLDALL_TEST_WITHOUT_MEDIA_PROGRAMS'] = '1';
  const hasStorage = (await locate(objectStorage)) !== undefined;
  if (hasStorage) {
    const server = await startS3();
    stops.push(server.stop);
    env['HOLDALL_TEST_S3_URL'] = server.url;
  }
  const nginx = hasStorage && programs !== undefined ? await locate(proxy) : undefined;
  if (nginx !== undefined) env['HOLDALL_TEST_NGINX'] = nginx;
  const onPostgres = (project: string) => (programs === undefined ? [] : [project]);

  if (!onlyJourneys)
    await runVitest(
      'tests',
      [
        'unit',
        'app',
        'sqlite',
        ...onPostgres('postgres'),
        ...(hasStorage ? ['s3'] : []),
        ...(nginx === undefined ? [] : ['cluster']),
        'web',
        'logic',
        'scripts',
      ],
      env,
    );

  if (!onlyUnit && !interrupted) {
    const chromium = await locate(browser);
    if (chromium !== undefined)
      await runVitest('journeys', ['e2e-sqlite', ...onPostgres('e2e-postgres')], {
        ...env,
        HOLDALL_TEST_CHROMIUM: chromium,
      });
  }
} catch (error) {
  console.error(error);
  tallies['setting up'] = { passed: 0, failed: 1, skipped: 0 };
} finally {
  for (const stop of stops) await stop();
  rmSync(temporary, { recursive: true, force: true });
}

if (interrupted) {
  console.error('\nInterrupted.');
  process.exitCode = 130;
} else {
  // A selection of files or tests runs no others.
  if (vitestArgs.length === 0 && chosen.length === 0)
    Object.assign(tallies, missing(tallies, { projects: requested, skipsNothing: inCi }));
  Object.assign(tallies, triedAgain(tallies));
  const total = sum(tallies);
  if (total.passed + total.failed === 0) {
    console.error('\nNo test ran.');
    process.exitCode = 1;
  }
  if (total.failed > 0) process.exitCode = 1;
  console.log(`\n${summaryLines(tallies).join('\n')}`);
}
