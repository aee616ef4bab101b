import './step-list.css';
import { Check } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { setupPaths, setupSteps, type SetupStep } from '#shared/paths/setup-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { nameOf } from '../steps.ts';

type State = 'done' | 'now' | 'coming';

interface StepListProps {
  /** Undefined before the first step. */
  readonly current: SetupStep | undefined;
  readonly done: readonly SetupStep[];
}

/** Shows the progress of the installation; completed steps are links. */
export const StepList = ({ current, done }: StepListProps) => {
  const t = useText();
  const stateOf = (step: SetupStep): State => {
    if (step === current) return 'now';
    return done.includes(step) ? 'done' : 'coming';
  };
  return (
    <nav className="step-list" aria-label={t('setup.steps')}>
      {current && (
        <p className="step-count">
          {t('setup.step_of', {
            at: setupSteps.indexOf(current) + 1,
            steps: setupSteps.length,
            name: t(nameOf(current)),
          })}
        </p>
      )}
      <ol>
        {setupSteps.map((step, at) => {
          const state = stateOf(step);
          const content = (
            <>
              <span className="step-dot" aria-hidden="true">
                <span>{state === 'done' ? <Check className="icon-14" /> : at + 1}</span>
              </span>
              <span className="step-name">
                {t(nameOf(step))}
                {state === 'done' && <span className="visually-hidden">{t('setup.step_done')}</span>}
              </span>
            </>
          );
          return (
            <li key={step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              {state === 'done' ? <Link to={setupPaths.step(step)}>{content}</Link> : <span>{content}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
};
