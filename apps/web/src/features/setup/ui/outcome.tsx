import './outcome.css';
import { CircleCheck, CircleX, PlugZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#shared/ui/button.tsx';

type Tone = 'plain' | 'success' | 'danger';

const icons = {
  plain: <PlugZap />,
  success: <CircleCheck />,
  danger: <CircleX />,
} as const satisfies Record<Tone, ReactNode>;

interface TestResultProps {
  /** State before and after a test. */
  readonly tone: Tone;
  /** Message about the result. */
  readonly children: ReactNode;
  /** Shown at its end. */
  readonly end?: ReactNode;
}

/** Shows the result of a test. */
export const TestResult = ({ tone, children, end }: TestResultProps) => (
  <div className="outcome" data-tone={tone}>
    {icons[tone]}
    <span role={tone === 'danger' ? 'alert' : 'status'}>{children}</span>
    {end}
  </div>
);

interface OutcomeProps extends Omit<TestResultProps, 'end'> {
  /** Label of the test button. */
  readonly action: string;
  readonly busy: boolean;
  readonly onTry: () => void;
}

/** Shows the result of a test together with the button that starts it. */
export const Outcome = ({ action, busy, onTry, ...result }: OutcomeProps) => (
  <TestResult
    {...result}
    end={
      <Button look="ghost" size="small" busy={busy} onClick={onTry}>
        {action}
      </Button>
    }
  />
);
