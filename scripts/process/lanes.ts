/**
 * Runs `work` on all items, at most `width` at a time, in their order.
 * @throws the first error, once what was running has ended
 */
export const inLanes = async <T>(
  width: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: width }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
};
