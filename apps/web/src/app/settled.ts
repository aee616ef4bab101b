import { SignOutPopup } from '#features/auth/sign-out.ts';
import { offerInterrupted } from '#features/uploads/start-uploads.ts';
import { registerServiceWorker } from '#shared/lib/own-worker.ts';
import { preloadAlert } from '#shared/ui/popup-host.tsx';
import { watchNetwork } from './offline-notice.ts';
import { lookForReceived } from './received-look.ts';

// No user has asked for any of it: the code that needs it loads it again, and shows why it is missing.
const ignore = (): void => undefined;

/** Loads what must be at hand when the server no longer is. */
const load = (): void => {
  preloadAlert();
  SignOutPopup.preload();
  import('#features/uploads/upload-engine.ts').catch(ignore);
  import('#features/uploads/ui/dock-panel.tsx').catch(ignore);
  import('#screens/files.empty.tsx').catch(ignore);
};

let isEnabled = false;

/**
 * Makes the page installable: the service worker, and word of the network. Browsers have none on plain HTTP beyond
 * this machine, and may refuse it; the page works the same without. Pages of links do not have this frame, so that
 * guests install nothing.
 */
const enableInstallation = (): void => {
  if (isEnabled) return;
  isEnabled = true;
  watchNetwork();
  // The development server has none.
  if (!import.meta.env.PROD) return;
  const container = (navigator as { readonly serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (container === undefined) return;
  registerServiceWorker(container).catch(() => undefined);
};

/** Starts the work of a page at rest, after each sign-in. */
export const settle = (): void => {
  load();
  enableInstallation();
  offerInterrupted().catch(ignore);
  lookForReceived().catch(ignore);
};
