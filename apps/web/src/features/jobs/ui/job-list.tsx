import './jobs.css';
import type { Job } from '@holdall/contract/admin-server';
import { hasText, text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatExactTime, formatLongDate } from '#shared/lib/format-time.ts';
import { jobKindName } from '#shared/lib/job-kind.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { useDismiss, useRetry, type Jobs } from '../jobs.queries.ts';

/** Names the mail that a job sends, and its recipient. */
const mailName = ({ template, to }: NonNullable<Job['attributes']['mail']>): string => {
  const key = `jobs.mail.${template}`;
  return hasText(key) ? text(key, { to }) : to;
};

const JobRow = ({ job }: { readonly job: Job }) => {
  const t = useText();
  const retry = useRetry();
  const dismiss = useDismiss();
  const { kind, state, attempts, max_attempts, created_at, run_at, finished_at, last_error, mail } =
    job.attributes;
  const isDead = state === 'dead';
  const when = isDead
    ? t('jobs.failed_at', { date: formatLongDate(finished_at ?? run_at) })
    : state === 'waiting'
      ? t('jobs.due', { date: formatLongDate(run_at) })
      : t('jobs.created', { date: formatLongDate(created_at) });
  const tries = attempts > 0 && t('jobs.attempts', { attempt: attempts, most: max_attempts });
  return (
    <li className="card-item">
      <span className="card-item-text">
        <b>{jobKindName(t, kind)}</b>
        {mail && <p>{mailName(mail)}</p>}
        {(isDead || last_error) && <p className="job-reason">{last_error ?? t('jobs.no_reason')}</p>}
        <p className="numeric" title={formatExactTime(created_at)}>
          {[when, tries].filter(Boolean).join(' · ')}
        </p>
      </span>
      {isDead && (
        <Button
          size="small"
          look="ghost"
          aria-label={t('jobs.dismiss_of', { kind: jobKindName(t, kind) })}
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate(job.id)}
        >
          {t('jobs.dismiss')}
        </Button>
      )}
      {isDead && (
        <Button
          size="small"
          aria-label={t('jobs.retry_of', { kind: jobKindName(t, kind) })}
          busy={retry.isPending}
          onClick={() => retry.mutate({ id: job.id })}
        >
          {t('jobs.retry')}
        </Button>
      )}
    </li>
  );
};

interface JobListProps {
  readonly jobs: Jobs;
  readonly title: string;
  /** Shown for an empty list; without it an empty card is hidden. */
  readonly empty?: string;
}

/** Lists the jobs of a state, the latest first. */
export const JobList = ({ jobs: { data, showMore }, title, empty }: JobListProps) => {
  const t = useText();
  if (!data || (data.data.length === 0 && empty === undefined)) return null;
  return (
    <Card title={title}>
      {data.data.length === 0 && <p className="card-note">{empty}</p>}
      <ul className="job-list" aria-label={title}>
        {data.data.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
      {showMore && (
        <div className="card-footer">
          <Button onClick={showMore}>{t('jobs.show_more')}</Button>
        </div>
      )}
    </Card>
  );
};
