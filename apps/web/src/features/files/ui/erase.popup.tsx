import { useQueryClient } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import type { Batch } from '../actions/batch.ts';
import { command } from '../actions/load-commands.ts';

interface ErasePopupProps {
  readonly batch: Batch;
  readonly onClose: () => void;
}

/** Asks before items are deleted for good. */
export const ErasePopup = ({ batch, onClose }: ErasePopupProps) => {
  const t = useText();
  const client = useQueryClient();
  return (
    <ConfirmPopup
      title={t('erase.title', { count: batch.count })}
      message={t('erase.text')}
      action={t('actions.delete_forever')}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        void command((commands) => commands.erase(client, batch));
      }}
    />
  );
};
