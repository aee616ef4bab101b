import type { JobState } from './jobs.queries.ts';

/** Kinds that are always listed, in this order; others follow. */
const known = ['mail', 'thumbnails.make', 'purge', 'user-deletion', 'metering'];

export interface KindCounts {
  readonly kind: string;
  readonly waiting: number;
  readonly running: number;
  readonly done: number;
  readonly dead: number;
}

/** Returns one row for each kind with the number of its jobs in each state. */
export const countsByKind = (
  counts: readonly { readonly kind: string; readonly state: JobState; readonly count: number }[],
): KindCounts[] => {
  const kinds = [...new Set([...known, ...counts.map(({ kind }) => kind).toSorted()])];
  const of = (kind: string, state: JobState): number =>
    counts
      .filter((entry) => entry.kind === kind && entry.state === state)
      .reduce((sum, { count }) => sum + count, 0);
  return kinds.map((kind) => ({
    kind,
    waiting: of(kind, 'waiting'),
    running: of(kind, 'running'),
    done: of(kind, 'done'),
    dead: of(kind, 'dead'),
  }));
};
