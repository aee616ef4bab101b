import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Outcome } from './outcome.tsx';

interface TrialOutcomeProps {
  /** Label of the button before a test. */
  readonly action: string;
  /** Text before a test. */
  readonly untried: string;
  /** Message of a success; undefined before a test. */
  readonly works: ReactNode;
  /** Message of a failure. */
  readonly fault: ReactNode;
  readonly busy: boolean;
  readonly onTry: () => void;
}

/** Shows the result of testing the values. */
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
