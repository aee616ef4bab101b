import { ChevronDown, ChevronUp, CircleCheck, CircleMinus, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { currentLocale, type Translate } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { Ring } from '#shared/ui/progress.tsx';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { loadEngine } from '../start-uploads.ts';
import { formatSpeed, formatTimeLeft } from '../transfer-format.ts';
import { isRetryable, isSettled, type UploadEntry } from '../upload-entry.ts';
import type { UploadSnapshot } from '../upload-snapshot.ts';
import { dockExpanded } from '../uploads.store.ts';
import { RetryCountdown } from './retry-countdown.tsx';

const ConfirmPopup = lazyChunk(
  'confirm',
  async () => (await import('#shared/ui/confirm.popup.tsx')).ConfirmPopup,
);

const titleOf = ({ active, total, done, failed, skipped }: UploadSnapshot, t: Translate): string => {
  if (active) return t('uploads.running', { current: Math.min(done + failed + skipped + 1, total), total });
  if (failed > 0) return t('uploads.uploaded_of', { done, total });
  return done === 0 ? t('uploads.nothing') : t('uploads.finished', { count: done });
};

/** Returns the text beside the percentage: speed and time left, or the reason for waiting. */
const paceOf = ({ offline, processing, speed, secondsLeft }: UploadSnapshot, t: Translate): string => {
  if (offline) return t('uploads.waiting_for_network');
  if (processing) return t('uploads.state.processing');
  if (secondsLeft === undefined) return '';
  const left = formatTimeLeft(secondsLeft, t);
  return speed === 0 ? left : `${formatSpeed(speed, currentLocale())} · ${left}`;
};

const Sign = ({ snapshot: { active, done, failed, percent } }: { readonly snapshot: UploadSnapshot }) => {
  const t = useText();
  if (active) return <Ring percent={percent} label={t('uploads.dock')} />;
  if (failed > 0) return <TriangleAlert className="icon-20 upload-attention" />;
  if (done === 0) return <CircleMinus className="icon-20 muted" />;
  return <CircleCheck className="icon-20 upload-success" />;
};

const isMoving = (entry: UploadEntry): boolean => entry.state !== 'asking' && !isSettled(entry);

const Subtitle = ({ snapshot }: { readonly snapshot: UploadSnapshot }) => {
  const t = useText();
  const { active, failed, skipped, asking, percent } = snapshot;
  if (asking > 0 && !snapshot.entries.some(isMoving))
    return <span className="upload-pace">{t('uploads.asking', { count: asking })}</span>;
  const retrying = snapshot.entries.find(({ state }) => state === 'retrying');
  if (retrying && !snapshot.offline)
    return (
      <span className="upload-pace numeric">
        <RetryCountdown key={retrying.retryAt} at={retrying.retryAt ?? 0} />
      </span>
    );
  if (active) {
    const pace = paceOf(snapshot, t);
    return (
      <span className="upload-pace numeric">
        {t('uploads.percent', { percent })}
        {pace !== '' && <span className="upload-pace-more">{` · ${pace}`}</span>}
      </span>
    );
  }
  if (failed === 0) {
    if (skipped === 0) return null;
    return <span className="upload-pace">{t('uploads.skipped', { count: skipped })}</span>;
  }
  return <span className="upload-pace">{t('uploads.needs_attention', { count: failed })}</span>;
};

/** Number of pending files from which cancelling them all asks first: choosing them again takes a while. */
const confirmCancelFrom = 10;

interface DockHeaderProps {
  readonly snapshot: UploadSnapshot;
  readonly expanded: boolean;
}

/** The state of the whole queue, and its actions. */
export const DockHeader = ({ snapshot, expanded }: DockHeaderProps) => {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const { active, failed, entries } = snapshot;
  const needsAttention = !active && failed > 0;
  const act = async (action: 'cancelAll' | 'clear' | 'retryAll'): Promise<void> => {
    (await loadEngine())[action]();
    if (action !== 'retryAll') dockExpanded.set(undefined);
  };

  return (
    <div className="upload-dock-header">
      <Sign snapshot={snapshot} />
      <span className="upload-summary">
        <b className="numeric">{titleOf(snapshot, t)}</b>
        <Subtitle snapshot={snapshot} />
      </span>
      {needsAttention && entries.some(isRetryable) && (
        <Button look="ghost" size="small" onClick={() => void act('retryAll')}>
          {t('uploads.retry_all')}
        </Button>
      )}
      {!needsAttention && (
        <IconButton
          size="small"
          className="upload-toggle"
          label={t(expanded ? 'uploads.collapse' : 'uploads.expand')}
          aria-expanded={expanded}
          icon={expanded ? <ChevronDown /> : <ChevronUp />}
          onClick={() => dockExpanded.set(!expanded)}
        />
      )}
      <IconButton
        size="small"
        className="upload-close"
        label={t(active ? 'uploads.cancel' : 'actions.close')}
        icon={<X />}
        onClick={() => {
          if (active && entries.filter((entry) => !isSettled(entry)).length >= confirmCancelFrom)
            setAsking(true);
          else void act(active ? 'cancelAll' : 'clear');
        }}
      />
      {isAsking && active && (
        <PopupSlot onFailure={() => setAsking(false)}>
          <ConfirmPopup
            title={t('uploads.cancel_many')}
            message={t('uploads.cancel_many_text', {
              count: entries.filter((entry) => !isSettled(entry)).length,
            })}
            action={t('uploads.cancel_many_action')}
            wayOut={t('uploads.keep_on')}
            onConfirm={() => {
              setAsking(false);
              void act('cancelAll');
            }}
            onClose={() => setAsking(false)}
          />
        </PopupSlot>
      )}
    </div>
  );
};
