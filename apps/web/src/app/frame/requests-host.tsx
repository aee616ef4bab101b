import { closeRequests, requestsPopup } from '#features/requests/requests.store.ts';
import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';

const RequestsPopups = lazyChunk(
  'requests',
  async () => (await import('../requests-popups.tsx')).RequestsPopups,
);

/** Where the popups about requests for files appear. */
export const RequestsHost = () => {
  const popup = useStore(requestsPopup);
  return (
    popup && (
      <PopupSlot onFailure={closeRequests}>
        <RequestsPopups popup={popup} />
      </PopupSlot>
    )
  );
};
