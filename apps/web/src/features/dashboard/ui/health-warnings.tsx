import './dashboard.css';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import type { Dashboard } from '../dashboard.queries.ts';

/** What is wrong, worst first; nothing where all is well. */
export const HealthWarnings = ({ health }: Pick<Dashboard, 'health'>) => {
  const t = useText();
  const wrong = health
    .filter(({ state }) => state !== 'ok')
    .toSorted((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'));
  if (wrong.length === 0) return null;
  return (
    <ul className="health-warnings" aria-label={t('dashboard.warnings')}>
      {wrong.map(({ part, state, reason }) => {
        const Icon = state === 'failed' ? CircleAlert : TriangleAlert;
        return (
          <li key={part} data-state={state}>
            <Icon />
            <span>
              <b>{t(`dashboard.health.${part}`)}</b>
              <span>{reason ?? t(`dashboard.health.${state}`)}</span>
            </span>
            {part === 'jobs' && <Link to={adminPaths.settings('server')}>{t('dashboard.see_jobs')}</Link>}
          </li>
        );
      })}
    </ul>
  );
};
