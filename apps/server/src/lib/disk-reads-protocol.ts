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

/** Milliseconds after which a task is broken off: the disk has to look for its files. */
export const taskPatience = 5;

/** What the thread of reads is told. */
export interface DiskReadTask {
  readonly id: number;
  readonly reads: readonly DiskRead[];
}

/** What it answers. */
export interface DiskReadAnswer {
  readonly id: number;
  /** Which of the reads could not be done, or not in time, by their place. */
  readonly failed: readonly number[];
  /** What all of them took. */
  readonly milliseconds: number;
}
