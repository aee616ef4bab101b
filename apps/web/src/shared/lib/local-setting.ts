import { createStore, type Store } from './store.ts';

const prefix = 'holdall:';

/** Returns the browser's value of this name; undefined where it has none or must not be asked. */
export const readLocal = (name: string): string | undefined => {
  try {
    return localStorage.getItem(prefix + name) ?? undefined;
  } catch {
    return undefined;
  }
};

export const writeLocal = (name: string, value: string): void => {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // A browser that keeps nothing still works: the setting lasts as long as the page.
  }
};

/** A store whose value, one of `choices`, the browser remembers. */
export const createLocalSetting = <Value extends string>(
  name: string,
  choices: readonly Value[],
  fallback: Value,
): Store<Value> => {
  const kept = readLocal(name);
  const store = createStore(choices.find((choice) => choice === kept) ?? fallback);
  store.subscribe(() => writeLocal(name, store.get()));
  return store;
};
