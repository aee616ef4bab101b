import { z } from 'zod';
import type { ScrubRun, ScrubState } from './damage.types.ts';

const time = z.number();
const count = z.number().int().min(0);

/** The schema of the stored state. */
export const scrubState: z.ZodType<ScrubState> = z.object({
  run: z
    .object({ startedAt: time, cursor: z.string(), total: count, done: count, files: count, unread: count })
    .nullable(),
  last: z.object({ startedAt: time, completedAt: time, files: count, unread: count }).nullable(),
});

export const nothingScrubbed: ScrubState = { run: null, last: null };

/** Milliseconds from one slice of a scrub to the next. */
export const sliceMs = 10 * 60_000;
/** The cost of opening a file, in bytes read. */
const openingCost = 64 * 1024;

/** Returns the cost of reading files, in bytes. */
export const costOf = ({ files, bytes }: { readonly files: number; readonly bytes: number }): number =>
  bytes + files * openingCost;

/** Tells whether the next scrub is due: the last one began a period ago. */
export const isRunDue = ({ last }: ScrubState, now: number, periodMs: number): boolean =>
  last === null || now >= last.startedAt + periodMs;

/** Returns the progress of a scrub, from 0 to 1; files added since its start are unknown. */
export const shareDone = ({ done, total }: ScrubRun): number => (total === 0 ? 0 : Math.min(1, done / total));

/** Returns the cost that must be done when the next slice begins, so that the scrub ends in its period. */
export const goalOf = ({ startedAt, total }: ScrubRun, now: number, periodMs: number): number => {
  const share = (now + sliceMs - startedAt) / periodMs;
  // Files added since its start are read as well, however many.
  return share >= 1 ? Number.POSITIVE_INFINITY : total * share;
};
