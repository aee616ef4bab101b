import { diffLines } from 'diff';

/** A row of a comparison; a gap stands for `count` unchanged lines that are not shown. */
export type DiffRow =
  | { readonly kind: 'same'; readonly text: string; readonly before: number; readonly after: number }
  | { readonly kind: 'removed'; readonly text: string; readonly before: number }
  | { readonly kind: 'added'; readonly text: string; readonly after: number }
  | { readonly kind: 'gap'; readonly count: number };

/** Unchanged lines that are shown before and after a change. */
const contextLines = 3;

/** The search for the least changes is bounded: the page stands still meanwhile. Line ends of Windows are no changes. */
const options = { maxEditLength: 4_000, timeout: 1_000, stripTrailingCr: true } as const;

const linesOf = (text: string): string[] => {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
};

interface Position {
  readonly before: number;
  readonly after: number;
}

/** Returns unchanged lines with those far from any change left out. */
const unchangedRows = (
  lines: readonly string[],
  at: Position,
  ends: { readonly isFirst: boolean; readonly isLast: boolean },
): DiffRow[] => {
  const rows = lines.map((text, line): DiffRow => ({
    kind: 'same',
    text,
    before: at.before + line,
    after: at.after + line,
  }));
  const head = ends.isFirst ? 0 : contextLines;
  const tail = ends.isLast ? 0 : contextLines;
  const count = rows.length - head - tail;
  // A gap takes a row as well.
  if (count <= 1) return rows;
  return [...rows.slice(0, head), { kind: 'gap', count }, ...rows.slice(rows.length - tail)];
};

/** Compares two texts by their lines. @returns nothing where they are the same; undefined if they differ too much */
export const diffOfLines = (before: string, after: string): readonly DiffRow[] | undefined => {
  const changes = diffLines(before, after, options);
  if (!changes) return undefined;
  if (changes.every(({ added, removed }) => !added && !removed)) return [];
  let at: Position = { before: 1, after: 1 };
  return changes.flatMap(({ value, added, removed }, number) => {
    const lines = linesOf(value);
    const from = at;
    at = {
      before: at.before + (added ? 0 : lines.length),
      after: at.after + (removed ? 0 : lines.length),
    };
    if (added) return lines.map((text, line): DiffRow => ({ kind: 'added', text, after: from.after + line }));
    if (removed)
      return lines.map((text, line): DiffRow => ({ kind: 'removed', text, before: from.before + line }));
    return unchangedRows(lines, from, { isFirst: number === 0, isLast: number === changes.length - 1 });
  });
};
