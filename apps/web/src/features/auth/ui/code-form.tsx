import './auth-form.css';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { isWaiting } from '../refusal.ts';
import { useTwoFactor } from '../sign-in.mutations.ts';
import { useFaults } from '../form.ts';
import { AuthProblem } from './auth-problem.tsx';
import { TwoFactorLinks } from './two-factor-links.tsx';
import { wrongCode, type TwoFactorStepProps } from './two-factor-step.ts';

const digits = 6;

/** The six digits of an authenticator app; the last one sends them. */
export const CodeForm = ({ onSwitch, ...step }: TwoFactorStepProps) => {
  const t = useText();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const challenge = useTwoFactor(step);
  const { form, faults, check, forget } = useFaults(challenge.error);
  useEffect(() => field.current?.focus(), []);

  const send = (entered: string): void => {
    if (check({ code: entered.length === digits ? undefined : t('two_factor.code_invalid') }))
      challenge.mutate({ code: entered });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(code);
  };
  /** Apps show the digits in groups: what is pasted may have spaces. */
  const onEntered = (entered: string): void => {
    const next = entered.replaceAll(/\D/g, '').slice(0, digits);
    setCode(next);
    forget();
    if (isWaiting(challenge.error)) return;
    challenge.reset();
    if (next.length === digits && next !== code) send(next);
  };

  const wrong = wrongCode(challenge.error);
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
          error={faults['code'] ?? wrong}
          onChange={(event) => onEntered(event.target.value)}
        />
      </div>
      <AuthProblem
        error={wrong === undefined ? challenge.error : undefined}
        fields={['code']}
        onOver={challenge.reset}
      />
      <Button type="submit" look="primary" size="large" full busy={challenge.isPending}>
        {t('two_factor.submit')}
      </Button>
      <TwoFactorLinks label={t('two_factor.use_recovery')} onSwitch={onSwitch} onBack={step.onBack} />
    </form>
  );
};
