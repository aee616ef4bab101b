import { registerServiceWorker } from '#shared/lib/own-worker.ts';
import { watchNetwork } from './offline-notice.ts';

let isEnabled = false;

/**
 * Makes the page installable: the service worker, and word of the network. Browsers have none on plain HTTP beyond
 * this machine, and may refuse it; the page works the same without. Pages of links do not have this frame, so that
 * guests install nothing.
 */
export const enableInstallation = (): void => {
  if (isEnabled) return;
  isEnabled = true;
  watchNetwork();
  // The development server has none.
  if (!import.meta.env.PROD) return;
  const container = (navigator as { readonly serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (container === undefined) return;
  registerServiceWorker(container).catch(() => undefined);
};
