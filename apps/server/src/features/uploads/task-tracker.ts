/** Tracks running tasks, so that a server that shuts down can wait for them. */
export interface TaskTracker {
  /** Tracks a task until it settles. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves once no task is running; never rejects. */
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
