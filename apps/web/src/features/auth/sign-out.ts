import { call } from '#shared/api/client.ts';
import { lastCall } from '#shared/api/last-call.ts';
import { createStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';

/** Milliseconds until signing out shows that it takes a while (specification section 9). */
const popupDelay = 300;

/** Whether signing out has taken longer than that. */
export const signOutPopup = createStore(false);

export const SignOutPopup = lazyChunk(
  'sign-out',
  async () => (await import('./ui/sign-out.popup.tsx')).SignOutPopup,
);

/** Ends the session on the server, and shows a popup when that takes its time. */
export const signOut = async (): Promise<void> => {
  // It travels with the call, which may be as slow.
  SignOutPopup.preload();
  const timer = setTimeout(() => signOutPopup.set(true), popupDelay);
  try {
    await lastCall(() => call('signOut', {}));
  } finally {
    clearTimeout(timer);
    signOutPopup.set(false);
  }
};
