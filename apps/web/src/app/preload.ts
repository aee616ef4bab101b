import { SignOutPopup } from '#features/auth/sign-out.ts';
import { offerInterrupted } from '#features/uploads/start-uploads.ts';
import { preloadAlert } from '#shared/ui/popup-host.tsx';

/** Milliseconds that the first rows have for themselves. */
const headStart = 1000;
let started = false;

const whenIdle = (act: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act);
  else act();
};

/** Acts once the page is at rest. @returns takes it back */
export const whenSettled = (act: () => void): (() => void) => {
  let wanted = true;
  const timer = setTimeout(() => whenIdle(() => wanted && act()), headStart);
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
};

// Nobody has asked for it: what does not load is offered another time.
const lookForInterrupted = (): void => void offerInterrupted().catch(() => undefined);

const load = (): void => {
  performance.mark('holdall:preload');
  preloadAlert();
  SignOutPopup.preload();
  // Whoever needs them loads them again, and shows why they are missing.
  import('#features/uploads/upload-engine.ts').catch(() => undefined);
  import('#features/uploads/ui/dock-panel.tsx').catch(() => undefined);
  import('#screens/files.empty.tsx').catch(() => undefined);
  lookForInterrupted();
};

/** Loads, once the page is at rest, what must be at hand when the server no longer is. */
export const preloadLater = (): void => {
  if (started) return lookForInterrupted();
  started = true;
  whenSettled(load);
};
