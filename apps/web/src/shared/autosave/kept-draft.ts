import { useEffect } from 'react';
import { createStore, useStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';

interface Entry {
  /** The fields that are changed. */
  readonly changed: object;
  /** Something else would be saved than is. */
  readonly isMeant: boolean;
}

/** Unsaved input of forms, by the forms' names. */
const drafts = createStore<ReadonlyMap<string, Entry>>(new Map());

/** The browser asks whether the page may go. */
const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

drafts.subscribe(() => {
  const isAsked = [...drafts.get().values()].some(({ isMeant }) => isMeant);
  if (isAsked) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
});
// Unsaved input must not reach the next session.
onSessionEnd(() => drafts.set(new Map()));

const put = (name: string, entry: Entry | undefined): void =>
  drafts.set((known) => {
    const next = new Map(known);
    if (entry) next.set(name, entry);
    else next.delete(name);
    return next;
  });

export interface KeptDraft<Draft> {
  /** The saved fields, with the changed ones in their place. */
  readonly draft: Draft;
  readonly change: (fields: Partial<Draft>) => void;
  /** Forgets the changes: they are saved, or given up. */
  readonly discard: () => void;
}

const none: object = {};

/**
 * Returns the content of a form that is saved as a whole. Changes stay until they are saved or given up, whichever
 * pages are visited meanwhile, and the browser asks before it leaves the page. Unchanged fields follow the saved
 * values.
 *
 * @param isMeant tells whether saving would change something: a draft without such changes is forgotten with the form
 */
export const useKeptDraft = <Draft extends object>(
  name: string,
  saved: Draft,
  isMeant: (draft: Draft) => boolean,
): KeptDraft<Draft> => {
  const changed = useStore(drafts, (known) => known.get(name)?.changed) ?? none;
  const draft = { ...saved, ...changed };
  const counts = isMeant(draft);
  useEffect(() => {
    const entry = drafts.get().get(name);
    if (entry && entry.isMeant !== counts) put(name, { ...entry, isMeant: counts });
  }, [name, counts]);
  useEffect(
    () => () => {
      if (drafts.get().get(name)?.isMeant === false) put(name, undefined);
    },
    [name],
  );
  return {
    draft,
    change: (fields) => {
      const written = Object.entries({ ...drafts.get().get(name)?.changed, ...fields });
      const next = Object.fromEntries(
        written.filter(([field, value]) => saved[field as keyof Draft] !== value),
      );
      const isNone = Object.keys(next).length === 0;
      put(name, isNone ? undefined : { changed: next, isMeant: isMeant({ ...saved, ...next }) });
    },
    discard: () => put(name, undefined),
  };
};

interface UnsavableText {
  readonly written?: string | undefined;
}
const empty: UnsavableText = {};
const hasText = ({ written }: UnsavableText): boolean => written !== undefined;

/** Keeps the text of a field that saves itself while it cannot be saved, as the input of a form is kept. */
export const useUnsavableText = (name: string) => {
  const { draft, change, discard } = useKeptDraft<UnsavableText>(name, empty, hasText);
  return { unsaved: draft.written, keep: (written: string) => change({ written }), discard };
};
