/** The closing lines of `npm test`. */
import type { Tallies, Tally } from '../vitest/tally.reporter.ts';

/** All tallies as one. */
export const sum = (tallies: Tallies): Tally =>
  Object.values(tallies).reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

const words = ({ passed, failed, skipped }: Tally) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

const retries = (tallies: Tallies): string[] => {
  const each = Object.entries(tallies).flatMap(([project, { retried = [] }]) =>
    retried.map((name) => `  ${project}: ${name}`),
  );
  return each.length === 0 ? [] : ['', 'Passed only when tried again:', ...each];
};

/**
 * A line for each project, one for each test that needed a second try, and last the sum alone on its line, as
 * continuous integration reads it.
 */
export const summaryLines = (tallies: Tallies): string[] => {
  const width = Math.max(0, ...Object.keys(tallies).map((name) => name.length)) + 2;
  const each = Object.entries(tallies).map(([name, tally]) => `  ${name.padEnd(width)}${words(tally)}`);
  return [...each, ...retries(tallies), '', words(sum(tallies))];
};
