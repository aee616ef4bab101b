import './dashboard.css';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { Card } from '#shared/ui/card.tsx';
import type { Dashboard } from '../dashboard.queries.ts';

const icons = { ok: CircleCheck, warning: TriangleAlert, failed: CircleAlert } as const;

/** How each part of the installation is, in words; and its version. */
export const HealthCard = ({ health, version }: Pick<Dashboard, 'health' | 'version'>) => {
  const t = useText();
  return (
    <Card
      title={t('dashboard.health')}
      end={<span className="muted numeric">{t('admin.version', { version })}</span>}
    >
      <ul className="health-parts">
        {health.map(({ part, state }) => {
          const Icon = icons[state];
          return (
            <li key={part} data-state={state}>
              <span>{t(`dashboard.health.${part}`)}</span>
              <span className="health-state">
                <Icon className="icon-16" />
                {t(`dashboard.health.${state}`)}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
};
