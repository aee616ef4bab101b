import { useText } from '#shared/i18n/use-text.ts';
import { ConfirmPasswordPopup } from '#shared/ui/confirm-password.popup.tsx';
import { useRenewRecoveryCodes } from '../account.mutations.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Replaces the recovery codes with ten new ones. */
export const RecoveryCodesPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const renew = useRenewRecoveryCodes();
  if (renew.data)
    return (
      <RecoveryCodes title={t('account.codes.title')} codes={renew.data.recovery_codes} onClose={onClose} />
    );
  return (
    <ConfirmPasswordPopup
      title={t('account.two_factor.renew')}
      text={t('account.codes.renew_text')}
      action={t('account.codes.renew_action')}
      busy={renew.isPending}
      error={renew.error}
      onConfirm={(password) => renew.mutate({ current_password: password })}
      onClose={onClose}
    />
  );
};
