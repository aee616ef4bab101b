import { leastOfLinkPassword, linkPasswordLimits } from '@holdall/contract/link-limits';
import { useId } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { PasswordField } from '#shared/ui/password-field.tsx';
import { StrengthMeter } from '#shared/ui/strength-meter.tsx';

/** Values of the rule's placeholders. */
export const linkPasswordFigures = { digits: linkPasswordLimits.digits, least: linkPasswordLimits.min };

interface LinkPasswordProps {
  readonly value: string;
  /** Public facts; a password made of them is weak. */
  readonly about: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Field for a link's password with a strength meter. */
export const LinkPassword = ({ value, about, error, onChange }: LinkPasswordProps) => {
  const t = useText();
  const id = useId();
  return (
    <div>
      <PasswordField
        label={t('share.password')}
        name="password"
        autoComplete="new-password"
        maxLength={linkPasswordLimits.max}
        value={value}
        error={error}
        aria-describedby={id}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {value === '' ? (
        <p className="share-hint" id={id}>
          {t('share.password_rule', linkPasswordFigures)}
        </p>
      ) : (
        <StrengthMeter id={id} password={value} about={about} least={leastOfLinkPassword(value)} />
      )}
    </div>
  );
};
