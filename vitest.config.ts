import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TallyReporter } from './scripts/vitest/tally.reporter.ts';

const unitTests = ['apps/server/src/**/*.test.ts', 'packages/contract/src/**/*.test.ts'];
/** Tests of the whole application: HTTP, words, permissions, forms, processes. Their SQL is tested by others. */
const appTests = ['apps/server/src/**/*.app.test.ts'];
/** Tests of SQL and of races: the same files run once per dialect, but for those that name theirs. */
const integrationTests = ['apps/server/src/**/*.int.test.ts'];
/** Tests on a real S3 server. */
const storageTests = ['apps/server/src/**/*.s3.test.ts'];
/** Tests of uploads that run on a disk, and once more with everything in object storage. */
const uploadsInStorage = ['apps/server/src/features/uploads/{uploads,resume,killed}.int.test.ts'];
/** Tests of two servers on PostgreSQL and S3 behind nginx. */
const clusterTests = ['apps/server/src/**/*.cluster.test.ts'];
const onlyOn = (dialect: 'sqlite' | 'postgres') => [`apps/server/src/**/*.${dialect}.int.test.ts`];
/** Tests that need a document; making one takes longer than most tests of logic. */
const pageTests = ['apps/web/src/**/*.{test.tsx,dom.test.ts}'];
const journeys = ['e2e/**/*.spec.ts'];
/** Journeys that need a real S3 server, where there is none. */
const withoutStorage = process.env['HOLDALL_TEST_S3_URL'] === undefined ? ['e2e/**/*.s3.spec.ts'] : [];
/** The journeys that touch the database in every way; the rest is the same code on both. */
const journeysOnPostgres = ['e2e/{sign-in,files,uploads}.spec.ts', 'e2e/**/*.postgres.spec.ts'];

/** Milliseconds: for machines that have other work to do, too. A test that hangs is found all the same. */
const patience = { testTimeout: 40_000, hookTimeout: 40_000 };
/**
 * Of the server's tests the files of one worker share its modules: making them anew for each file would take half of
 * the time. What a test changes in a module it changes back.
 */
const ofServer = { isolate: false, ...patience };
const browserTimeouts = { testTimeout: 120_000, hookTimeout: 60_000 };
/**
 * Three at a time, each with a browser that its files share: two leave a third of two processors idle. No test is
 * tried again: it would hide half of what a race breaks.
 */
const inBrowsers = {
  isolate: false,
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
  ...browserTimeouts,
};

export default defineConfig({
  test: {
    include: [],
    passWithNoTests: true,
    // Many tests wait for a server, a process or a clock; Vitest would even leave one processor to itself.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    reporters: ['default', new TallyReporter()],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    expect: { requireAssertions: true, poll: { timeout: 18_000 } },
    setupFiles: ['scripts/vitest/console-is-quiet.ts'],
    coverage: { provider: 'v8', include: ['apps/*/src/**', 'packages/*/src/**'] },
    projects: [
      {
        test: {
          name: 'unit',
          include: unitTests,
          exclude: [...appTests, ...integrationTests, ...storageTests, ...clusterTests],
          ...ofServer,
        },
      },
      {
        test: {
          name: 'app',
          include: appTests,
          env: { HOLDALL_TEST_DIALECT: 'sqlite' },
          ...ofServer,
        },
      },
      {
        test: {
          name: 's3',
          include: [...storageTests, ...uploadsInStorage],
          env: { HOLDALL_TEST_STORAGE: 's3' },
          ...ofServer,
        },
      },
      {
        test: {
          name: 'cluster',
          include: clusterTests,
          env: { HOLDALL_TEST_DIALECT: 'postgres' },
          ...patience,
        },
      },
      {
        test: {
          name: 'sqlite',
          include: integrationTests,
          exclude: onlyOn('postgres'),
          env: { HOLDALL_TEST_DIALECT: 'sqlite' },
          ...ofServer,
        },
      },
      {
        test: {
          name: 'postgres',
          include: integrationTests,
          exclude: onlyOn('sqlite'),
          env: { HOLDALL_TEST_DIALECT: 'postgres' },
          ...ofServer,
        },
      },
      {
        test: {
          name: 'web',
          include: pageTests,
          environment: 'happy-dom',
          ...patience,
        },
      },
      {
        test: {
          name: 'logic',
          include: ['apps/web/{src,build}/**/*.test.ts'],
          exclude: pageTests,
          ...patience,
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['{scripts,bench}/**/*.test.ts'],
          exclude: ['scripts/*.fixture/**'],
          // Some start programs of many modules, or builds.
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e-sqlite',
          include: journeys,
          exclude: ['e2e/**/*.postgres.spec.ts', ...withoutStorage],
          env: { HOLDALL_TEST_DIALECT: 'sqlite' },
          ...inBrowsers,
        },
      },
      {
        test: {
          name: 'e2e-postgres',
          include: journeysOnPostgres,
          env: { HOLDALL_TEST_DIALECT: 'postgres' },
          ...inBrowsers,
        },
      },
    ],
  },
});
