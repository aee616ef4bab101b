/**
 * Writes how many tests of each project passed, failed and were skipped, which failed, which passed only when they
 * were tried again, and why, to the file that HOLDALL_TEST_TALLY names, for `npm test` to sum.
 */
import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Time of its files, what runs side by side added up; left out where no test ran. */
  seconds?: number;
  /** Full names, each with the lines of `reason` for its first try below it. */
  retried?: string[];
  /** The same of what failed. */
  failures?: string[];
}
export type Tallies = Record<string, Tally>;

const counts = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'skipped' } as const;

/** Lines of a message and of a diff that are shown at the most: both can have thousands. */
const longestMessage = 6;
const longestDiff = 16;

const lines = (text: string, most: number): string[] =>
  text === '' ? [] : stripVTControlCharacters(text).split('\n').slice(0, most);

/** An error of a test has a diff where something was compared. Not all that is thrown has a message. */
type Thrown = SerializedError & { readonly diff?: string };

/** Formats an error and the location in our own files that threw it; indented. */
const reason = ({ message, diff, stack }: Partial<Thrown>): string[] => {
  const place = lines(stack ?? '', Infinity).find(
    (line) => /^\s+at /.test(line) && !line.includes('node_modules') && !line.includes('node:'),
  );
  return [
    ...lines(message ?? 'no message', longestMessage),
    ...lines(diff ?? '', longestDiff),
    ...(place === undefined ? [] : [place.trim()]),
  ].map((line) => `  ${line}`.trimEnd());
};

const account = (name: string, errors: readonly Thrown[]): string =>
  [name, ...errors.slice(0, 1).flatMap(reason)].join('\n');

/** Seconds that a file of tests has taken, its imports and hooks included. */
const secondsOf = (module: TestModule): number => {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
};

/** The numbers of a run. A file that could not be loaded, and an error outside of any test, count as failed. */
export const tallyOf = (modules: readonly TestModule[], strayErrors: readonly SerializedError[]): Tallies => {
  const tallies: Tallies = {};
  for (const module of modules) {
    const tally = (tallies[module.project.name] ??= { passed: 0, failed: 0, skipped: 0, seconds: 0 });
    tally.seconds = (tally.seconds ?? 0) + secondsOf(module);
    for (const test of module.children.allTests()) {
      const name = `${module.relativeModuleId} > ${test.fullName}`;
      const { state, errors = [] } = test.result();
      tally[counts[state]] += 1;
      if (test.diagnostic()?.flaky === true) (tally.retried ??= []).push(account(name, errors));
      if (state === 'failed') (tally.failures ??= []).push(account(name, errors));
    }
    const isBroken = module.state() === 'failed' && [...module.children.allTests('failed')].length === 0;
    if (isBroken) {
      tally.failed += 1;
      const errors = [
        ...module.errors(),
        ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
      ];
      (tally.failures ??= []).push(account(module.relativeModuleId, errors));
    }
  }
  if (strayErrors.length > 0)
    tallies['errors outside of tests'] = {
      passed: 0,
      failed: strayErrors.length,
      skipped: 0,
      failures: strayErrors.map((error) => account('outside', [error])),
    };
  return tallies;
};

export class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    const path = process.env['HOLDALL_TEST_TALLY'];
    if (path !== undefined) writeFileSync(path, JSON.stringify(tallyOf(modules, strayErrors)));
  }
}
