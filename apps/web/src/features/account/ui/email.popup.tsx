import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { isEmail } from '#shared/lib/is-email.ts';
import { Button } from '#shared/ui/button.tsx';
import { ConfirmPasswordPopup } from '#shared/ui/confirm-password.popup.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useUpdateEmail } from '../account.mutations.ts';

/** Changes the sign-in address, which requires the password. */
export const EmailPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const update = useUpdateEmail();
  const [sentTo, setSentTo] = useState<string>();

  if (sentTo !== undefined)
    return (
      <Popup title={t('profile.email_sent')} onClose={onClose}>
        <div className="popup-content">
          <p>{t('profile.email_sent_to', { email: sentTo })}</p>
        </div>
        <PopupFooter>
          <Button look="primary" onClick={onClose}>
            {t('actions.close')}
          </Button>
        </PopupFooter>
      </Popup>
    );

  return (
    <ConfirmPasswordPopup
      title={t('profile.email_title')}
      action={t('profile.email_change')}
      busy={update.isPending}
      error={update.error}
      find={(value) => ({ email: isEmail(value('email')) ? undefined : t('sign_in.email_invalid') })}
      fields={(faults) => (
        <TextField
          label={t('profile.email_new')}
          name="email"
          type="email"
          size="large"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={faults['email']}
        />
      )}
      onConfirm={(password, values) => {
        const email = values('email').trim();
        update.mutate(
          { email, current_password: password },
          { onSuccess: ({ confirmation }) => (confirmation ? setSentTo(email) : onClose()) },
        );
      }}
      onClose={onClose}
    />
  );
};
