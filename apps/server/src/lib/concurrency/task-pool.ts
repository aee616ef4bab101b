export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs tasks concurrently with their caller, up to a bound. The first failure is the result of every later call. */
export interface TaskPool {
  start(work: () => Promise<void>): void;
  /** A promise where the caller is to wait before starting more. @throws the first failure */
  capacity(): Promise<void> | undefined;
  /** Waits for everything. @throws the first failure */
  finished(): Promise<void>;
  /** Waits until no task is in progress; never rejects. */
  settled(): Promise<void>;
}

/** @param most amount in progress before the caller has to wait @param slots shared with others, who take turns */
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
        // After a failure the remaining tasks do not count.
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
