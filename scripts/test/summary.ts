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

const columns = ['Project', 'Tests', 'Seconds', 'Failed', 'Skipped', 'Second tries'] as const;

/** Formats the figures of each project as a table: the names first, the numbers to the right. */
const table = (tallies: Tallies): string[] => {
  const rows = Object.entries(tallies).map(([name, { passed, failed, skipped, seconds, retried = [] }]) => [
    name,
    ...[passed + failed + skipped, Math.round(seconds ?? 0), failed, skipped, retried.length].map(String),
  ]);
  const widths = columns.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  return [columns, ...rows].map((cells) =>
    cells
      .map((cell, at) => (at === 0 ? `  ${cell.padEnd(widths[0] ?? 0)}` : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
};

/** Formats the findings of `pick` by project, below a heading; nothing where there are none. */
const named = (tallies: Tallies, heading: string, pick: (tally: Tally) => string[] | undefined): string[] => {
  const each = Object.entries(tallies).flatMap(([project, tally]) =>
    (pick(tally) ?? []).map((text) => `  ${project}: ${text.replaceAll('\n', '\n    ')}`),
  );
  return each.length === 0 ? [] : ['', heading, ...each];
};

/**
 * A table with a row for each project, what needed a second try, what failed and why (what Vitest says of it stands thousands
 * of lines above), and last the sum alone on its line, as continuous integration reads it.
 */
export const summaryLines = (tallies: Tallies): string[] => {
  return [
    ...table(tallies),
    ...named(tallies, 'Passed only when tried again:', (tally) => tally.retried),
    ...named(tallies, 'Failed:', (tally) => tally.failures),
    '',
    words(sum(tallies)),
  ];
};
