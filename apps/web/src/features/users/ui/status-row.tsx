import { useState } from 'react';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { currentUserId } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { CardRow } from '#shared/ui/card.tsx';
import { useUserChanges, useUserAction } from '../user-changes.ts';
import { SuspendPopup } from './suspend.popup.tsx';
import { StatusTag } from './user-tags.tsx';

/** Shows whether a user can sign in, and the reason where not. */
export const StatusRow = ({ user }: { readonly user: ManagedUser }) => {
  const t = useText();
  const { update } = useUserChanges(user.id);
  const [isAsking, setIsAsking] = useState(false);
  const { status, suspended_reason: reason } = user.attributes;
  const isSelf = user.id === currentUserId();
  const name = calledOf(user.attributes);
  const reactivate = useUserAction(async () => {
    await update({ status: 'active' });
    return t('user.reactivated', { name });
  });
  const suspendedHelp = reason ? t('user.status_suspended', { reason }) : t('user.status_suspended_plain');
  const activeHelp = t(isSelf ? 'user.status_self' : 'user.status_active');
  return (
    <CardRow label={t('user.status')} help={status === 'suspended' ? suspendedHelp : activeHelp}>
      <StatusTag user={user} always />
      {status === 'suspended' ? (
        <Button busy={reactivate.isPending} onClick={() => reactivate.mutate()}>
          {t('user.reactivate')}
        </Button>
      ) : (
        <Button look="danger-text" disabled={isSelf} onClick={() => setIsAsking(true)}>
          {t('user.suspend')}
        </Button>
      )}
      {isAsking && <SuspendPopup user={user} onClose={() => setIsAsking(false)} />}
    </CardRow>
  );
};
