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

interface ToldProps {
  /** Before it was tried, and after. */
  readonly tone: Tone;
  /** What came of it. */
  readonly children: ReactNode;
  /** Stands at its end. */
  readonly end?: ReactNode;
}

/** What came of trying something. */
export const Told = ({ tone, children, end }: ToldProps) => (
  <div className="outcome" data-tone={tone}>
    {icons[tone]}
    <span role={tone === 'danger' ? 'alert' : 'status'}>{children}</span>
    {end}
  </div>
);

interface OutcomeProps extends Omit<ToldProps, 'end'> {
  /** What the button says that tries it. */
  readonly action: string;
  readonly busy: boolean;
  readonly onTry: () => void;
}

/** The same with the button that tries it. */
export const Outcome = ({ action, busy, onTry, ...told }: OutcomeProps) => (
  <Told
    {...told}
    end={
      <Button look="ghost" size="small" busy={busy} onClick={onTry}>
        {action}
      </Button>
    }
  />
);
