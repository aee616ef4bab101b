import { useId, useState } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';

interface NewPasswordFieldProps {
  /** The label; by default “New password”. */
  readonly label?: string;
  readonly error: string | undefined;
  /** Words about the person: a password that is made of them is weak. */
  readonly about: readonly string[];
  readonly onChange: () => void;
}

/**
 * The field `password` of a form, with a meter of how good the password is. It can be shown, which finds a slip better
 * than a second field does.
 */
export const NewPasswordField = ({ label, error, about, onChange }: NewPasswordFieldProps) => {
  const t = useText();
  const id = useId();
  const [password, setPassword] = useState('');
  return (
    <div>
      <PasswordField
        label={label ?? t('new_password.password')}
        name="password"
        autoComplete="new-password"
        error={error}
        aria-describedby={id}
        onChange={(event) => {
          setPassword(event.target.value);
          onChange();
        }}
      />
      <StrengthMeter id={id} password={password} about={about} />
    </div>
  );
};
