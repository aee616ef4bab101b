import { useEffect } from 'react';
import { itemPopup } from '#features/files/actions/item-popup.store.ts';
import { closeSharing, sharingPopup } from '#features/sharing/sharing.store.ts';
import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';

const SharingPopups = lazyChunk('sharing', async () => (await import('../sharing-popups.tsx')).SharingPopups);

/** Draws the popups about links. They have many parts, which load while the menu that leads to them is read. */
export const SharingHost = () => {
  const popup = useStore(sharingPopup);
  useEffect(() => itemPopup.subscribe(() => itemPopup.get()?.kind === 'menu' && SharingPopups.preload()), []);
  return (
    popup && (
      <PopupSlot onFailure={closeSharing}>
        <SharingPopups popup={popup} />
      </PopupSlot>
    )
  );
};
