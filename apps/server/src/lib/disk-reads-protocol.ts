/** Where bytes of a file go. */
export interface DiskRead {
  readonly path: string;
  /** Where they begin in the file. */
  readonly start: number;
  readonly memory: SharedArrayBuffer;
  /** Where they begin in the memory. */
  readonly offset: number;
  readonly length: number;
}

/** Milliseconds after which a task is aborted: its files are not in the page cache. */
export const taskPatience = 5;

/** A message to the reading thread. */
export interface DiskReadTask {
  readonly id: number;
  readonly reads: readonly DiskRead[];
}

/** The thread's answer. */
export interface DiskReadAnswer {
  readonly id: number;
  /** Which of the reads could not be done, or not in time, by their place. */
  readonly failed: readonly number[];
  /** Milliseconds of all reads together. */
  readonly milliseconds: number;
}
