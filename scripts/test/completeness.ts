/** Checks that a run of all tests was complete: a test that is silently skipped proves nothing. */
import type { Tallies } from '../vitest/tally.reporter.ts';

interface Demands {
  /** The Vitest projects that were to run. */
  readonly projects: readonly string[];
  /** True where a skipped test is a failure, as in continuous integration. */
  readonly skipsNothing: boolean;
}

const failure = { passed: 0, failed: 1, skipped: 0 };

/** A failed tally for each project that has tests which passed only when they were tried again: each hides a race. */
export const triedAgain = (tallies: Tallies): Tallies =>
  Object.fromEntries(
    Object.entries(tallies)
      .filter(([, { retried = [] }]) => retried.length > 0)
      .map(([project, { retried = [] }]) => [`${project}: ${retried.length} tried again`, { ...failure }]),
  );

/** A failed tally for each project without a test, and where nothing may be skipped for each that skipped some. */
export const missing = (tallies: Tallies, { projects, skipsNothing }: Demands): Tallies => {
  const found: Tallies = {};
  for (const project of projects) {
    const { passed, failed, skipped } = tallies[project] ?? { passed: 0, failed: 0, skipped: 0 };
    if (passed + failed + skipped === 0) found[`${project}: no test ran`] = { ...failure };
    if (skipsNothing && skipped > 0)
      found[`${project}: ${skipped} skipped, and in CI nothing is`] = { ...failure };
  }
  return found;
};
