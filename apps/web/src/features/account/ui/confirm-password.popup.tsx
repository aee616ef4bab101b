import './form.css';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { FormFooter } from '#shared/ui/form-footer.tsx';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { Popup } from '#shared/ui/popup.tsx';
import { useForm, type Faults, type Values } from '../use-form.ts';
import { FormProblem } from './form-problem.tsx';

interface ConfirmPasswordPopupProps {
  readonly title: string;
  readonly text: string;
  /** Says on the button what is going to happen. */
  readonly action: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  /** Of the last attempt. */
  readonly error: Error | null;
  /** Fields before the password, with what is wrong with them. */
  readonly fields?: (faults: Faults) => ReactNode;
  /** Finds what is wrong with those fields. */
  readonly find?: (values: Values) => Faults;
  readonly onConfirm: (password: string, values: Values) => void;
  readonly onClose: () => void;
}

/** Asks for the password once more, before something changes about what opens the account. */
export const ConfirmPasswordPopup = ({
  title,
  text,
  action,
  danger = false,
  busy,
  error,
  find,
  fields,
  onConfirm,
  onClose,
}: ConfirmPasswordPopupProps) => {
  const t = useText();
  const { form, faults, problem, read, forget } = useForm(error, { autoFocus: true });
  return (
    <Popup title={title} onClose={busy ? undefined : onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const values = read((value) => ({
            ...find?.(value),
            current_password: value('current_password') ? undefined : t('sign_in.password_missing'),
          }));
          if (values) onConfirm(values('current_password'), values);
        }}
      >
        <div className="popup-content form-fields" onChange={forget}>
          <p>{text}</p>
          {fields?.(faults)}
          <PasswordField
            label={t('password.current')}
            name="current_password"
            autoComplete="current-password"
            error={faults['current_password']}
          />
          <FormProblem text={problem} />
        </div>
        <FormFooter action={action} look={danger ? 'danger' : 'primary'} busy={busy} onClose={onClose} />
      </form>
    </Popup>
  );
};
