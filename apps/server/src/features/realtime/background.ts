/** Work that no caller awaits, at once or after a delay. Failures go to one handler. */
export interface Background {
  /** @param ms milliseconds until it begins; `settled` begins it at once */
  after(ms: number, work: () => Promise<void>): void;
  /** Begins all delayed work, and resolves when none is running. */
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
