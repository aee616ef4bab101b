import { closeSharing, sharingPopup } from '#features/sharing/sharing.store.ts';
import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';

const SharingPopups = lazyChunk('sharing', async () => (await import('../sharing-popups.tsx')).SharingPopups);

/** Draws the popups about links. */
export const SharingHost = () => {
  const popup = useStore(sharingPopup);
  return (
    popup && (
      <PopupSlot onFailure={closeSharing}>
        <SharingPopups popup={popup} />
      </PopupSlot>
    )
  );
};
