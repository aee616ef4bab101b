import type { Backup } from '@holdall/contract/admin-maintenance';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { formatLongDate } from '#shared/lib/format-time.ts';
import { Button } from '#shared/ui/button.tsx';
import { Tag } from '#shared/ui/tag.tsx';
import { useVerifyBackup } from '../backups.queries.ts';

const Verified = ({ verified }: Pick<Backup['attributes'], 'verified'>) => {
  const t = useText();
  if (!verified) return null;
  const date = formatLongDate(verified.at);
  return verified.sound ? (
    <Tag tone="success">{t('backups.verified', { date })}</Tag>
  ) : (
    <Tag tone="danger">{t('backups.faults', { count: verified.faults, date })}</Tag>
  );
};

interface BackupRowProps {
  readonly backup: Backup;
  /** The backup is being verified, or is queued for it. */
  readonly isVerifying: boolean;
}

/** Shows a backup: its time, its content and its last verification. */
export const BackupRow = ({ backup: { id, attributes }, isVerifying }: BackupRowProps) => {
  const t = useText();
  const verify = useVerifyBackup();
  const { created_at: created, files, bytes, version, encrypted, damaged, verified } = attributes;
  const date = formatLongDate(created);
  return (
    <li className="card-item">
      <span className="card-item-text">
        <b>{date}</b>
        <p className="numeric">
          {[
            t('backups.files', { count: files }),
            formatBytes(bytes),
            t('backups.version', { version }),
            ...(encrypted ? [t('backups.encrypted')] : []),
          ].join(' · ')}
        </p>
        {damaged > 0 && <p className="server-fault">{t('backups.damaged', { count: damaged })}</p>}
      </span>
      <span className="server-coming" role="status">
        {isVerifying && t('backups.verifying')}
      </span>
      {!isVerifying && <Verified verified={verified} />}
      <Button
        size="small"
        aria-label={t('backups.verify_of', { date })}
        busy={isVerifying || verify.isPending}
        onClick={() => verify.mutate(id)}
      >
        {t('backups.verify')}
      </Button>
    </li>
  );
};
