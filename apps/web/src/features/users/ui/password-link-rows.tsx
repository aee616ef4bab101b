import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { ManagedUser, PasswordLink } from '@holdall/contract/admin-users';
import { useState } from 'react';
import { useConfig } from '#shared/config/config.ts';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { currentUserId } from '#shared/session/session.ts';
import { Button } from '#shared/ui/button.tsx';
import { CardRow } from '#shared/ui/card.tsx';
import { ConfirmPasswordPopup } from '#shared/ui/confirm-password.popup.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { useUserAction } from '../user-changes.ts';
import { PasswordLinkPopup } from './password-link.popup.tsx';

interface UserProps {
  readonly user: ManagedUser;
}

/** Asks for the administrator's own password, then shows the created link. */
const ResetLinkPopup = ({ user, onClose }: UserProps & { readonly onClose: () => void }) => {
  const t = useText();
  const name = calledOf(user.attributes);
  const [link, setLink] = useState<PasswordLink>();
  const create = useMutation({
    mutationFn: (password: string) =>
      administer(adminEndpoints.createResetLink, {
        params: { id: user.id },
        body: { current_password: password },
      }),
    onSuccess: ({ data }) => setLink(data),
  });
  if (link) return <PasswordLinkPopup kind="reset" {...{ user, link, onClose }} />;
  return (
    <ConfirmPasswordPopup
      title={t('password_link.confirm_title', { name })}
      text={t('password_link.confirm_text', { name })}
      label={t('user_password.two_factor_own')}
      action={t('password_link.confirm')}
      busy={create.isPending}
      error={create.error}
      onConfirm={(password) => create.mutate(password)}
      onClose={onClose}
    />
  );
};

/** Creates a link to a new password: mailed, or to hand over where mail is unavailable or fails. */
export const ResetLinkRow = ({ user }: UserProps) => {
  const t = useText();
  const areMailsSent = useConfig(({ mails }) => mails);
  const isOwn = user.id === currentUserId();
  const [isAsking, setIsAsking] = useState(false);
  const send = useUserAction(async () => {
    await administer(adminEndpoints.sendUserPasswordReset, { params: { id: user.id } });
    return t('user_password.reset_sent', { email: user.attributes.email });
  });
  const help = areMailsSent ? 'user_password.reset_help' : 'user_password.reset_off';
  return (
    <CardRow label={t('user_password.reset_label')} help={t(isOwn ? 'user_password.reset_own' : help)}>
      {areMailsSent && (
        <Button busy={send.isPending} onClick={() => send.mutate()}>
          {t('user_password.reset')}
        </Button>
      )}
      {!isOwn && <Button onClick={() => setIsAsking(true)}>{t('user_password.create_reset')}</Button>}
      {isAsking && <ResetLinkPopup user={user} onClose={() => setIsAsking(false)} />}
    </CardRow>
  );
};

/** Creates a link to a first password, for an account without any sign-in. */
export const InvitationLinkRow = ({ user }: UserProps) => {
  const t = useText();
  const [link, setLink] = useState<PasswordLink>();
  const create = useMutation({
    mutationFn: () => administer(adminEndpoints.createInvitationLink, { params: { id: user.id } }),
    onSuccess: ({ data }) => setLink(data),
    onError: (error) => showToast({ type: 'danger', message: errorText(error) }),
  });
  return (
    <CardRow
      label={t('user_password.invitation_label')}
      help={t('user_password.invitation_help', { name: calledOf(user.attributes) })}
    >
      <Button busy={create.isPending} onClick={() => create.mutate()}>
        {t('user_password.create_invitation')}
      </Button>
      {link && <PasswordLinkPopup kind="invitation" {...{ user, link }} onClose={() => setLink(undefined)} />}
    </CardRow>
  );
};
