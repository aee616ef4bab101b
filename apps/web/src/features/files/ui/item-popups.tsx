import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import type { ItemActions } from '../actions/item-actions.ts';
import { closeItemPopup, type ItemPopup } from '../actions/item-popup.store.ts';
import { ContextMenu } from './context-menu.tsx';

const RenamePopup = lazyChunk('rename', async () => (await import('./rename.popup.tsx')).RenamePopup);
const FolderIconPopup = lazyChunk(
  'folder-icon',
  async () => (await import('./folder-icon.popup.tsx')).FolderIconPopup,
);
const ErasePopup = lazyChunk('erase', async () => (await import('./erase.popup.tsx')).ErasePopup);
const MoveConflictPopup = lazyChunk(
  'move-conflict',
  async () => (await import('./move-conflict.popup.tsx')).MoveConflictPopup,
);
const ShortcutsPopup = lazyChunk(
  'shortcuts',
  async () => (await import('./shortcuts.popup.tsx')).ShortcutsPopup,
);

interface ItemPopupsProps {
  readonly popup: ItemPopup;
  readonly actions: ItemActions;
}

const Opened = ({ popup, actions }: ItemPopupsProps) => {
  switch (popup.kind) {
    case 'menu':
      return <ContextMenu {...{ popup, actions }} />;
    case 'rename':
      return <RenamePopup entry={popup.entry} onClose={closeItemPopup} />;
    case 'icon':
      return <FolderIconPopup entry={popup.entry} onClose={closeItemPopup} />;
    case 'erase':
      return <ErasePopup batch={popup.batch} actions={actions} onClose={closeItemPopup} />;
    case 'conflict':
      return <MoveConflictPopup about={popup.about} onClose={closeItemPopup} />;
    case 'shortcuts':
      return <ShortcutsPopup onClose={closeItemPopup} />;
  }
};

/** The open menu or popup of items; popups load when they are first opened. */
export const ItemPopups = (props: ItemPopupsProps) => (
  <PopupSlot key={props.popup.kind} onFailure={closeItemPopup}>
    <Opened {...props} />
  </PopupSlot>
);
