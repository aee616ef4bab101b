import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';

/** True while the spotlight is open. */
export const spotlightOpen = createStore(false);
onSessionEnd(() => spotlightOpen.set(false));

/** The text typed since it was opened, before its field was there. */
let typedAhead = '';

export const openSpotlight = (): void => {
  typedAhead = '';
  spotlightOpen.set(true);
};
/** Keeps a letter for the field that is about to appear. */
export const typeAhead = (letter: string): void => {
  typedAhead += letter;
};
export const takeTypedAhead = (): string => {
  const typed = typedAhead;
  typedAhead = '';
  return typed;
};
export const closeSpotlight = (): void => spotlightOpen.set(false);
