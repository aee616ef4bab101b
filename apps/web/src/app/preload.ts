import { SignOutPopup } from '#features/auth/sign-out.ts';
import { preloadAlert } from '#shared/ui/popup-host.tsx';

/** Milliseconds that the first rows have for themselves. */
const headStart = 1000;
let started = false;

const whenIdle = (act: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
  else act();
};

const load = (): void => {
  performance.mark('holdall:preload');
  preloadAlert();
  SignOutPopup.preload();
  // Whoever needs them loads them again, and shows why they are missing.
  import('#features/uploads/upload-engine.ts').catch(() => undefined);
  import('#features/uploads/ui/dock-panel.tsx').catch(() => undefined);
};

/** Loads, once the page is at rest, what must be at hand when the server no longer is. */
export const preloadLater = (): void => {
  if (started) return;
  started = true;
  setTimeout(() => whenIdle(load), headStart);
};
