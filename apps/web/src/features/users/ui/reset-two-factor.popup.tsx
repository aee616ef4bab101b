import { useQueryClient } from '@tanstack/react-query';
import { adminEndpoints } from '@holdall/contract/admin.endpoints';
import type { ManagedUser } from '@holdall/contract/admin-users';
import { useText } from '#shared/i18n/use-text.ts';
import { calledOf } from '#shared/lib/called-of.ts';
import { useMutation } from '#shared/lib/use-mutation.ts';
import { administer } from '#shared/session/administer.ts';
import { ConfirmPasswordPopup } from '#shared/ui/confirm-password.popup.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { setCachedUser } from '../users.queries.ts';

interface ResetTwoFactorPopupProps {
  readonly user: ManagedUser;
  readonly onClose: () => void;
}

/** Asks for the administrator's own password before it resets a user's second factor. */
export const ResetTwoFactorPopup = ({ user, onClose }: ResetTwoFactorPopupProps) => {
  const t = useText();
  const client = useQueryClient();
  const name = calledOf(user.attributes);
  const reset = useMutation({
    mutationFn: (password: string) =>
      administer(adminEndpoints.resetUserTwoFactor, {
        params: { id: user.id },
        body: { current_password: password },
      }),
    onSuccess: ({ data }) => {
      setCachedUser(client, data);
      showToast({ type: 'success', message: t('user_password.two_factor_was_reset', { name }) });
      onClose();
    },
  });
  return (
    <ConfirmPasswordPopup
      danger
      title={t('user_password.two_factor_title', { name })}
      text={t('user_password.two_factor_message', { name })}
      label={t('user_password.two_factor_own')}
      action={t('user_password.two_factor_submit')}
      busy={reset.isPending}
      error={reset.error}
      onConfirm={(password) => reset.mutate(password)}
      onClose={onClose}
    />
  );
};
