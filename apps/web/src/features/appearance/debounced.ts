/** A debounced call; `flush` runs a pending one at once. */
export interface Debounced<Value> {
  (value: Value): void;
  readonly flush: () => void;
}

/** Calls `act` with the last value after `delay` milliseconds without another call. */
export const debounced = <Value>(act: (value: Value) => void, delay: number): Debounced<Value> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly value: Value } | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    const last = waiting;
    waiting = undefined;
    if (last) act(last.value);
  };
  const later = (value: Value): void => {
    clearTimeout(timer);
    waiting = { value };
    timer = setTimeout(flush, delay);
  };
  return Object.assign(later, { flush });
};
