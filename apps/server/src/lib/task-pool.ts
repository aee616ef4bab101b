export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Work under way beside its caller, a bounded amount at a time. Its first failure is the answer to every later call. */
export interface TaskPool {
  start(work: () => Promise<void>): void;
  /** A promise where the caller is to wait before starting more. @throws the first failure */
  capacity(): Promise<void> | undefined;
  /** Waits for everything. @throws the first failure */
  finished(): Promise<void>;
  /** Waits until nothing is under way any more; never rejects. */
  settled(): Promise<void>;
}

/**
 * @param most that may be under way before the caller is asked to wait
 * @param slots shared with others, who take turns
 */
export const createTaskPool = (most: number, slots: Slots): TaskPool => {
  const underWay = new Set<Promise<void>>();
  let failure: Error | undefined;
  const check = (): void => {
    if (failure !== undefined) throw failure;
  };
  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  return {
    start: (work) => {
      const running: Promise<void> = slots(async () => {
        // After a failure nothing of the rest counts.
        if (failure !== undefined) return;
        try {
          await work();
        } catch (error) {
          failure ??= error instanceof Error ? error : new Error('The work failed.', { cause: error });
        }
      }).finally(() => void underWay.delete(running));
      underWay.add(running);
    },
    capacity: () => {
      if (failure === undefined && underWay.size < most) return undefined;
      return (async () => {
        while (underWay.size >= most) await Promise.race(underWay);
        check();
      })();
    },
    finished: async () => {
      await settled();
      check();
    },
    settled,
  };
};
