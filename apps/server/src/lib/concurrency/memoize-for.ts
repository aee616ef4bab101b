/** Memoizes work for `ms` milliseconds; failures are not kept. */
export const memoizeFor = <T>(work: () => Promise<T>, ms: number): (() => Promise<T>) => {
  let last: { readonly answer: T; readonly at: number } | undefined;
  return async () => {
    if (last !== undefined && performance.now() - last.at < ms) return last.answer;
    const answer = await work();
    last = { answer, at: performance.now() };
    return answer;
  };
};
