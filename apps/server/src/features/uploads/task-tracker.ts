/** Work that is under way, so that a server that ends can wait for it. */
export interface TaskTracker {
  /** Counts the work as under way until it has ended, well or badly. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves as soon as nothing is under way; never rejects. */
  settled(): Promise<void>;
}

export const createTaskTracker = (): TaskTracker => {
  const running = new Set<Promise<unknown>>();
  return {
    track: async (work) => {
      running.add(work);
      try {
        return await work;
      } finally {
        running.delete(work);
      }
    },
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
};
