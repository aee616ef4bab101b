import { z } from 'zod';
import type { ScrubRun, ScrubState } from './damage.types.ts';

const time = z.number();
const count = z.number().int().min(0);

/** How the state is kept, as JSON. */
export const scrubState: z.ZodType<ScrubState> = z.object({
  run: z
    .object({ startedAt: time, cursor: z.string(), total: count, done: count, files: count, unread: count })
    .nullable(),
  last: z.object({ startedAt: time, completedAt: time, files: count, unread: count }).nullable(),
});

export const nothingScrubbed: ScrubState = { run: null, last: null };

/** Milliseconds from one slice of the reading to the next. */
export const sliceMs = 10 * 60_000;
/** Opening a small file costs as much as reading so many bytes. */
const openingCost = 64 * 1024;

/** What reading files costs, in bytes. */
export const costOf = ({ files, bytes }: { readonly files: number; readonly bytes: number }): number =>
  bytes + files * openingCost;

/** Whether another reading begins: the last one began a period ago. */
export const isRunDue = ({ last }: ScrubState, now: number, periodMs: number): boolean =>
  last === null || now >= last.startedAt + periodMs;

/** How far a reading is, from 0 to 1; what came since it began is not known. */
export const shareDone = ({ done, total }: ScrubRun): number => (total === 0 ? 0 : Math.min(1, done / total));

/** How much must be done when the next slice begins, for the reading to end in its period. */
export const goalOf = ({ startedAt, total }: ScrubRun, now: number, periodMs: number): number => {
  const share = (now + sliceMs - startedAt) / periodMs;
  // What came since it began is read as well, however much it is.
  return share >= 1 ? Number.POSITIVE_INFINITY : total * share;
};
