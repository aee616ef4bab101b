import './dashboard.css';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { hasText, text, type TextKey } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import type { Dashboard } from '../dashboard.queries.ts';

type Part = Dashboard['health'][number]['part'];

/** Pages that help with a warning. */
interface Remedy {
  readonly to: string;
  readonly label: TextKey;
}

/** Pages that help with a failing part. */
const remedies: Readonly<Partial<Record<Part, Remedy>>> = {
  jobs: { to: adminPaths.server('jobs'), label: 'dashboard.see_jobs' },
  mail: { to: adminPaths.settings('environment'), label: 'dashboard.see_settings' },
  realtime: { to: adminPaths.settings('environment'), label: 'dashboard.see_settings' },
};

/** Returns the text of a warning in the page's language; codes that only a newer server knows use the server's text. */
const reasonText = ({ code, place, cause }: Dashboard['health'][number]): string | undefined => {
  const key = `health.${code}`;
  if (!hasText(key)) return undefined;
  return text(key, { place: place ?? '', why: cause === null ? '' : text(`errors.${cause}`) });
};

type Warning = Dashboard['warnings'][number];

/** Warnings that no part, figure or report shows. */
const warningsShown: Readonly<
  Partial<Record<Warning['code'], { readonly state: 'warning' | 'failed'; readonly remedy?: Remedy }>>
> = {
  disk: { state: 'warning' },
  disk_days: { state: 'warning' },
  backup_failed: {
    state: 'failed',
    remedy: { to: adminPaths.server('backups'), label: 'dashboard.see_backups' },
  },
  backup_old: {
    state: 'warning',
    remedy: { to: adminPaths.server('backups'), label: 'dashboard.see_backups' },
  },
  backup_missing: {
    state: 'warning',
    remedy: { to: adminPaths.server('backups'), label: 'dashboard.see_backups' },
  },
  certificate: { state: 'warning' },
};

/** Returns the warnings that show as notices of their own. */
export const shownWarnings = (warnings: readonly Warning[]): readonly Warning[] =>
  warnings.filter(({ code }) => warningsShown[code] !== undefined);

/** Formats the placeholder values of a warning. */
const writtenFacts = ({ facts }: Warning): Record<string, string | number> => ({
  ...facts,
  ...(typeof facts['free'] === 'number' && { free: formatBytes(facts['free']) }),
  ...(typeof facts['date'] === 'string' && { date: formatLongDate(facts['date']) }),
});

/** Shows warnings, the worst first; nothing where all is well. */
export const HealthWarnings = ({
  health,
  verification,
  integrity,
  warnings,
}: Pick<Dashboard, 'health' | 'verification' | 'integrity' | 'warnings'>) => {
  const t = useText();
  const wrong = health
    .filter(({ state }) => state !== 'ok')
    .map((found) => ({
      name: found.part as string,
      state: found.state,
      title: t(`dashboard.health.${found.part}`),
      reason: reasonText(found) ?? found.reason ?? t(`dashboard.health.${found.state}`),
      remedy: remedies[found.part],
    }));
  if (integrity.damaged > 0)
    wrong.push({
      name: 'integrity',
      state: 'failed',
      title: t('dashboard.integrity'),
      reason: t('dashboard.integrity_faults'),
      remedy: { to: adminPaths.server(), label: 'dashboard.see_damaged' },
    });
  if (verification?.sound === false)
    wrong.push({
      name: 'verification',
      state: 'failed',
      title: t('dashboard.verification'),
      reason: t('dashboard.verification_faults'),
      remedy: { to: adminPaths.server(), label: 'dashboard.see_report' },
    });
  for (const warning of shownWarnings(warnings)) {
    const { state = 'warning', remedy } = warningsShown[warning.code] ?? {};
    wrong.push({
      // Each server can report one of a kind.
      name: `${warning.code} ${warning.facts['server'] ?? ''}`,
      state,
      title: t(`health.warning.${warning.code}.title`),
      reason: text(`health.warning.${warning.code}.text`, writtenFacts(warning)),
      remedy,
    });
  }
  if (wrong.length === 0) return null;
  return (
    <ul className="health-warnings" aria-label={t('dashboard.warnings')}>
      {wrong
        .toSorted((a, b) => Number(b.state === 'failed') - Number(a.state === 'failed'))
        .map(({ name, state, title, reason, remedy }) => {
          const Icon = state === 'failed' ? CircleAlert : TriangleAlert;
          return (
            <li key={name} data-state={state}>
              <Icon />
              <span>
                <b>{title}</b>
                <span>{reason}</span>
              </span>
              {remedy && <Link to={remedy.to}>{t(remedy.label)}</Link>}
            </li>
          );
        })}
    </ul>
  );
};
