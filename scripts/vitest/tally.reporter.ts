/**
 * Writes how many tests of each project passed, failed and were skipped, and which passed only when they were
 * tried again, to the file that HOLDALL_TEST_TALLY names, for `npm test` to sum.
 */
import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Full names. */
  retried?: string[];
}
export type Tallies = Record<string, Tally>;

const counts = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'skipped' } as const;

/** The numbers of a run. A file that could not be loaded, and an error outside of any test, count as failed. */
export const tallyOf = (modules: readonly TestModule[], strayErrors: readonly SerializedError[]): Tallies => {
  const tallies: Tallies = {};
  for (const module of modules) {
    const tally = (tallies[module.project.name] ??= { passed: 0, failed: 0, skipped: 0 });
    for (const test of module.children.allTests()) {
      tally[counts[test.result().state]] += 1;
      if (test.diagnostic()?.flaky === true)
        (tally.retried ??= []).push(`${module.relativeModuleId} > ${test.fullName}`);
    }
    const isBroken = module.state() === 'failed' && [...module.children.allTests('failed')].length === 0;
    if (isBroken) tally.failed += 1;
  }
  if (strayErrors.length > 0)
    tallies['errors outside of tests'] = { passed: 0, failed: strayErrors.length, skipped: 0 };
  return tallies;
};

export class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    const path = process.env['HOLDALL_TEST_TALLY'];
    if (path !== undefined) writeFileSync(path, JSON.stringify(tallyOf(modules, strayErrors)));
  }
}
