import { createStore, type Store } from '#shared/lib/store.ts';

/** Milliseconds between a change and its saving (specification section 9). */
export const saveDelay = 150;

export interface AutosaveState {
  readonly phase: 'idle' | 'saving' | 'saved' | 'failed';
  /** The reason why it failed. */
  readonly error?: unknown;
  /** Counts what was saved, so that each can be told. */
  readonly saves: number;
  /** Unanswered requests in a row: while it is not 0, the value goes again by itself. */
  readonly tries: number;
}

/** One field that saves itself. */
export interface Autosave<Value> {
  readonly state: Store<AutosaveState>;
  /** Takes a change: it is saved once no other has come for a moment. */
  readonly change: (value: Value) => void;
  /** Saves at once what waits; `leaving`: even beside a request that is under way, for the page is going. */
  readonly flush: (how?: { readonly leaving?: boolean }) => void;
  /** Returns the value that the server is not known to have yet. */
  readonly unsaved: () => { readonly value: Value } | undefined;
  /** Discards the unsaved value. */
  readonly drop: () => void;
}

interface AutosaveOptions<Value> {
  /** Sends a value; it must outlive the page. */
  readonly save: (value: Value) => Promise<unknown>;
  /** Returns the value that the server is known to have. */
  readonly current: () => Value;
  /** Saves also values that are not saved by themselves. */
  readonly forced?: boolean;
  /** Milliseconds between a change and its saving, where each key on the way would mean something else. */
  readonly delay?: number | undefined;
  /** Is told of each failure; of one that is nobody's answer with the first try alone. */
  readonly onFailure?: (error: unknown) => void;
  /** Tells whether a failure means that the server has not answered. */
  readonly isUnanswered?: (error: unknown) => boolean;
}

/** Milliseconds before the next try of what nobody has answered so often. */
const pauseAfter = (tries: number): number => Math.min(1000 * 2 ** tries, 30_000);

/** Tells whether a value is saved by itself: not empty ones, spaces alone or objects (specification section 5). */
export const isSavable = (value: unknown): boolean =>
  !(typeof value === 'string' && value.trim() === '') && value !== undefined && typeof value !== 'object';

/**
 * Saves the last of several changes, one request at a time: a change during a request follows it. An unanswered value
 * goes again, now and then and once there is a connection; a refused one goes with the next change.
 */
export const createAutosave = <Value>({
  save,
  current,
  forced = false,
  delay = saveDelay,
  onFailure,
  isUnanswered = () => false,
}: AutosaveOptions<Value>): Autosave<Value> => {
  type Kept = { readonly value: Value };
  const state = createStore<AutosaveState>({ phase: 'idle', saves: 0, tries: 0 });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextTry: ReturnType<typeof setTimeout> | undefined;
  let waiting: Kept | undefined;
  let failed: Kept | undefined;
  /** The value that was sent last: an older one that answers later says nothing about the field. */
  let last: Kept | undefined;
  let isBusy = false;

  const publish = (changed: Omit<AutosaveState, 'saves' | 'tries'> & Partial<AutosaveState>): void =>
    state.set(({ saves, tries }) => ({ saves, tries, ...changed }));

  const send = async (next: Kept): Promise<void> => {
    stopTrying();
    waiting = undefined;
    failed = undefined;
    last = next;
    isBusy = true;
    publish({ phase: 'saving' });
    try {
      await save(next.value);
      isBusy = false;
      if (last === next) publish({ phase: 'saved', saves: state.get().saves + 1, tries: 0 });
    } catch (error) {
      isBusy = false;
      if (last === next) {
        last = undefined;
        failed = next;
        const tries = isUnanswered(error) ? state.get().tries + 1 : 0;
        if (tries > 0 && !waiting) tryAfter(pauseAfter(tries));
        if (tries <= 1) onFailure?.(error);
        publish({ phase: 'failed', error, tries });
      }
    }
    // Its own time has run out while this one was under way.
    if (waiting && timer === undefined) flush();
  };

  const sendAgain = (): void => {
    if (failed && !isBusy && !waiting) void send(failed);
  };
  const stopTrying = (): void => {
    clearTimeout(nextTry);
    removeEventListener('online', sendAgain);
  };
  const tryAfter = (pause: number): void => {
    nextTry = setTimeout(sendAgain, pause);
    addEventListener('online', sendAgain);
  };

  const flush: Autosave<Value>['flush'] = ({ leaving = false } = {}) => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting && (leaving || !isBusy)) void send(waiting);
  };

  const take = (next: Kept | undefined): void => {
    clearTimeout(timer);
    timer = undefined;
    stopTrying();
    failed = undefined;
    waiting = next;
  };

  const change = (value: Value): void => {
    const isKnown = Object.is(value, isBusy && last ? last.value : current());
    const isMeant = !isKnown && (forced || isSavable(value));
    take(isMeant ? { value } : undefined);
    if (isMeant) timer = setTimeout(flush, delay);
    else if (!isBusy) publish({ phase: 'idle', tries: 0 });
  };

  const drop = (): void => {
    take(undefined);
    last = undefined;
    publish({ phase: 'idle', tries: 0 });
  };
  const unsaved = () => waiting ?? failed ?? (isBusy ? last : undefined);
  return { state, change, flush, unsaved, drop };
};
