/** How many calls may wait, and with what the others fail. */
export interface WaitingRoom {
  readonly most: number;
  readonly refusal: () => Error;
}

/** Lets at most `limit` calls run at once; the others wait their turn in order. */
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
