import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import type { ItemActions } from '../actions/item-actions.ts';
import { closeItemPopup, itemPopup, type ItemPopup } from '../actions/item-popup.store.ts';

const ContextMenu = lazyChunk('context-menu', async () => (await import('./context-menu.tsx')).ContextMenu);
const RenamePopup = lazyChunk('rename', async () => (await import('./rename.popup.tsx')).RenamePopup);
const FolderIconPopup = lazyChunk(
  'folder-icon',
  async () => (await import('./folder-icon.popup.tsx')).FolderIconPopup,
);
const ErasePopup = lazyChunk('erase', async () => (await import('./erase.popup.tsx')).ErasePopup);
const MoveClashPopup = lazyChunk(
  'move-clash',
  async () => (await import('./move-clash.popup.tsx')).MoveClashPopup,
);
const ShortcutsPopup = lazyChunk(
  'shortcuts',
  async () => (await import('./shortcuts.popup.tsx')).ShortcutsPopup,
);
export const preloadContextMenu = ContextMenu.preload;

const Opened = ({ popup, actions }: { readonly popup: ItemPopup; readonly actions: ItemActions }) => {
  switch (popup.kind) {
    case 'menu':
      return <ContextMenu {...{ popup, actions }} />;
    case 'rename':
      return <RenamePopup entry={popup.entry} onClose={closeItemPopup} />;
    case 'icon':
      return <FolderIconPopup entry={popup.entry} onClose={closeItemPopup} />;
    case 'erase':
      return <ErasePopup batch={popup.batch} onClose={closeItemPopup} />;
    case 'clash':
      return <MoveClashPopup batch={popup.batch} to={popup.to} onClose={closeItemPopup} />;
    case 'shortcuts':
      return <ShortcutsPopup onClose={closeItemPopup} />;
  }
};

/** Where the menus and popups of items appear; each loads when it is first opened. */
export const ItemPopups = ({ actions }: { readonly actions: ItemActions }) => {
  const popup = useStore(itemPopup);
  if (!popup) return null;
  return (
    <PopupSlot key={popup.kind} onFailure={closeItemPopup}>
      <Opened {...{ popup, actions }} />
    </PopupSlot>
  );
};
