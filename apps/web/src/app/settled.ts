import { SignOutPopup } from '#features/auth/sign-out.ts';
import { offerInterrupted } from '#features/uploads/start-uploads.ts';
import { preloadAlert } from '#shared/ui/popup-host.tsx';
import { enableInstallation } from './installed.ts';
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

/** Starts the work of a page at rest, after each sign-in. */
export const settle = (): void => {
  load();
  enableInstallation();
  offerInterrupted().catch(ignore);
  lookForReceived().catch(ignore);
};
