import './new-password-fields.css';
import { useId, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import type { NewPasswordFaults } from '#shared/lib/new-password.ts';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';

interface NewPasswordFieldsProps {
  /** Of the first field, where nothing else is asked for: “New password”. */
  readonly label?: string;
  readonly faults: NewPasswordFaults;
  /** What anybody knows of the person: a password that is made of it is weak. */
  readonly about: readonly string[];
  /** Called when one of them changes. */
  readonly onChange: () => void;
}

/** The fields `password` and `password_confirmation` of a form, with a meter of how good the password is. */
export const NewPasswordFields = ({ label, faults, about, onChange }: NewPasswordFieldsProps) => {
  const t = useText();
  const id = useId();
  const [password, setPassword] = useState('');
  return (
    <div className="new-password-fields">
      <div>
        <PasswordField
          label={label ?? t('new_password.password')}
          name="password"
          autoComplete="new-password"
          error={faults.password}
          aria-describedby={id}
          onChange={(event) => {
            setPassword(event.target.value);
            onChange();
          }}
        />
        <StrengthMeter id={id} password={password} about={about} />
      </div>
      <PasswordField
        label={t('new_password.repeat')}
        name="password_confirmation"
        autoComplete="new-password"
        error={faults.password_confirmation}
        onChange={onChange}
      />
    </div>
  );
};
