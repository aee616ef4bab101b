/** Reads from a trace of Chromium how long the main thread of a page works for each of its frames. */

export interface TraceEvent {
  readonly name: string;
  /** `X`: something that took a time; others are instants and links between them. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
}

/** The categories that a trace needs. */
export const frameCategories: readonly string[] = ['toplevel', 'benchmark', 'blink.user_timing'];

/** The marks that a page sets where the measured frames begin and end. */
export const frameMarks = { begin: 'bench:begin', end: 'bench:end' } as const;

export interface FrameTimes {
  /** The processor's milliseconds that each frame takes. */
  readonly costs: readonly number[];
  /** Milliseconds between two frames. */
  readonly distances: readonly number[];
}

/**
 * Adds up the tasks of the main thread since the frame before. Their processor time says more than the distance
 * between frames, which grows with everything else that the machine does.
 */
export const frameTimesOf = (events: readonly TraceEvent[]): FrameTimes => {
  const begin = events.find(({ name }) => name === frameMarks.begin);
  const end = events.find(({ name }) => name === frameMarks.end);
  if (!begin || !end) throw new Error('the trace has no marks');
  const own = events
    .filter(({ pid, tid, ts }) => pid === begin.pid && tid === begin.tid && ts >= begin.ts && ts <= end.ts)
    .toSorted((one, other) => one.ts - other.ts);
  const costs: number[] = [];
  const starts: number[] = [];
  // A frame is drawn inside a task, which comes before it in the order of their starts.
  let spent = 0;
  for (const { name, ph, ts, tdur = 0 } of own) {
    if (ph !== 'X') continue;
    if (name === 'ThreadControllerImpl::RunTask') spent += tdur / 1000;
    if (name !== 'ProxyMain::BeginMainFrame') continue;
    costs.push(spent);
    starts.push(ts);
    spent = 0;
  }
  return { costs, distances: starts.slice(1).map((start, at) => (start - (starts[at] ?? start)) / 1000) };
};
