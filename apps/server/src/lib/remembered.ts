/** Does something again only when the last time it worked is as long ago as `ms`; failures are not remembered. */
export const remembered = (work: () => Promise<void>, ms: number): (() => Promise<void>) => {
  let workedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - workedAt < ms) return;
    await work();
    workedAt = performance.now();
  };
};

/** What work answered last, where that is not as long ago as `ms`; failures are not remembered. */
export const rememberedAnswer = <T>(work: () => Promise<T>, ms: number): (() => Promise<T>) => {
  let last: { readonly answer: T; readonly at: number } | undefined;
  return async () => {
    if (last !== undefined && performance.now() - last.at < ms) return last.answer;
    const answer = await work();
    last = { answer, at: performance.now() };
    return answer;
  };
};
