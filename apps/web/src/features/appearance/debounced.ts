/** What waits for its turn; `flush` has it now. */
export interface Debounced<Value> {
  (value: Value): void;
  readonly flush: () => void;
}

/** Calls `act` with the last value, once no other has come for `delay` milliseconds. */
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
