import { ArrowLeft } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { AuthProblem } from './auth-problem.tsx';
import { wrongCode, type TwoFactorStepProps } from './two-factor-step.ts';

interface TwoFactorFootProps extends Pick<TwoFactorStepProps, 'onSwitch' | 'onBack'> {
  /** Error of the code that its field does not show. */
  readonly problem: Error | null;
  readonly challenge: { readonly isPending: boolean; readonly reset: () => void };
  /** Names the other kind of code. */
  readonly other: string;
}

/** Foot of a second-factor form: the error, the submit button, and alternatives. */
export const TwoFactorFoot = ({ problem, challenge, other, onSwitch, onBack }: TwoFactorFootProps) => {
  const t = useText();
  return (
    <>
      <AuthProblem error={wrongCode(problem) === undefined ? problem : undefined} onOver={challenge.reset} />
      <Button type="submit" look="primary" size="large" full busy={challenge.isPending}>
        {t('two_factor.submit')}
      </Button>
      <div className="auth-links">
        <Button full size="large" onClick={onSwitch}>
          {other}
        </Button>
        <Button full look="ghost" icon={<ArrowLeft className="icon-16" />} onClick={onBack}>
          {t('auth.back')}
        </Button>
      </div>
    </>
  );
};
