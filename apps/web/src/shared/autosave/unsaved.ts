import type { Store } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';
import type { Autosave } from './autosave.ts';

/** A field that saves itself, and its state where it is drawn. */
export interface Field<Value> {
  readonly autosave: Autosave<Value>;
  readonly latest: Store<{ readonly value: Value; readonly save: (value: Value) => Promise<unknown> }>;
}

/** Fields that are drawn. */
const drawn = new Set<Autosave<unknown>>();
/** Fields whose last value could not be saved. */
const unsaved = new Set<Autosave<unknown>>();
/** Fields that are not drawn any more and not saved yet, by their names. */
const left = new Map<string, Field<unknown>>();

/** The browser asks whether the page may go. */
const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Has the browser ask before the page goes, as long as the value of a field could not be saved. */
export const askWhileUnsaved = <Value>(autosave: Autosave<Value>): void => {
  const kept = autosave as Autosave<unknown>;
  kept.state.subscribe(() => {
    const { phase, tries } = kept.state.get();
    if (phase === 'failed' || tries > 0) unsaved.add(kept);
    else unsaved.delete(kept);
    if (unsaved.size > 0) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  });
};

/** Discards the refused value. */
const dropRefused = <Value>({ state, drop }: Autosave<Value>): void => {
  const { phase, tries } = state.get();
  if (phase === 'failed' && tries === 0) drop();
};

/** Keeps a field that is not drawn any more until it is saved; a refused value goes with it. */
const leave = <Value>(name: string, field: Field<Value>): void => {
  const { autosave } = field;
  dropRefused(autosave);
  if (!autosave.unsaved()) return;
  left.set(name, field as Field<unknown>);
  const stop = autosave.state.subscribe(() => {
    if (left.get(name) === field) dropRefused(autosave);
    else stop();
    if (autosave.unsaved()) return;
    stop();
    if (left.get(name) === field) left.delete(name);
  });
};

/**
 * Registers a field that is drawn.
 *
 * @returns a function that unregisters it: a waiting value is saved at once
 */
export const draw = <Value>(name: string, field: Field<Value>): (() => void) => {
  const autosave = field.autosave as Autosave<unknown>;
  drawn.add(autosave);
  return () => {
    drawn.delete(autosave);
    autosave.flush();
    leave(name, field);
  };
};

/** A field that was left before it was saved, and is drawn again. */
export const takeLeft = <Value>(name: string): Field<Value> | undefined => {
  const field = left.get(name);
  left.delete(name);
  return field as Field<Value> | undefined;
};

/** Tells whether a field with an unsaved value is no longer drawn. */
export const isLeft = (name: string): boolean => left.has(name);

const all = (): readonly Autosave<unknown>[] => [...drawn, ...left.values().map(({ autosave }) => autosave)];

/** Tells whether a field has something to send still, or waits for the server's answer. */
const isUnderWay = ({ state, unsaved: left }: Autosave<unknown>): boolean =>
  state.get().phase !== 'failed' && left() !== undefined;

/** Saves what waits in all fields. @returns once all of it is saved, or was refused */
export const settle = async (): Promise<void> => {
  for (const { flush } of all()) flush();
  await Promise.all(
    all()
      .filter(isUnderWay)
      .map(
        (autosave) =>
          new Promise<void>((resolve) => {
            const stop = autosave.state.subscribe(() => {
              if (isUnderWay(autosave)) return;
              stop();
              resolve();
            });
          }),
      ),
  );
};

addEventListener('pagehide', () => {
  for (const { flush } of all()) flush({ leaving: true });
});
// Unsaved values must not be saved in the next session.
onSessionEnd(() => {
  for (const { drop } of all()) drop();
});
