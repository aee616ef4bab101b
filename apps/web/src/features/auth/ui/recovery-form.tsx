import './auth-form.css';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { useFaults, valueOf } from '../form.ts';
import { isWaiting } from '../refusal.ts';
import { useTwoFactor } from '../sign-in.mutations.ts';
import { AuthProblem } from './auth-problem.tsx';
import { TwoFactorLinks } from './two-factor-links.tsx';
import { wrongCode, type TwoFactorStepProps } from './two-factor-step.ts';

/** One of the codes that work once, for whoever has no authenticator app at hand. */
export const RecoveryForm = ({ onSwitch, ...step }: TwoFactorStepProps) => {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const challenge = useTwoFactor(step);
  const { form, faults, check, forget } = useFaults(challenge.error);
  useEffect(() => field.current?.focus(), []);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = valueOf(event.currentTarget, 'recovery_code').trim();
    if (check({ recovery_code: code === '' ? t('two_factor.recovery.missing') : undefined }))
      challenge.mutate({ recovery_code: code });
  };
  const onChange = (): void => {
    forget();
    if (!isWaiting(challenge.error)) challenge.reset();
  };

  const wrong = wrongCode(challenge.error);
  return (
    <form ref={form} className="auth-form" noValidate onSubmit={onSubmit}>
      <TextField
        ref={field}
        label={t('two_factor.recovery.code')}
        name="recovery_code"
        size="large"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={faults['recovery_code'] ?? wrong}
        onChange={onChange}
      />
      <AuthProblem
        error={wrong === undefined ? challenge.error : undefined}
        fields={['recovery_code']}
        onOver={challenge.reset}
      />
      <Button type="submit" look="primary" size="large" full busy={challenge.isPending}>
        {t('two_factor.submit')}
      </Button>
      <TwoFactorLinks label={t('two_factor.use_app')} onSwitch={onSwitch} onBack={step.onBack} />
    </form>
  );
};
