import './strength-meter.css';
import { useText } from '#shared/i18n/use-text.ts';
import { strengthOf } from '#shared/lib/password-strength.ts';

const words = [
  'new_password.strength.short',
  'new_password.strength.weak',
  'new_password.strength.fair',
  'new_password.strength.strong',
  'new_password.strength.very_strong',
] as const;
const looks = ['weak', 'weak', 'fair', 'strong', 'strong'] as const;

interface StrengthMeterProps {
  readonly id: string;
  readonly password: string;
  /** Words about the person. */
  readonly about: readonly string[];
  /** Characters that it must have, where not as many as the password of an account. */
  readonly least?: number;
}

/** The strength of a password, in a word and as bars; it is advice and forbids nothing. */
export const StrengthMeter = ({ id, password, about, least }: StrengthMeterProps) => {
  const t = useText();
  const strength = strengthOf(password, about, least);
  const shown = password === '' ? 0 : Math.max(1, strength);
  return (
    <div className="strength-meter" data-look={looks[strength]}>
      <span aria-hidden="true">
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-full={step <= shown || undefined} />
        ))}
      </span>
      <p id={id} aria-live="polite">
        {password !== '' && t(words[strength])}
      </p>
    </div>
  );
};
