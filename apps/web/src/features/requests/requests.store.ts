import { createStore } from '#shared/lib/store.ts';
import { onSessionEnd } from '#shared/session/session.ts';

/** A folder that files are asked for into; null: a new one. */
export type AskedFolder = { readonly id: string; readonly name: string } | null;

/** What is open about requests for files: a new one, or those that there are. */
export type RequestsPopup =
  | { readonly about: 'ask'; readonly folder: AskedFolder }
  | { readonly about: 'list' };

export const requestsPopup = createStore<RequestsPopup | undefined>(undefined);
onSessionEnd(() => requestsPopup.set(undefined));

export const askForFiles = (folder: AskedFolder): void => requestsPopup.set({ about: 'ask', folder });
export const showRequests = (): void => requestsPopup.set({ about: 'list' });
export const closeRequests = (): void => requestsPopup.set(undefined);
