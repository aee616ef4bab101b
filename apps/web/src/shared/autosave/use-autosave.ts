import { useEffect, useState } from 'react';
import { ApiError } from '#shared/api/api-error.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { text } from '#shared/i18n/messages.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { markUnauthorized } from '#shared/session/session.ts';
import { openAlert, openGenericAlert } from '#shared/ui/alert.ts';
import { createAutosave, isSavable, type AutosaveState } from './autosave.ts';
import { askWhileUnsaved, draw, isLeft, takeLeft, type Field } from './unsaved.ts';

interface FieldToSave<Value> {
  /** Names it among all fields that save themselves. */
  readonly name: string;
  /** The value that the server has. */
  readonly value: Value;
  /** Sends a value with `keepalive`, and notes in the cache what the server has now. */
  readonly save: (value: Value) => Promise<unknown>;
  /** Empty values are meant, too. */
  readonly forced?: boolean;
  /** Milliseconds between a change and its saving, where that is not the usual. */
  readonly delay?: number | undefined;
}

export interface SavedField<Value> {
  /** The value to show: the typed one, else the server's. */
  readonly value: Value;
  readonly change: (value: Value) => void;
  /** The field is left: values that are not saved by themselves go back to the server's. */
  readonly onBlur: () => void;
  readonly state: AutosaveState;
  /** The fault of the value, in words. */
  readonly error: string | undefined;
}

/** The typed value. */
interface Draft<Value> {
  readonly value: Value;
  /** The server's value as soon as this was saved. */
  readonly kept?: { readonly value: Value };
}

/** Returns the server's objection to a value; undefined where the call itself failed. */
const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 422
    ? (Object.values(error.errors)[0]?.[0] ?? errorText(error))
    : undefined;

/** Tells whether the server has not answered: the value is kept and goes again. */
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/** Returns the text at the field of a value that was not saved. */
const faultOf = (error: unknown): string => refusalOf(error) ?? errorText(error);
const waitingText = (): string => text(navigator.onLine ? 'autosave.unreachable' : 'autosave.offline');

/**
 * Tells of a failure by the general alert (specification section 8). Why stands at the field; where a refused value's is
 * not drawn any more, in the alert.
 */
const tell = (name: string, error: unknown): void => {
  if (error instanceof ApiError && error.status === 401) return markUnauthorized();
  const refusal = refusalOf(error);
  if (refusal === undefined || !isLeft(name)) openGenericAlert();
  else openAlert({ title: text('popup_error.title'), message: refusal });
};

const fieldOf = <Value>({ name, value, save, delay, forced = false }: FieldToSave<Value>): Field<Value> => {
  const left = takeLeft<Value>(name);
  if (left) return left;
  const latest = createStore({ value, save });
  const autosave = createAutosave<Value>({
    save: (next) => latest.get().save(next),
    current: () => latest.get().value,
    forced,
    delay,
    isUnanswered,
    onFailure: (error) => tell(name, error),
  });
  askWhileUnsaved(autosave);
  return { autosave, latest };
};

/**
 * Returns a field that saves itself 150 ms after the last change; a waiting value is sent when the page or the field
 * goes. An unanswered value goes again until it is saved, also when the field is no longer drawn; until then the
 * browser asks before the page goes.
 */
export const useAutosave = <Value>(options: FieldToSave<Value>): SavedField<Value> => {
  const { name, value, save, forced = false } = options;
  const [field] = useState(() => fieldOf(options));
  const { autosave, latest } = field;
  const [draft, setDraft] = useState<Draft<Value> | undefined>(autosave.unsaved);
  const [isDone, setDone] = useState(false);
  useEffect(() => latest.set({ value, save }));
  const state = useStore(autosave.state);
  useEffect(() => draw(name, field), [name, field]);
  const isWaiting = state.tries > 0 && (state.phase === 'failed' || state.phase === 'saving');
  // Nothing of it is to be saved any more. The server may have put it into another form, which shows once the field is
  // left; what others make of it after that shows at once. A blank stands for what is being written.
  if (draft && !autosave.unsaved()) {
    const isBlank = !forced && !isSavable(draft.value);
    const isOutdated = draft.kept !== undefined && !Object.is(draft.kept.value, value);
    if (isDone || isOutdated || Object.is(draft.value, value)) setDraft(undefined);
    else if (!draft.kept && !isBlank) setDraft({ ...draft, kept: { value } });
  }
  return {
    value: draft ? draft.value : value,
    change: (next) => {
      setDraft({ value: next });
      setDone(false);
      autosave.change(next);
    },
    onBlur: () => {
      autosave.flush();
      setDone(true);
    },
    state,
    error: isWaiting ? waitingText() : state.phase === 'failed' ? faultOf(state.error) : undefined,
  };
};
