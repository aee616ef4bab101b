import './auth-form.css';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { isWaiting } from '../refusal.ts';
import { useTwoFactor } from '../sign-in.mutations.ts';
import { useAuthForm } from '../form.ts';
import { TwoFactorFoot } from './two-factor-foot.tsx';
import { wrongCode, type TwoFactorStepProps } from './two-factor-step.ts';

const digits = 6;

/** Accepts the six digits of an authenticator app; the last one submits them. */
export const CodeForm = ({ onSwitch, ...step }: TwoFactorStepProps) => {
  const t = useText();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const challenge = useTwoFactor(step);
  const { form, faults, left, check, forget } = useAuthForm(challenge);
  useEffect(() => field.current?.focus(), []);

  const send = (entered: string): void => {
    if (check({ code: entered.length === digits ? undefined : t('two_factor.code_invalid') }))
      challenge.mutate({ code: entered });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(code);
  };
  /** Apps show the digits in groups, so pasted codes may contain spaces. */
  const onEntered = (entered: string): void => {
    const next = entered.replaceAll(/\D/g, '').slice(0, digits);
    setCode(next);
    forget();
    if (isWaiting(challenge.error)) return;
    if (next.length === digits && next !== code) send(next);
  };

  return (
    <form ref={form} className="auth-form" noValidate onSubmit={onSubmit}>
      <div className="code-field">
        <TextField
          ref={field}
          label={t('two_factor.code')}
          name="code"
          size="large"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={faults['code'] ?? wrongCode(left)}
          onChange={(event) => onEntered(event.target.value)}
        />
      </div>
      <TwoFactorFoot
        problem={left}
        challenge={challenge}
        other={t('two_factor.use_recovery')}
        onSwitch={onSwitch}
        onBack={step.onBack}
      />
    </form>
  );
};
