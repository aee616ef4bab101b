import './server.css';
import { DatabaseBackup } from 'lucide-react';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { FormProblem } from '#shared/ui/field-error.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { UnloadedCard } from '#shared/ui/unloaded.tsx';
import { useBackups, useMakeBackup } from '../backups.queries.ts';
import { BackupRow } from './backup-row.tsx';

/** Lists the latest backups, and creates one on demand. */
export const BackupsCard = () => {
  const t = useText();
  const make = useMakeBackup();
  const { data, isError, isFetching, refetch, showMore } = useBackups();
  if (!data)
    return <UnloadedCard title={t('backups.title')} height={160} {...{ isError, isFetching, refetch }} />;
  const { node, folder, free, encrypted_to: key, coming, verifying, failed } = data.meta;
  return (
    <Card
      title={t('backups.title')}
      end={
        <Button
          size="small"
          icon={<DatabaseBackup className="icon-16" />}
          busy={make.isPending || coming}
          onClick={() => make.mutate()}
        >
          {t('backups.make')}
        </Button>
      }
    >
      <p className="card-note">
        {t('backups.where', { folder, server: node, free: formatBytes(free) })} {t('backups.restore')}
      </p>
      <p className="card-note">
        {key === null ? t('backups.not_encrypted') : t('backups.encrypted_to', { key })}
      </p>
      <div className="server-news" role="status">
        {coming && (
          <span className="server-coming">
            <Spinner />
            {t('backups.running')}
          </span>
        )}
      </div>
      {failed && !coming && (
        <div className="server-problem">
          <FormProblem>
            {t('backups.failed', { date: formatLongDate(failed.at), reason: failed.reason })}
          </FormProblem>
        </div>
      )}
      {data.data.length === 0 && !coming && <p className="card-note">{t('backups.none')}</p>}
      <ul className="server-list" aria-label={t('backups.title')}>
        {data.data.map((backup) => (
          <BackupRow key={backup.id} backup={backup} isVerifying={verifying.includes(backup.id)} />
        ))}
      </ul>
      {showMore && (
        <div className="card-footer">
          <Button onClick={showMore}>{t('backups.more')}</Button>
        </div>
      )}
    </Card>
  );
};
