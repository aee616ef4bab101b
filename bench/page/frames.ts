/** Measures the main thread's work for each frame, from a trace of the browser. */

/** An event of the browser's trace; times are microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Of processor time. */
  readonly tdur?: number;
}

/** Categories that the trace must record. */
export const traceCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
/**
 * Matches an event within the task that draws a frame. The browser may plan the frame's own beginning in the
 * task before: one frame would then count the work of two, and the other none.
 */
const isFrame = ({ name, ph }: TraceEvent): boolean => name === 'AnimationFrame::Render' && ph === 'b';
const isTask = ({ name, ph }: TraceEvent): boolean => name === 'RunTask' && ph === 'X';

/** The thread that draws the page: the one that most frames begin on. */
const drawingThread = (events: readonly TraceEvent[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const event of events.filter(isFrame))
    counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
};

/**
 * Milliseconds of processor time that the main thread spends from each frame's beginning to the next one's, in the order of
 * the frames. What it waits for other programs counts nothing, so that a busy machine says nearly the same as a quiet one.
 */
export const workPerFrame = (events: readonly TraceEvent[]): number[] => {
  const thread = drawingThread(events);
  const own = events
    .filter((event) => threadOf(event) === thread)
    .toSorted((one, other) => one.ts - other.ts);
  const begins = own.filter(isFrame).map(({ ts }) => ts);
  const work = begins.map(() => 0);
  let frame = -1;
  for (const { ts, dur = 0, tdur = 0 } of own.filter(isTask)) {
    // A frame begins inside of the task that draws it.
    while ((begins[frame + 1] ?? Infinity) <= ts + dur) frame += 1;
    if (frame >= 0) work[frame] = (work[frame] ?? 0) + tdur / 1000;
  }
  return work;
};
