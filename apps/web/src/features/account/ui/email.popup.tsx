import './form.css';
import { useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { FormFooter } from '#shared/ui/form-footer.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useUpdateEmail } from '../account.mutations.ts';
import { FormProblem } from './form-problem.tsx';
import { useForm } from '../use-form.ts';

/** Another address to sign in with; whoever changes it enters the password once more. */
export const EmailPopup = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText();
  const update = useUpdateEmail();
  const [sentTo, setSentTo] = useState<string>();
  const { form, faults, problem, read, forget } = useForm(update.error, { autoFocus: true });

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
    <Popup title={t('profile.email_title')} onClose={update.isPending ? undefined : onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const values = read((value) => ({
            email: value('email').trim() ? undefined : t('sign_in.email_invalid'),
            current_password: value('current_password') ? undefined : t('sign_in.password_missing'),
          }));
          if (!values) return;
          const email = values('email').trim();
          update.mutate(
            { email, current_password: values('current_password') },
            { onSuccess: ({ confirmation }) => (confirmation ? setSentTo(email) : onClose()) },
          );
        }}
      >
        <div className="popup-content form-fields">
          <TextField
            label={t('profile.email_new')}
            name="email"
            type="email"
            size="large"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            error={faults['email']}
            onChange={forget}
          />
          <PasswordField
            label={t('password.current')}
            name="current_password"
            autoComplete="current-password"
            error={faults['current_password']}
            onChange={forget}
          />
          <FormProblem text={problem} />
        </div>
        <FormFooter action={t('profile.email_change')} busy={update.isPending} onClose={onClose} />
      </form>
    </Popup>
  );
};
