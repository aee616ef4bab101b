import { SignOutPopup } from '#features/auth/sign-out.ts';
import { offerInterrupted } from '#features/uploads/start-uploads.ts';
import { preloadAlert } from '#shared/ui/popup-host.tsx';
import { settleIn } from './installed.ts';
import { lookForReceived } from './received-look.ts';

// Nobody has asked for any of it: whoever needs it loads it again, and shows why it is missing.
const ignore = (): void => undefined;

/** Loads what must be at hand when the server no longer is. */
const load = (): void => {
  preloadAlert();
  SignOutPopup.preload();
  import('#features/uploads/upload-engine.ts').catch(ignore);
  import('#features/uploads/ui/dock-panel.tsx').catch(ignore);
  import('#screens/files.empty.tsx').catch(ignore);
};

/** What a page does once it is at rest, each time that somebody has come in. */
export const settle = (): void => {
  load();
  settleIn();
  offerInterrupted().catch(ignore);
  lookForReceived().catch(ignore);
};
