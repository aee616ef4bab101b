import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Outcome } from './outcome.tsx';

interface TrialOutcomeProps {
  /** What the button says before it was tried. */
  readonly action: string;
  /** What stands there then. */
  readonly untried: string;
  /** What is said where it works; undefined: it was not tried. */
  readonly works: ReactNode;
  /** Why it does not. */
  readonly fault: ReactNode;
  readonly busy: boolean;
  readonly onTry: () => void;
}

/** Whether what is written works. */
export const TrialOutcome = ({ action, untried, works, fault, busy, onTry }: TrialOutcomeProps) => {
  const t = useText();
  const again = t('setup.environment.test_again');
  const common = { busy, onTry };
  if (fault !== undefined)
    return (
      <Outcome {...common} tone="danger" action={again}>
        {fault}
      </Outcome>
    );
  if (works !== undefined)
    return (
      <Outcome {...common} tone="success" action={again}>
        {works}
      </Outcome>
    );
  return (
    <Outcome {...common} tone="plain" action={action}>
      {untried}
    </Outcome>
  );
};
