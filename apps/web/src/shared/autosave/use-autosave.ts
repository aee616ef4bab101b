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

/** What stands at the field of a value that was not saved. */
const faultOf = (error: unknown): string =>
  refusalOf(error) ?? (navigator.onLine ? errorText(error) : text('autosave.offline'));

/** A refused value is told at its field, all else by the general alert (specification section 8). */
const tell = (error: unknown): void => {
  if (error instanceof ApiError && error.status === 401) return markUnauthorized();
  if (refusalOf(error) === undefined) openGenericAlert();
};

/**
 * A field that saves itself, 150 ms after the last change. What was typed stays until it is saved; what waits is sent
 * when the page or the field goes, and what failed for want of a connection once there is one again.
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
  const [autosave] = useState(() =>
    createAutosave<Value>({
      save: (next) => latest.get().save(next),
      current: () => latest.get().value,
      forced,
      onFailure: tell,
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
    if (draft && state.phase === 'failed' && refusalOf(state.error) === undefined)
      autosave.change(draft.value);
  });
  useEffect(() => {
    const onOnline = (): void => sendAgain();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
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
    error: state.phase === 'failed' ? faultOf(state.error) : undefined,
  };
};
