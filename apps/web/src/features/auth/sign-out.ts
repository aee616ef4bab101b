import { appEndpoints } from '@holdall/contract/app.endpoints';
import { call } from '#shared/api/client.ts';
import { lastCall } from '#shared/api/last-call.ts';
import { text } from '#shared/i18n/messages.ts';
import { createStore } from '#shared/lib/store.ts';
import { paths } from '#shared/paths/paths.ts';
import { navigate } from '#shared/router/location.ts';
import { leaveSession } from '#shared/session/session.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { showToast } from '#shared/ui/toast.ts';
import { notifyTabs } from './tabs.ts';

/** Milliseconds until signing out counts as slow (specification section 9). */
const popupDelay = 300;

/** Signing out is slow. */
export const signOutPopup = createStore(false);

export const SignOutPopup = lazyChunk(
  'sign-out',
  async () => (await import('./ui/sign-out.popup.tsx')).SignOutPopup,
);

let isUnderWay = false;

/**
 * Signs out and goes to sign-in; all data is removed with the session (specification section 4). A popup shows when it
 * is slow; a second press does nothing.
 */
export const signOut = async (): Promise<void> => {
  if (isUnderWay) return;
  isUnderWay = true;
  // It travels with the call, which may be as slow.
  SignOutPopup.preload();
  const timer = setTimeout(() => signOutPopup.set(true), popupDelay);
  try {
    await lastCall(() => call(appEndpoints.signOut, {}));
    notifyTabs('signed-out');
    navigate(paths.signIn());
    leaveSession();
  } catch {
    showToast({ type: 'danger', message: text('logout.failed') });
  } finally {
    isUnderWay = false;
    clearTimeout(timer);
    signOutPopup.set(false);
  }
};
