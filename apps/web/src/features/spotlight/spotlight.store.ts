import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';

/** Whether the spotlight is open. */
export const spotlightOpen = createStore(false);
onSessionEnd(() => spotlightOpen.set(false));

export const openSpotlight = (): void => spotlightOpen.set(true);
export const closeSpotlight = (): void => spotlightOpen.set(false);
