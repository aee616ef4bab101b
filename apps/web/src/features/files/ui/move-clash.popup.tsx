import './move-clash.popup.css';
import { useQueryClient } from '@tanstack/react-query';
import { useText } from '#shared/i18n/use-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { ChoiceList } from '#shared/ui/choice-list.tsx';
import { Popup, PopupFooter } from '#shared/ui/popup.tsx';
import type { Batch } from '../actions/batch.ts';
import type { Destination } from '../actions/commands.tsx';
import { command } from '../actions/load-commands.ts';

interface MoveClashPopupProps {
  readonly batch: Batch;
  readonly to: Destination;
  readonly onClose: () => void;
}

const answers = { keep_both: 'rename', replace: 'replace' } as const;
const choices = ['keep_both', 'replace'] as const;

/** Asks what becomes of items whose names are taken where they are moved. */
export const MoveClashPopup = ({ batch, to, onClose }: MoveClashPopupProps) => {
  const t = useText();
  const client = useQueryClient();
  return (
    <Popup title={t('clash.title')} onClose={onClose}>
      <div className="popup-content">
        <p className="muted move-clash-text">{t('clash.text', { count: batch.count, folder: to.name })}</p>
        <ChoiceList
          choices={choices.map((value) => ({
            value,
            label: t(`clash.${value}`),
            hint: t(`clash.${value}.hint`),
          }))}
          onChoose={(choice) => {
            onClose();
            void command((commands) => commands.move(client, batch, { to, onConflict: answers[choice] }));
          }}
        />
      </div>
      <PopupFooter>
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
      </PopupFooter>
    </Popup>
  );
};
