import { useId, type ReactNode } from 'react';
import { errorText } from '#shared/i18n/error-text.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useForm, type Faults, type Values } from '#shared/lib/use-form.ts';
import { FormFooter } from './form-footer.tsx';
import { FormProblem } from './field-error.tsx';
import { PasswordField } from './password-field.tsx';
import { Popup } from './popup.tsx';

interface ConfirmPasswordPopupProps {
  readonly title: string;
  readonly text?: string;
  /** The label of the password's field, where “current password” could be somebody else's. */
  readonly label?: string;
  /** The label of the button that confirms. */
  readonly action: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  /** The fault of the last attempt. */
  readonly error: Error | null;
  /** Fields before the password, with their faults. */
  readonly fields?: (faults: Faults) => ReactNode;
  /** Returns the faults of those fields. */
  readonly find?: (values: Values) => Faults;
  readonly onConfirm: (password: string, values: Values) => void;
  readonly onClose: () => void;
}

/** Asks for the password once more, before something changes about what opens an account. */
export const ConfirmPasswordPopup = ({
  title,
  text,
  label,
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
  const id = useId();
  const { form, faults, left, read, forget } = useForm(error, { autoFocus: true });
  return (
    <Popup
      alert={danger}
      title={title}
      {...(text !== undefined && { describedBy: id })}
      onClose={busy ? undefined : onClose}
    >
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
          {text !== undefined && <p id={id}>{text}</p>}
          {fields?.(faults)}
          <PasswordField
            label={label ?? t('password.current')}
            name="current_password"
            autoComplete="current-password"
            error={faults['current_password']}
          />
          {left && <FormProblem>{errorText(left)}</FormProblem>}
        </div>
        <FormFooter action={action} look={danger ? 'danger' : 'primary'} busy={busy} onClose={onClose} />
      </form>
    </Popup>
  );
};
