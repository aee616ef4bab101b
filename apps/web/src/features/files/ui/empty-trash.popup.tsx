import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { ConfirmPopup } from '#shared/ui/confirm.popup.tsx';
import { useEmptyTrash } from '../actions/trash.mutations.ts';

interface EmptyTrashPopupProps {
  /** The number of all items in the trash, those in folders included. */
  readonly items: number;
  /** The number of items that the listing of the trash counts, at its top level only. */
  readonly listed: number;
  /** Bytes. */
  readonly size: number;
  readonly onClose: () => void;
}

/** Asks for a confirmation before everything in the trash is deleted forever. */
export const EmptyTrashPopup = ({ items, listed, size, onClose }: EmptyTrashPopupProps) => {
  const t = useText();
  const emptyTrash = useEmptyTrash(onClose);
  const message = t('trash.dump.message', { count: items, size: formatBytes(size) });
  return (
    <ConfirmPopup
      title={t('trash.dump.title')}
      message={items > listed ? `${message} ${t('trash.dump.nested')}` : message}
      action={t('trash.dump')}
      busy={emptyTrash.isPending}
      onConfirm={() => emptyTrash.mutate()}
      onClose={onClose}
    />
  );
};
