import { useEffect, useState } from 'react';
import { text } from '#shared/i18n/messages.ts';
import { createStore } from '#shared/lib/store.ts';
import { markUnauthorized } from '#shared/session/session.ts';
import { shortName } from '#shared/lib/short-name.ts';
import { announce } from '#shared/ui/live-region.tsx';
import { showToast } from '#shared/ui/toast.ts';
import type { CodeView } from '../code-view.ts';
import type { EditedItem } from '../content.ts';
import { createEditSession, type EditSession } from '../edit-session.ts';

export interface EditSessionOptions {
  readonly item: EditedItem;
  readonly owner: string;
  readonly lookUp: () => Promise<EditedItem | undefined>;
  readonly onSaved: (item: EditedItem) => void;
}

/** Edits a file as long as it is drawn; unsaved text is stored when the editor goes. */
export const useEditSession = ({ item, owner, lookUp, onSaved }: EditSessionOptions) => {
  const [view] = useState(() => createStore<CodeView | undefined>(undefined));
  const [now] = useState(() => createStore({ item, lookUp, onSaved }));
  useEffect(() => now.set({ item, lookUp, onSaved }), [now, item, lookUp, onSaved]);
  const [session] = useState((): EditSession =>
    createEditSession({
      owner,
      item: () => now.get().item,
      lookUp: () => now.get().lookUp(),
      text: () => view.get()?.text(),
      onSaved: (saved) => {
        announce(text('editor.saved'));
        now.get().onSaved(saved);
      },
      onSignedOut: markUnauthorized,
      onReplaced: () => showToast({ type: 'success', message: text('editor.replaced') }),
    }),
  );
  useEffect(() => {
    void session.start();
    const onLeave = (event: BeforeUnloadEvent): void => {
      if (session.losesText()) event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => {
      removeEventListener('beforeunload', onLeave);
      const { isDirty } = session.state.get();
      void session.end(true);
      if (isDirty)
        showToast({
          type: 'success',
          message: text('editor.kept', { name: shortName(now.get().item.attributes.name) }),
        });
    };
  }, [session, now]);
  useEffect(() => {
    // The page hears of changes while it is connected; a window that comes to the front may have missed some.
    const check = (): void => void session.check(item);
    check();
    addEventListener('focus', check);
    return () => removeEventListener('focus', check);
  }, [session, item]);
  return { session, view };
};
