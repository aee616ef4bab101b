import './dashboard.css';
import { Circle, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { Card } from '#shared/ui/card.tsx';
import type { Dashboard } from '../dashboard.queries.ts';

const icons = { ok: CircleCheck, warning: TriangleAlert, failed: CircleAlert } as const;

/** Shows the time and result of the last examination. */
const Verification = ({ verification }: Pick<Dashboard, 'verification'>) => {
  const t = useText();
  const state = verification === null ? undefined : verification.sound ? 'ok' : 'failed';
  const Icon = state ? icons[state] : Circle;
  return (
    <li data-state={state ?? 'unknown'}>
      <Link to={adminPaths.server()}>{t('dashboard.verification')}</Link>
      <span className="health-state numeric">
        <Icon
          className="icon-16"
          {...(state && { role: 'img', 'aria-label': t(state === 'ok' ? 'doctor.sound' : 'doctor.unsound') })}
        />
        {verification ? formatLongDate(verification.at) : t('dashboard.verification_none')}
      </span>
    </li>
  );
};

/** Shows the time of the last file verification and the number of damaged files. */
const Integrity = ({ integrity: { verified_at: at, damaged } }: Pick<Dashboard, 'integrity'>) => {
  const t = useText();
  const state = damaged > 0 ? 'failed' : at === null ? undefined : 'ok';
  const Icon = state ? icons[state] : Circle;
  return (
    <li data-state={state ?? 'unknown'}>
      <Link to={adminPaths.server()}>{t('dashboard.integrity')}</Link>
      <span className="health-state numeric">
        <Icon className="icon-16" />
        {[
          at === null
            ? t('dashboard.integrity_never')
            : t('dashboard.integrity_verified', { date: formatLongDate(at) }),
          (damaged > 0 || at !== null) && t('dashboard.integrity_damaged', { count: damaged }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  );
};

/** Shows the state of each part of the installation, and its version. */
export const HealthCard = ({
  health,
  version,
  verification,
  integrity,
}: Pick<Dashboard, 'health' | 'version' | 'verification' | 'integrity'>) => {
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
        <Integrity integrity={integrity} />
        <Verification verification={verification} />
      </ul>
    </Card>
  );
};
