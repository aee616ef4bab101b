import { useEffect } from 'react';
import { useSignOut } from '#features/auth/auth.mutations.ts';
import { loadEngine } from '#features/uploads/start-uploads.ts';
import { uploads } from '#features/uploads/uploads.store.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { useTurn } from '#shared/ui/use-turn.ts';
import { askingToLogOut } from './log-out.store.ts';

const close = (): void => askingToLogOut.set(false);

/** Asks before uploads end with the session. */
export const LogOutPopup = () => {
  const t = useText();
  const signOut = useSignOut();
  const isTurn = useTurn();
  const left = useStore(uploads, ({ total, done, failed, skipped }) => total - done - failed - skipped);
  const isMoot = left === 0;
  // They are through meanwhile: there is nothing left to ask.
  useEffect(() => {
    if (isMoot) close();
  }, [isMoot]);
  if (isMoot || !isTurn) return null;
  const leave = async (): Promise<void> => {
    close();
    (await loadEngine()).cancelAll();
    signOut.mutate();
  };
  return (
    <ConfirmPopup
      title={t('logout.uploads.title')}
      message={t('logout.uploads.message', { count: left })}
      action={t('logout.action')}
      onClose={close}
      onConfirm={() => void leave()}
    />
  );
};
