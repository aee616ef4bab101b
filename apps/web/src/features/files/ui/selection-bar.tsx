import './selection-bar.css';
import { Download, Ellipsis, FolderInput, Link2Off, RotateCcw, Share2, Trash2, Undo2, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { TextKey } from '#shared/i18n/messages.ts';
import { useText } from '#shared/i18n/use-text.ts';
import { formatBytes } from '#shared/lib/format-bytes.ts';
import { useStore } from '#shared/lib/store.ts';
import { media, useMedia } from '#shared/lib/use-media.ts';
import { Button } from '#shared/ui/button.tsx';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { isInBar, isOffered, type ItemAction } from '../actions/action-names.ts';
import { onlyOf } from '../actions/batch.ts';
import { abilitiesOf, type ItemActions } from '../actions/item-actions.ts';
import type { Page } from '../entry.ts';
import { summaryOf } from '../selection/selection.ts';
import { endSelecting, selectionStore } from '../selection/selection.store.ts';

interface SelectionBarProps {
  readonly meta: Page['meta'];
  readonly actions: ItemActions;
}

interface BarAction {
  readonly action: ItemAction;
  readonly label: TextKey;
  readonly icon: ReactNode;
  readonly danger?: boolean;
}

const offered: readonly BarAction[] = [
  { action: 'restore', label: 'actions.restore', icon: <Undo2 /> },
  { action: 'restore_home', label: 'actions.restore_home', icon: <RotateCcw /> },
  { action: 'share', label: 'share.action', icon: <Share2 /> },
  { action: 'unshare', label: 'share.stop', icon: <Link2Off /> },
  { action: 'download', label: 'files.download', icon: <Download /> },
  { action: 'move', label: 'actions.move', icon: <FolderInput /> },
  { action: 'remove', label: 'actions.delete', icon: <Trash2 />, danger: true },
  { action: 'erase', label: 'actions.delete_forever', icon: <Trash2 />, danger: true },
];

/** The selection and its actions, in the place of the sub-bar. On phones the actions are at the foot. */
export const SelectionBar = ({ meta, actions }: SelectionBarProps) => {
  const t = useText();
  const mobile = useMedia(media.mobile);
  const more = useRef<HTMLButtonElement>(null);
  const selection = useStore(selectionStore);
  const { count, size } = summaryOf(selection, meta);
  const host = actions.host();
  const batch = actions.batch();
  const abilities = abilitiesOf(host);
  const shown = offered.filter(({ action }) => isInBar(action, batch, abilities));
  const openMenu = (): void => {
    const entry = onlyOf(batch) ?? (batch.all ? undefined : batch.entries[0]);
    const at = more.current?.getBoundingClientRect();
    if (at) actions.openMenu(at, entry, new Set(shown.map(({ action }) => action)));
  };
  const moreButton = (
    <IconButton
      ref={more}
      size="small"
      label={t('actions.more')}
      shortcut="Shift+F10"
      icon={<Ellipsis />}
      aria-haspopup={mobile ? 'dialog' : 'menu'}
      disabled={count === 0}
      onClick={openMenu}
    />
  );
  // On phones it replaces another bar, which does not return in between.
  const buttons = (count > 0 || mobile) && (
    <section className="selection-actions" aria-label={t('actions.selection')}>
      {shown.map(({ action, label, icon, danger }) => (
        <Button
          key={action}
          size="small"
          look={danger ? 'danger-text' : 'ghost'}
          icon={icon}
          disabled={!isOffered(action, batch, abilities)}
          onClick={() => actions.run(action, actions.batch())}
        >
          {t(label)}
        </Button>
      ))}
      {!batch.isTrash && moreButton}
    </section>
  );
  return (
    <div className="selection-bar">
      <IconButton
        size="small"
        label={t('actions.clear_selection')}
        shortcut="Escape"
        icon={<X />}
        onClick={endSelecting}
      />
      <span className="numeric truncate">
        {count > 0 ? t('files.selected', { count }) : t('actions.select_items')}
      </span>
      {size > 0 && <span className="selection-size numeric">{formatBytes(size)}</span>}
      <span className="spacer" />
      {(mobile || count === 0) && (
        <Button size="small" look="ghost" onClick={host.onSelectAll}>
          {t('files.select_all')}
        </Button>
      )}
      {mobile && buttons ? createPortal(buttons, document.body) : buttons}
    </div>
  );
};
