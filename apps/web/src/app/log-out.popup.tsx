import { useEffect, useRef } from 'react';
import { signOut } from '#features/auth/sign-out.ts';
import { loadEngine } from '#features/uploads/start-uploads.ts';
import { uploads } from '#features/uploads/uploads.store.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { usePopupQueue } from '#shared/ui/use-popup-queue.ts';
import { askingToLogOut } from './log-out.store.ts';

const close = (): void => askingToLogOut.set(false);

/** Asks before uploads end with the session. */
export const LogOutPopup = () => {
  const t = useText();
  const isTurn = usePopupQueue();
  const isMoot = !useStore(uploads, ({ active }) => active);
  const left = useStore(uploads, ({ total, done, failed, skipped }) => total - done - failed - skipped);
  const isAsked = !isMoot && isTurn;
  const wasAsked = useRef(false);
  // The uploads have finished meanwhile: there is nothing left to ask. Without a question before, the sign-out has
  // waited for this script only.
  useEffect(() => {
    if (isAsked) wasAsked.current = true;
    if (!isMoot) return;
    close();
    if (!wasAsked.current) void signOut();
  }, [isAsked, isMoot]);
  if (!isAsked) return null;
  const leave = async (): Promise<void> => {
    close();
    (await loadEngine()).cancelAll();
    await signOut();
  };
  return (
    <ConfirmPopup
      title={t('logout.uploads.title')}
      // Nothing may be known yet of a folder that is still being read.
      message={t('logout.uploads.message', { count: Math.max(left, 1) })}
      action={t('logout.action')}
      onClose={close}
      onConfirm={() => void leave()}
    />
  );
};
