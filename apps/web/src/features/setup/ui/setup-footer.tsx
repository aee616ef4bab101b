import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { setupPaths, type SetupStep } from '#shared/paths/setup-paths.ts';
import { ButtonLink } from '#shared/router/button-link.tsx';
import { Button } from '#shared/ui/button.tsx';
import { stepsBefore } from '../steps.ts';

interface SetupFooterProps {
  readonly step: SetupStep;
  /** Label of the submit button. */
  readonly action: string;
  readonly busy: boolean;
  /** Shown before the submit button. */
  readonly children?: ReactNode;
}

/** Foot of a step: back, and the button that saves it. */
export const SetupFooter = ({ step, action, busy, children }: SetupFooterProps) => {
  const t = useText();
  const before = stepsBefore(step).at(-1);
  return (
    <div className="setup-foot">
      {before && (
        <ButtonLink look="ghost" size="large" icon={<ArrowLeft />} to={setupPaths.step(before)}>
          {t('actions.back')}
        </ButtonLink>
      )}
      <span className="spacer" />
      {children}
      <Button type="submit" look="primary" size="large" busy={busy}>
        {action}
        <ArrowRight />
      </Button>
    </div>
  );
};
