import type { Category } from '@holdall/contract/files';
import { Check, RotateCw, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { FileIcon } from '#shared/ui/file-icon.tsx';
import { FileName } from '#shared/ui/file-name.tsx';
import { FolderIcon } from '#shared/ui/folder-icon.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { ProgressBar } from '#shared/ui/progress.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { loadEngine } from '../start-uploads.ts';
import { isRetryable, type UploadEntry } from '../upload-entry.ts';
import { failureText } from './failure-text.ts';
import { RetryCountdown } from './retry-countdown.tsx';

const categoriesByType: readonly (readonly [prefix: string, category: Category])[] = [
  ['image/', 'images'],
  ['video/', 'videos'],
  ['audio/', 'audios'],
];

const percentOf = ({ sent, size }: UploadEntry): number =>
  size === 0 ? 100 : Math.floor((sent / size) * 100);

/** Returns the category of a type that the browser has guessed; undefined leaves it to the name. */
const categoryOf = (type: string): Category | undefined =>
  categoriesByType.find(([prefix]) => type.startsWith(prefix))?.[1];

const Sent = ({ entry }: { readonly entry: UploadEntry }) => (
  <span className="upload-state numeric">{useText()('uploads.percent', { percent: percentOf(entry) })}</span>
);

const State = ({ entry }: { readonly entry: UploadEntry }): ReactNode => {
  const t = useText();
  switch (entry.state) {
    case 'uploading':
      return <Sent entry={entry} />;
    case 'retrying':
      return (
        <span className="upload-state numeric">
          <Spinner size={13} />
          <RetryCountdown key={entry.retryAt} at={entry.retryAt ?? 0} />
        </span>
      );
    case 'processing':
      return (
        <span className="upload-state">
          <Spinner size={13} />
          {t('uploads.state.processing')}
        </span>
      );
    case 'asking':
      return <span className="upload-state upload-attention">{t('uploads.state.asking')}</span>;
    case 'skipped':
      return <span className="upload-state muted">{t('uploads.state.skipped')}</span>;
    case 'waiting':
      // Small files are sent together with an earlier one.
      if (entry.sent > 0) return <Sent entry={entry} />;
      return <span className="upload-state muted">{t('uploads.state.waiting')}</span>;
    case 'done':
      return (
        <span className="upload-state upload-success">
          <Check className="icon-14" />
          {t('uploads.state.done')}
        </span>
      );
    case 'failed':
      return null;
  }
};

const RowAction = ({ entry }: { readonly entry: UploadEntry }): ReactNode => {
  const t = useText();
  const { id, name, state } = entry;
  if (state === 'done') return null;
  if (state !== 'failed' && state !== 'skipped')
    return (
      <IconButton
        size="small"
        className="upload-row-cancel"
        label={t('uploads.cancel_item', { name })}
        icon={<X className="icon-16" />}
        onClick={() => void loadEngine().then((engine) => engine.cancel(id))}
      />
    );
  if (!isRetryable(entry)) return null;
  return (
    <IconButton
      size="small"
      label={t('uploads.retry_item', { name })}
      icon={<RotateCw className="icon-16" />}
      onClick={() => void loadEngine().then((engine) => engine.retry(id))}
    />
  );
};

/** The row of a file or an empty folder: its name, its progress and its actions. */
export const DockRow = memo(({ entry }: { readonly entry: UploadEntry }) => {
  const t = useText();
  const { kind, name, type, state, failure } = entry;
  const why = failure ? failureText(failure, t) : '';
  const isMoving = state === 'uploading' || state === 'retrying';
  return (
    <div className="upload-row" data-state={state}>
      <span className="upload-row-icon">
        {kind === 'folder' ? (
          <FolderIcon color={null} emoji={null} width={24} />
        ) : (
          <FileIcon name={name} category={categoryOf(type) ?? null} width={19} />
        )}
      </span>
      <span className="upload-row-text">
        <span className="visually-hidden">{name}</span>
        <span className="upload-row-name" aria-hidden="true">
          <FileName name={name} isFolder={kind === 'folder'} />
        </span>
        {isMoving && <ProgressBar percent={percentOf(entry)} label={t('uploads.progress_of', { name })} />}
        {why !== '' && (
          <span className="upload-row-failure" title={why}>
            {why}
          </span>
        )}
      </span>
      <State entry={entry} />
      <RowAction entry={entry} />
    </div>
  );
});
