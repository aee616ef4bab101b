import { History } from 'lucide-react';
import { useState } from 'react';
import { text } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { useStore } from '#shared/lib/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { chooseFiles } from '../pickers.ts';
import { loadEngine } from '../start-uploads.ts';
import { nameOf } from '../upload-entry.ts';
import { interruptedUploads } from '../uploads.store.ts';

/** Offers to resume interrupted uploads. */
export const InterruptedCard = () => {
  const t = useText();
  const kept = useStore(interruptedUploads);
  const [busy, setBusy] = useState(false);
  const [first] = kept;
  if (first === undefined) return null;
  const count = kept.length;
  const hasHandles = kept.some(({ origin }) => origin !== undefined);

  const resume = async (): Promise<void> => {
    setBusy(true);
    try {
      await (await loadEngine()).interrupted.resume();
    } finally {
      setBusy(false);
    }
  };
  const choose = async (): Promise<void> => {
    const files = await chooseFiles(kept.every(({ path }) => path.includes('/')) ? 'folder' : 'files');
    if (files.length === 0) return;
    if (!(await (await loadEngine()).interrupted.resumeWith(files)))
      showToast({ type: 'danger', message: text('uploads.interrupted.none') });
  };
  const discard = async (): Promise<void> => {
    await (await loadEngine()).interrupted.discard();
  };

  return (
    <div className="upload-interrupted">
      <History className="icon-20" />
      <div className="upload-interrupted-text">
        <b>{t('uploads.interrupted.title', { count })}</b>
        {!hasHandles && (
          <span>{t('uploads.interrupted.choose_hint', { count, name: nameOf(first.path) })}</span>
        )}
        <div className="upload-interrupted-actions">
          {hasHandles && (
            <Button look="primary" size="small" busy={busy} onClick={() => void resume()}>
              {t('uploads.interrupted.continue')}
            </Button>
          )}
          <Button look={hasHandles ? 'secondary' : 'primary'} size="small" onClick={() => void choose()}>
            {t('uploads.interrupted.choose')}
          </Button>
          <Button look="ghost" size="small" onClick={() => void discard()}>
            {t('uploads.interrupted.discard')}
          </Button>
        </div>
      </div>
    </div>
  );
};
