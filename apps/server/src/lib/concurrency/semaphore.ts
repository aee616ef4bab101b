/** Length of the waiting queue, and the error of calls beyond it. */
export interface WaitingRoom {
  readonly most: number;
  readonly refusal: () => Error;
}

/** Bounds concurrency to `limit`; further calls wait in order. */
export const createSemaphore = (
  limit: number,
  room?: WaitingRoom,
): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit && room !== undefined && waiting.length >= room.most) throw room.refusal();
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The slot is handed to the next waiter, so that no new caller overtakes it.
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
