import './dashboard.css';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { hasText, text, type TextKey } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import type { Dashboard } from '../dashboard.queries.ts';

type Part = Dashboard['health'][number]['part'];

/** Where something about a part can be done. */
const mends: Readonly<Partial<Record<Part, { readonly to: string; readonly label: TextKey }>>> = {
  jobs: { to: adminPaths.server('jobs'), label: 'dashboard.see_jobs' },
  mail: { to: adminPaths.settings('environment'), label: 'dashboard.see_settings' },
  realtime: { to: adminPaths.settings('environment'), label: 'dashboard.see_settings' },
};

/** What is wrong, in the page's language; servers may know of more than their pages. */
const said = ({ code, place, cause }: Dashboard['health'][number]): string | undefined => {
  const key = `health.${code}`;
  if (!hasText(key)) return undefined;
  return text(key, { place: place ?? '', why: cause === null ? '' : text(`errors.${cause}`) });
};

/** What is wrong, worst first; nothing where all is well. */
export const HealthWarnings = ({
  health,
  verification,
  integrity,
}: Pick<Dashboard, 'health' | 'verification' | 'integrity'>) => {
  const t = useText();
  const wrong = health
    .filter(({ state }) => state !== 'ok')
    .map((found) => ({
      name: found.part as string,
      state: found.state,
      title: t(`dashboard.health.${found.part}`),
      reason: said(found) ?? found.reason ?? t(`dashboard.health.${found.state}`),
      mend: mends[found.part],
    }));
  if (integrity.damaged > 0)
    wrong.push({
      name: 'integrity',
      state: 'failed',
      title: t('dashboard.integrity'),
      reason: t('dashboard.integrity_faults'),
      mend: { to: adminPaths.server(), label: 'dashboard.see_damaged' },
    });
  if (verification?.sound === false)
    wrong.push({
      name: 'verification',
      state: 'failed',
      title: t('dashboard.verification'),
      reason: t('dashboard.verification_faults'),
      mend: { to: adminPaths.server(), label: 'dashboard.see_report' },
    });
  if (wrong.length === 0) return null;
  return (
    <ul className="health-warnings" aria-label={t('dashboard.warnings')}>
      {wrong
        .toSorted((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'))
        .map(({ name, state, title, reason, mend }) => {
          const Icon = state === 'failed' ? CircleAlert : TriangleAlert;
          return (
            <li key={name} data-state={state}>
              <Icon />
              <span>
                <b>{title}</b>
                <span>{reason}</span>
              </span>
              {mend && <Link to={mend.to}>{t(mend.label)}</Link>}
            </li>
          );
        })}
    </ul>
  );
};
