/** Runs work of one key in order, one after the other; work of different keys runs concurrently. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export const createKeyedQueue = (): KeyedQueue => {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const result = before.then(work, work);
    last.set(key, result);
    const forget = (): void => {
      if (last.get(key) === result) last.delete(key);
    };
    result.then(forget, forget);
    return result;
  };
};
