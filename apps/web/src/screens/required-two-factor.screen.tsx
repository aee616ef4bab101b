import './required-two-factor.screen.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TwoFactorPopup } from '#features/account/ui/two-factor.popup.tsx';
import { userKey } from '#shared/api/query-keys.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { MessagePage } from '#shared/ui/message-page.tsx';
import { useTitle } from './use-title.ts';

interface RequiredTwoFactorProps {
  /** Told when setting up begins, and when it ends: the recovery codes are read in between. */
  readonly onWork: (isAtWork: boolean) => void;
  readonly onSignOut: () => void;
}

/** The page that users see at any address until they have set up the second factor that is required of them. */
export const RequiredTwoFactorScreen = ({ onWork, onSignOut }: RequiredTwoFactorProps) => {
  const t = useText();
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  useTitle(t('account.two_factor.begin'));
  useEffect(() => {
    // The second factor may have been set up in another tab, or be required no longer.
    const look = (): void => void client.invalidateQueries({ queryKey: userKey });
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, [client]);
  const open = (is: boolean): void => {
    setIsOpen(is);
    onWork(is);
  };
  return (
    <>
      <MessagePage
        emoji="🔐"
        title={t('account.two_factor.begin')}
        text={t('account.two_factor.required')}
        action={
          <div className="required-two-factor">
            <Button look="primary" size="large" onClick={() => open(true)}>
              {t('account.two_factor.begin')}
            </Button>
            <Button look="ghost" size="large" onClick={onSignOut}>
              {t('logout.action')}
            </Button>
          </div>
        }
      />
      {isOpen && <TwoFactorPopup onClose={() => open(false)} />}
    </>
  );
};
