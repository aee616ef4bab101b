import './server.css';
import { ArchiveRestore } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatPercent } from '#shared/lib/format-percent.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { adminPaths } from '#shared/paths/section-paths.ts';
import { Link } from '#shared/router/link.tsx';
import { honestName } from '#shared/lib/split-name.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';
import { type DamagedFiles, useDamagedFiles, useRestoreDamaged } from '../damage.queries.ts';

/** Shows the time and result of the last file verification. */
const Summary = ({ meta }: Pick<DamagedFiles, 'meta'>) => {
  const t = useText();
  const { verified_at: at, damaged, unread, progress } = meta;
  const how = [
    at === null ? t('damage.never') : t('damage.verified', { date: formatLongDate(at) }),
    progress !== null && t('damage.progress', { percent: formatPercent(progress / 100) }),
    unread > 0 && t('damage.unread', { count: unread }),
  ];
  return (
    <p className="doctor-summary">
      <Tag tone={damaged > 0 ? 'danger' : at === null ? 'plain' : 'success'}>
        {damaged > 0 ? t('damage.count', { count: damaged }) : t('damage.none')}
      </Tag>
      <span className="muted numeric">{how.filter(Boolean).join(' · ')}</span>
    </p>
  );
};

interface DamagedRowProps {
  readonly file: DamagedFiles['data'][number];
  readonly isBusy: boolean;
  readonly onRestore: () => void;
}

const DamagedRow = ({ file: { attributes }, isBusy, onRestore }: DamagedRowProps) => {
  const t = useText();
  const { name, owner, size, since } = attributes;
  return (
    <li className="card-item">
      <span className="card-item-text">
        <b>{honestName(name)}</b>
        <p className="numeric">
          {[owner, formatBytes(size), t('damage.since', { date: formatLongDate(since) })].join(' · ')}
        </p>
      </span>
      <Button
        size="small"
        aria-label={t('damage.restore_of', { name })}
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (!isBusy) onRestore();
        }}
      >
        {t('damage.restore')}
      </Button>
    </li>
  );
};

/** Shows the integrity of all files, the damaged ones, and their restore from backups. */
export const DamageCard = () => {
  const t = useText();
  const restore = useRestoreDamaged();
  const { data, isError, isFetching, refetch, showMore } = useDamagedFiles();
  if (!data)
    return <UnloadedCard title={t('damage.title')} height={160} {...{ isError, isFetching, refetch }} />;
  const { damaged, restoring, restored, failed } = data.meta;
  const isBusy = restoring || restore.isPending;
  return (
    <Card
      title={t('damage.title')}
      end={
        damaged > 0 && (
          <Button
            size="small"
            icon={<ArchiveRestore className="icon-16" />}
            busy={isBusy}
            onClick={() => restore.mutate(undefined)}
          >
            {t('damage.restore_all')}
          </Button>
        )
      }
    >
      <p className="card-note">
        {t('damage.text')} <Link to={adminPaths.server('backups')}>{t('damage.pace')}</Link>
      </p>
      <Summary meta={data.meta} />
      <div className="server-news" role="status">
        {restoring && (
          <span className="server-coming">
            <Spinner />
            {t('damage.restoring')}
          </span>
        )}
      </div>
      {failed && !restoring && (
        <div className="server-problem">
          <FormProblem>
            {t('damage.failed', { date: formatLongDate(failed.at), reason: failed.reason })}
          </FormProblem>
        </div>
      )}
      {restored && restored.lacking > 0 && damaged > 0 && !restoring && !failed && (
        <div className="server-problem">
          <FormProblem>{t('damage.lacking', { count: restored.lacking })}</FormProblem>
        </div>
      )}
      {restored && restored.encrypted > 0 && damaged > 0 && !restoring && !failed && (
        <div className="server-problem">
          <FormProblem>{t('damage.encrypted', { count: restored.encrypted })}</FormProblem>
        </div>
      )}
      {data.data.length > 0 && (
        <ul className="server-list" aria-label={t('damage.title')}>
          {data.data.map((file) => (
            <DamagedRow key={file.id} {...{ file, isBusy }} onRestore={() => restore.mutate(file.id)} />
          ))}
        </ul>
      )}
      {showMore && (
        <div className="card-footer">
          <Button onClick={showMore}>{t('damage.more')}</Button>
        </div>
      )}
    </Card>
  );
};
