import './jobs.css';
import '#shared/ui/table.css';
import { currentLocale } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { jobKindName } from '#shared/lib/job-kind.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';
import { countsByKind, type KindCounts } from '../job-counts.ts';
import { useJobs, useRetry } from '../jobs.queries.ts';
import { JobList } from './job-list.tsx';

const states = ['waiting', 'running', 'done', 'dead'] as const;

const CountsTable = ({ counts }: { readonly counts: readonly KindCounts[] }) => {
  const t = useText();
  const retry = useRetry();
  return (
    <div className="table-scroller" role="region" aria-label={t('jobs.table')} tabIndex={0}>
      <table className="table jobs-table" aria-label={t('jobs.table')}>
        <thead>
          <tr>
            <th scope="col">{t('jobs.kind')}</th>
            {states.map((state) => (
              <th key={state} scope="col" className="table-number" data-state={state}>
                {t(`jobs.state.${state}`)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('jobs.retry_all')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.map((line) => (
            <tr key={line.kind}>
              <th scope="row">{jobKindName(t, line.kind)}</th>
              {states.map((state) => (
                <td
                  key={state}
                  className="table-number"
                  data-state={state}
                  data-failed={(state === 'dead' && line.dead > 0) || undefined}
                >
                  {line[state].toLocaleString(currentLocale())}
                </td>
              ))}
              <td className="jobs-action">
                {line.dead > 0 && (
                  <Button
                    size="small"
                    aria-label={t('jobs.retry_all_of', { kind: jobKindName(t, line.kind) })}
                    busy={retry.isPending}
                    onClick={() => retry.mutate({ kind: line.kind })}
                  >
                    {t('jobs.retry_all')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Shows background jobs: pending, running and failed ones. */
export const JobsCards = () => {
  const t = useText();
  const [failed, running, waiting] = [useJobs('dead'), useJobs('running'), useJobs('waiting')];
  const { data, isError, isFetching, refetch } = failed;
  if (!data)
    return <UnloadedCard title={t('jobs.title')} height={240} {...{ isError, isFetching, refetch }} />;
  return (
    <>
      <Card title={t('jobs.title')}>
        <CountsTable counts={countsByKind(data.meta.counts)} />
      </Card>
      <JobList jobs={failed} title={t('jobs.failed')} empty={t('jobs.dead_none')} />
      <JobList jobs={running} title={t('jobs.running')} />
      <JobList jobs={waiting} title={t('jobs.waiting')} />
    </>
  );
};
