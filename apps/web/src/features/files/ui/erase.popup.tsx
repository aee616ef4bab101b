import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
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
  const textId = useId();
  return (
    <Popup alert title={t('erase.title', { count: batch.count })} describedBy={textId} onClose={onClose}>
      <p id={textId} className="popup-content">
        {t('erase.text')}
      </p>
      <PopupFooter>
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button
          look="danger"
          onClick={() => {
            onClose();
            void command((commands) => commands.erase(client, batch));
          }}
        >
          {t('actions.delete_forever')}
        </Button>
      </PopupFooter>
    </Popup>
  );
};
