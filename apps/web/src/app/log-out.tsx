import { signOut } from '#features/auth/sign-out.ts';
import { uploads } from '#features/uploads/uploads.store.ts';
import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { askingToLogOut } from './log-out.store.ts';

const LogOutPopup = lazyChunk('log-out', async () => (await import('./log-out.popup.tsx')).LogOutPopup);

/** Logs out; asks first where uploads would end with it. */
export const logOut = (): void => {
  if (uploads.get().active) askingToLogOut.set(true);
  else void signOut();
};

/** Draws the question. */
export const LogOutHost = () =>
  useStore(askingToLogOut) ? (
    <PopupSlot onFailure={() => askingToLogOut.set(false)}>
      <LogOutPopup />
    </PopupSlot>
  ) : null;
