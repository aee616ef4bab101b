/** Does something again only when the last time it worked is as long ago as `ms`; failures are not remembered. */
export const remembered = (work: () => Promise<void>, ms: number): (() => Promise<void>) => {
  let workedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - workedAt < ms) return;
    await work();
    workedAt = performance.now();
  };
};
