/** Work that no caller waits for, at once or in a moment. What fails of it is told to one place. */
export interface Background {
  /** @param ms milliseconds until it begins; less where the process ends before */
  after(ms: number, work: () => Promise<void>): void;
  /** Begins all that is still to come, and resolves when nothing is under way any more. */
  settled(): Promise<void>;
}

export const createBackground = (onError: (error: unknown) => void): Background => {
  const waiting = new Map<NodeJS.Timeout, () => void>();
  const running = new Set<Promise<void>>();

  const begin = (work: () => Promise<void>): void => {
    const run = work()
      .catch(onError)
      .finally(() => running.delete(run));
    running.add(run);
  };
  return {
    after: (ms, work) => {
      if (ms === 0) {
        begin(work);
        return;
      }
      const timer = setTimeout(() => {
        waiting.delete(timer);
        begin(work);
      }, ms).unref();
      waiting.set(timer, () => begin(work));
    },
    settled: async () => {
      while (waiting.size + running.size > 0) {
        for (const [timer, beginNow] of waiting) {
          clearTimeout(timer);
          beginNow();
        }
        waiting.clear();
        await Promise.all(running);
      }
    },
  };
};
