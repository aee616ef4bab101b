import { createStore, type Store } from '#shared/lib/store.ts';

/** Milliseconds between a change and its saving (specification section 9). */
export const saveDelay = 150;

export interface AutosaveState {
  readonly phase: 'idle' | 'saving' | 'saved' | 'failed';
  /** Why it failed. */
  readonly error?: unknown;
  /** Counts what was saved, so that each can be told. */
  readonly saves: number;
}

/** One field that saves itself. */
export interface Autosave<Value> {
  readonly state: Store<AutosaveState>;
  /** Takes a change: it is saved once no other has come for a moment. */
  readonly change: (value: Value) => void;
  /** Saves at once what waits; `leaving`: even beside a request that is under way, for the page is going. */
  readonly flush: (how?: { readonly leaving?: boolean }) => void;
}

interface AutosaveOptions<Value> {
  /** Sends a value; it must outlive the page. */
  readonly save: (value: Value) => Promise<unknown>;
  /** What the server has, as far as is known. */
  readonly current: () => Value;
  /** Saves what is not saved by itself, too. */
  readonly forced?: boolean;
  readonly onFailure?: (error: unknown) => void;
}

/** Whether a value is saved by itself: not empty ones, spaces alone or objects (specification section 5). */
export const isSavable = (value: unknown): boolean =>
  !(typeof value === 'string' && value.trim() === '') && value !== undefined && typeof value !== 'object';

/**
 * Saves the last of several changes, one request at a time: what changes while one is under way follows it. What failed
 * is kept by whoever shows it, and goes with the next change.
 */
export const createAutosave = <Value>({
  save,
  current,
  forced = false,
  onFailure,
}: AutosaveOptions<Value>): Autosave<Value> => {
  const state = createStore<AutosaveState>({ phase: 'idle', saves: 0 });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly value: Value } | undefined;
  /** What was sent last: an older one that answers later says nothing about the field. */
  let last: { readonly value: Value } | undefined;
  let isBusy = false;

  const send = async (next: { readonly value: Value }): Promise<void> => {
    waiting = undefined;
    last = next;
    isBusy = true;
    state.set(({ saves }) => ({ phase: 'saving', saves }));
    try {
      await save(next.value);
      if (last === next) state.set(({ saves }) => ({ phase: 'saved', saves: saves + 1 }));
    } catch (error) {
      if (last === next) {
        last = undefined;
        state.set(({ saves }) => ({ phase: 'failed', error, saves }));
        onFailure?.(error);
      }
    }
    isBusy = false;
    // Its own time has run out while this one was under way.
    if (waiting && timer === undefined) flush();
  };

  const flush: Autosave<Value>['flush'] = ({ leaving = false } = {}) => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting && (leaving || !isBusy)) void send(waiting);
  };

  const change = (value: Value): void => {
    clearTimeout(timer);
    timer = undefined;
    waiting = undefined;
    const isKnown = Object.is(value, isBusy && last ? last.value : current());
    if (isKnown || (!forced && !isSavable(value))) {
      if (!isBusy) state.set(({ saves }) => ({ phase: 'idle', saves }));
      return;
    }
    waiting = { value };
    timer = setTimeout(flush, saveDelay);
  };
  return { state, change, flush };
};
