import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { markUnauthorized } from '#shared/session/session.ts';
import { openGenericAlert } from '#shared/ui/alert.ts';
import { createAutosave, isSavable, type AutosaveState } from './autosave.ts';

interface FieldToSave<Value> {
  /** What the server has. */
  readonly value: Value;
  /** Sends a value with `keepalive`, and notes in the cache what the server has now. */
  readonly save: (value: Value) => Promise<unknown>;
  /** Empty values are meant, too. */
  readonly forced?: boolean;
}

export interface SavedField<Value> {
  /** What is shown: what was typed, else what the server has. */
  readonly value: Value;
  readonly change: (value: Value) => void;
  /** The field is left: what is not saved by itself goes back to what the server has. */
  readonly onBlur: () => void;
  readonly state: AutosaveState;
  /** What is wrong with the value, in words. */
  readonly error: string | undefined;
}

/** What the server says against a value; undefined where it is the call that failed. */
const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 422
    ? (Object.values(error.errors)[0]?.[0] ?? errorText(error))
    : undefined;

/** Whether nobody has answered: what was sent is kept and goes again. */
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** What stands at the field of a value that was not saved. */
const faultOf = (error: unknown): string => refusalOf(error) ?? errorText(error);
const waitingText = (): string => text(navigator.onLine ? 'autosave.unreachable' : 'autosave.offline');

/**
 * A value that is refused, or that nobody answers, is told at its field; all else by the general alert (specification
 * section 8).
 */
const tell = (error: unknown): void => {
  if (error instanceof ApiError && error.status === 401) return markUnauthorized();
  if (refusalOf(error) === undefined && !isUnanswered(error)) openGenericAlert();
};

/** Milliseconds before the next try of what nobody has answered so often. */
const pauseAfter = (tries: number): number => Math.min(1000 * 2 ** tries, 30_000);

/**
 * A field that saves itself, 150 ms after the last change. What was typed stays until it is saved; what waits is sent
 * when the page or the field goes, and what nobody has answered once the server can be reached again.
 */
export const useAutosave = <Value>({
  value,
  save,
  forced = false,
}: FieldToSave<Value>): SavedField<Value> => {
  const [draft, setDraft] = useState<{ readonly value: Value }>();
  const [isLeft, setLeft] = useState(false);
  const [latest] = useState(() => createStore({ value, save }));
  useEffect(() => latest.set({ value, save }));
  /** How often nobody has answered since something was saved. */
  const [tries, setTries] = useState(0);
  const [autosave] = useState(() =>
    createAutosave<Value>({
      save: (next) => latest.get().save(next),
      current: () => latest.get().value,
      forced,
      onFailure: (error) => {
        setTries((before) => (isUnanswered(error) ? before + 1 : 0));
        tell(error);
      },
    }),
  );
  const state = useStore(autosave.state);
  useEffect(() => {
    const leave = (): void => autosave.flush({ leaving: true });
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [autosave]);
  const sendAgain = useEffectEvent(() => {
    if (draft && state.phase === 'failed') autosave.change(draft.value);
  });
  useEffect(() => {
    if (tries === 0) return undefined;
    const again = (): void => sendAgain();
    const timer = setTimeout(again, pauseAfter(tries));
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [tries]);
  if (tries > 0 && state.phase === 'saved') setTries(0);
  const isWaiting = tries > 0 && (state.phase === 'failed' || state.phase === 'saving');
  // The server has it; it may have put it into another form, which shows once the field is left.
  if (draft && state.phase === 'saved' && (isLeft || Object.is(draft.value, value))) setDraft(undefined);
  return {
    value: draft ? draft.value : value,
    change: (next) => {
      setDraft({ value: next });
      setLeft(false);
      autosave.change(next);
    },
    onBlur: () => {
      autosave.flush();
      setLeft(true);
      if (draft && !forced && !isSavable(draft.value)) setDraft(undefined);
    },
    state,
    error: isWaiting ? waitingText() : state.phase === 'failed' ? faultOf(state.error) : undefined,
  };
};
