import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { AuthProblem } from './auth-problem.tsx';
import { TwoFactorLinks } from './two-factor-links.tsx';
import { wrongCode, type TwoFactorStepProps } from './two-factor-step.ts';

interface TwoFactorFootProps extends Pick<TwoFactorStepProps, 'onSwitch' | 'onBack'> {
  /** Why the code was not taken, where its field does not tell that. */
  readonly problem: Error | null;
  readonly challenge: { readonly isPending: boolean; readonly reset: () => void };
  /** Says which other kind of code there is. */
  readonly other: string;
}

/** What stands below a code of the second factor: why it was not taken, the button that sends it, and other ways on. */
export const TwoFactorFoot = ({ problem, challenge, other, onSwitch, onBack }: TwoFactorFootProps) => {
  const t = useText();
  return (
    <>
      <AuthProblem error={wrongCode(problem) === undefined ? problem : undefined} onOver={challenge.reset} />
      <Button type="submit" look="primary" size="large" full busy={challenge.isPending}>
        {t('two_factor.submit')}
      </Button>
      <TwoFactorLinks label={other} onSwitch={onSwitch} onBack={onBack} />
    </>
  );
};
