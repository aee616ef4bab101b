/** Calls `act` with the last value, once no other has come for `delay` milliseconds. */
export const debounced = <Value>(act: (value: Value) => void, delay: number): ((value: Value) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (value) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(value), delay);
  };
};
