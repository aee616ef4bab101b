import './auth-form.css';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { useAuthForm } from '../form.ts';
import { useTwoFactor } from '../sign-in.mutations.ts';
import { TwoFactorFoot } from './two-factor-foot.tsx';
import { wrongCode, type TwoFactorStepProps } from './two-factor-step.ts';

/** Accepts a recovery code in place of the authenticator app. */
export const RecoveryForm = ({ onSwitch, ...step }: TwoFactorStepProps) => {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const challenge = useTwoFactor(step);
  const { form, faults, left, read, forget } = useAuthForm(challenge);
  useEffect(() => field.current?.focus(), []);

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = read((value) => ({
      recovery_code: value('recovery_code').trim() ? undefined : t('two_factor.recovery.missing'),
    }));
    if (values) challenge.mutate({ recovery_code: values('recovery_code').trim() });
  };

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
        error={faults['recovery_code'] ?? wrongCode(left)}
        onChange={forget}
      />
      <TwoFactorFoot
        problem={left}
        challenge={challenge}
        other={t('two_factor.use_app')}
        onSwitch={onSwitch}
        onBack={step.onBack}
      />
    </form>
  );
};
