import { useText } from '#shared/i18n/use-text.ts';
import { shortName } from '#shared/lib/short-name.ts';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { onlyOf, type Batch } from '../actions/batch.ts';
import type { ItemActions } from '../actions/item-actions.ts';

interface ErasePopupProps {
  readonly batch: Batch;
  readonly actions: ItemActions;
  readonly onClose: () => void;
}

/** Asks for a confirmation before items are deleted forever. */
export const ErasePopup = ({ batch, actions, onClose }: ErasePopupProps) => {
  const t = useText();
  const only = onlyOf(batch);
  return (
    <ConfirmPopup
      title={
        only
          ? t('erase.title_named', { name: shortName(only.attributes.name) })
          : t('erase.title', { count: batch.count })
      }
      message={t('erase.text')}
      action={t('actions.delete_forever')}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        actions.erase(batch);
      }}
    />
  );
};
