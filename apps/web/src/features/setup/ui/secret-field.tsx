import { useText } from '#shared/i18n/use-text.ts';
import { PasswordField } from '#shared/ui/password-field.tsx';

interface SecretFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  /** The server stores a secret, which is never shown and stays unless another one is written. */
  readonly kept: boolean;
  readonly error: string | undefined;
  readonly onWrite: (value: string) => void;
}

/** Field for a secret, which the server never returns. */
export const SecretField = ({ label, name, value, kept, error, onWrite }: SecretFieldProps) => {
  const t = useText();
  return (
    <PasswordField
      label={label}
      name={name}
      size="medium"
      autoComplete="off"
      maxLength={500}
      value={value}
      placeholder={kept ? t('setup.secret_kept') : undefined}
      error={error}
      onChange={({ currentTarget }) => onWrite(currentTarget.value)}
    />
  );
};
