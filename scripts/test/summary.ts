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

/** Formats the findings of `pick` by project, below a heading; nothing where there are none. */
const named = (tallies: Tallies, heading: string, pick: (tally: Tally) => string[] | undefined): string[] => {
  const each = Object.entries(tallies).flatMap(([project, tally]) =>
    (pick(tally) ?? []).map((text) => `  ${project}: ${text.replaceAll('\n', '\n    ')}`),
  );
  return each.length === 0 ? [] : ['', heading, ...each];
};

/**
 * A line for each project, what needed a second try, what failed and why (what Vitest says of it stands thousands
 * of lines above), and last the sum alone on its line, as continuous integration reads it.
 */
export const summaryLines = (tallies: Tallies): string[] => {
  const width = Math.max(0, ...Object.keys(tallies).map((name) => name.length)) + 2;
  const each = Object.entries(tallies).map(([name, tally]) => `  ${name.padEnd(width)}${words(tally)}`);
  return [
    ...each,
    ...named(tallies, 'Passed only when tried again:', (tally) => tally.retried),
    ...named(tallies, 'Failed:', (tally) => tally.failures),
    '',
    words(sum(tallies)),
  ];
};
