import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { AuthProblem } from './auth-problem.tsx';
import { TwoFactorLinks } from './two-factor-links.tsx';
import { wrongCode, type TwoFactorStepProps } from './two-factor-step.ts';

interface TwoFactorFootProps extends Pick<TwoFactorStepProps, 'onSwitch' | 'onBack'> {
  readonly challenge: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly reset: () => void;
  };
  /** The field of the code; it tells itself what is wrong with it. */
  readonly field: string;
  /** Says which other kind of code there is. */
  readonly other: string;
}

/** What stands below a code of the second factor: why it was not taken, the button that sends it, and other ways on. */
export const TwoFactorFoot = ({ challenge, field, other, onSwitch, onBack }: TwoFactorFootProps) => {
  const t = useText();
  const { error, isPending, reset } = challenge;
  return (
    <>
      <AuthProblem
        error={wrongCode(error) === undefined ? error : undefined}
        fields={[field]}
        onOver={reset}
      />
      <Button type="submit" look="primary" size="large" full busy={isPending}>
        {t('two_factor.submit')}
      </Button>
      <TwoFactorLinks label={other} onSwitch={onSwitch} onBack={onBack} />
    </>
  );
};
