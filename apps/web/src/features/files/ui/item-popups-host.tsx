import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import type { ItemActions } from '../actions/item-actions.ts';
import { closeItemPopup, itemPopup } from '../actions/item-popup.store.ts';

const ItemPopups = lazyChunk('item-popups', async () => (await import('./item-popups.tsx')).ItemPopups);
export const preloadItemPopups = ItemPopups.preload;

/** Renders the menus and popups of items. */
export const ItemPopupsHost = ({ actions }: { readonly actions: ItemActions }) => {
  const popup = useStore(itemPopup);
  return (
    popup && (
      <PopupSlot onFailure={closeItemPopup}>
        <ItemPopups {...{ popup, actions }} />
      </PopupSlot>
    )
  );
};
