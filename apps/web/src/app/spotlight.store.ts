import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';

/** A popup that an action of the spotlight has opened; it stays when the spotlight is gone. */
export type SpotlightPopup =
  | { readonly kind: 'new-folder'; readonly name: string | undefined; readonly parentId: string | null }
  | { readonly kind: 'empty-trash' };

export const spotlightPopup = createStore<SpotlightPopup | undefined>(undefined);
onSessionEnd(() => spotlightPopup.set(undefined));
