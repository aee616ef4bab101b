import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { userQuery } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { CardRow } from '#shared/ui/card.tsx';
import { EmailPopup } from './email.popup.tsx';

/** Shows the sign-in address and the one that awaits confirmation. */
export const EmailRow = () => {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { attributes, meta } = useSuspenseQuery(userQuery).data.data;
  return (
    <CardRow
      label={t('profile.email')}
      help={meta.pending_email ? t('profile.email_pending', { email: meta.pending_email }) : undefined}
    >
      <span className="profile-email">{attributes.email}</span>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('profile.email_change')}
      </Button>
      {isOpen && <EmailPopup onClose={() => setOpen(false)} />}
    </CardRow>
  );
};
