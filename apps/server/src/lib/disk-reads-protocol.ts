/** Position and target of one read. */
export interface DiskRead {
  readonly path: string;
  /** Offset in the file. */
  readonly start: number;
  readonly memory: SharedArrayBuffer;
  /** Offset in the memory. */
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
  /** Indexes of reads that failed, or were not done in time. */
  readonly failed: readonly number[];
  /** Milliseconds of all reads together. */
  readonly milliseconds: number;
}
