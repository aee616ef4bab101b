import { useStore } from '#shared/lib/store.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { SignOutPopup, signOutPopup } from '../sign-out.ts';

export const SignOutPopupHost = () =>
  useStore(signOutPopup) ? (
    <PopupSlot>
      <SignOutPopup />
    </PopupSlot>
  ) : null;
