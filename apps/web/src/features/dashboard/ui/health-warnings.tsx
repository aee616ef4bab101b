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

/** Where something can be done about it. */
interface Mend {
  readonly to: string;
  readonly label: TextKey;
}

/** Where something about a part can be done. */
const mends: Readonly<Partial<Record<Part, Mend>>> = {
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

type Warning = Dashboard['warnings'][number];

/** Warnings of what is not shown as a part, a figure or a report anyway. */
const warningsShown: Readonly<
  Partial<Record<Warning['code'], { readonly state: 'warning' | 'failed'; readonly mend?: Mend }>>
> = {
  disk: { state: 'warning' },
  disk_days: { state: 'warning' },
  backup_failed: {
    state: 'failed',
    mend: { to: adminPaths.server('backups'), label: 'dashboard.see_backups' },
  },
  backup_old: {
    state: 'warning',
    mend: { to: adminPaths.server('backups'), label: 'dashboard.see_backups' },
  },
  backup_missing: {
    state: 'warning',
    mend: { to: adminPaths.server('backups'), label: 'dashboard.see_backups' },
  },
  certificate: { state: 'warning' },
};

/** Which of the warnings are notices of their own here. */
export const shownWarnings = (warnings: readonly Warning[]): readonly Warning[] =>
  warnings.filter(({ code }) => warningsShown[code] !== undefined);

/** Values of a warning's placeholders, as people read them. */
const writtenFacts = ({ facts }: Warning): Record<string, string | number> => ({
  ...facts,
  ...(typeof facts['free'] === 'number' && { free: formatBytes(facts['free']) }),
  ...(typeof facts['date'] === 'string' && { date: formatLongDate(facts['date']) }),
});

/** What is wrong, worst first; nothing where all is well. */
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
  for (const warning of shownWarnings(warnings)) {
    const { state = 'warning', mend } = warningsShown[warning.code] ?? {};
    wrong.push({
      // One of a kind on each server.
      name: `${warning.code} ${warning.facts['server'] ?? ''}`,
      state,
      title: t(`health.warning.${warning.code}.title`),
      reason: text(`health.warning.${warning.code}.text`, writtenFacts(warning)),
      mend,
    });
  }
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
