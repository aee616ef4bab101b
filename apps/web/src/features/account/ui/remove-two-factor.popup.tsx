import { useText } from '#shared/i18n/use-text.ts';
import { ConfirmPasswordPopup } from '#shared/ui/confirm-password.popup.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { useRemoveTwoFactor } from '../account.mutations.ts';

/** Switches two-factor sign-in off. */
export const RemoveTwoFactorPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const remove = useRemoveTwoFactor();
  return (
    <ConfirmPasswordPopup
      danger
      title={t('account.two_factor.remove_title')}
      text={t('account.two_factor.remove_text')}
      action={t('account.two_factor.remove')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={(password) =>
        remove.mutate(
          { current_password: password },
          {
            onSuccess: () => {
              onClose();
              showToast({ type: 'success', message: t('account.two_factor.is_off') });
            },
          },
        )
      }
      onClose={onClose}
    />
  );
};
