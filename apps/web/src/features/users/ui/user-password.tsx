import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { administer } from '#shared/session/administer.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card, CardRow } from '#shared/ui/card.tsx';
import { useUserAction } from '../user-changes.ts';
import { refreshUser } from '../users.queries.ts';
import { InvitationLinkRow, ResetLinkRow } from './password-link-rows.tsx';
import { ResetTwoFactorPopup } from './reset-two-factor.popup.tsx';

interface UserProps {
  readonly user: ManagedUser;
}

const SessionsRow = ({ user }: UserProps) => {
  const t = useText();
  const client = useQueryClient();
  const { sessions } = user.meta;
  const end = useUserAction(async () => {
    const { ended } = await administer(adminEndpoints.endUserSessions, { params: { id: user.id } });
    refreshUser(client, user.id);
    return t('user_password.ended', { count: ended });
  });
  return (
    <CardRow
      label={t('user_password.sessions_label')}
      help={t('user_password.sessions_help', { count: sessions })}
    >
      <Button busy={end.isPending} disabled={sessions === 0} onClick={() => end.mutate()}>
        {t('user_password.end')}
      </Button>
    </CardRow>
  );
};

const TwoFactorRow = ({ user }: UserProps) => {
  const t = useText();
  const [isAsking, setIsAsking] = useState(false);
  const since = user.attributes.two_factor_confirmed_at;
  return (
    <CardRow
      label={t('user_password.two_factor')}
      help={
        since === null
          ? t('user_password.two_factor_off')
          : t('user_password.two_factor_since', { date: formatLongDate(since) })
      }
    >
      <Button look="danger-text" disabled={since === null} onClick={() => setIsAsking(true)}>
        {t('user_password.two_factor_reset')}
      </Button>
      {isAsking && <ResetTwoFactorPopup user={user} onClose={() => setIsAsking(false)} />}
    </CardRow>
  );
};

/** Administrator's actions on a user's credentials. */
export const UserPassword = ({ user }: UserProps) => (
  <Card>
    {user.attributes.last_seen_at === null && <InvitationLinkRow user={user} />}
    <ResetLinkRow user={user} />
    <SessionsRow user={user} />
    <TwoFactorRow user={user} />
  </Card>
);
