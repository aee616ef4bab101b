import { useEffect } from 'react';
import { useSignOut } from '#features/auth/auth.mutations.ts';
import { loadEngine } from '#features/uploads/start-uploads.ts';
import { uploads } from '#features/uploads/uploads.store.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { createStore, useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';

const ConfirmPopup = lazyChunk(
  'confirm',
  async () => (await import('#shared/ui/confirm.popup.tsx')).ConfirmPopup,
);

/** Whether it is asked if uploads shall end with the session. */
const asking = createStore(false);

/** Logs out; asks first where uploads would end with it. */
export const useLogOut = (): (() => void) => {
  const signOut = useSignOut();
  return () => {
    if (signOut.isPending) return;
    if (uploads.get().active) asking.set(true);
    else signOut.mutate();
  };
};

/** Where the question appears. */
export const LogOutHost = () => {
  const t = useText();
  const signOut = useSignOut();
  const isAsking = useStore(asking);
  const left = useStore(uploads, ({ total, done, failed, skipped }) => total - done - failed - skipped);
  const isMoot = isAsking && left === 0;
  // They are through meanwhile: there is nothing left to ask.
  useEffect(() => {
    if (isMoot) asking.set(false);
  }, [isMoot]);
  if (!isAsking || isMoot) return null;
  const close = (): void => asking.set(false);
  const leave = async (): Promise<void> => {
    close();
    (await loadEngine()).cancelAll();
    signOut.mutate();
  };
  return (
    <PopupSlot onFailure={close}>
      <ConfirmPopup
        title={t('logout.uploads.title')}
        message={t('logout.uploads.message', { count: left })}
        action={t('logout.action')}
        onClose={close}
        onConfirm={() => void leave()}
      />
    </PopupSlot>
  );
};
