import { useStore } from '#shared/lib/store.ts';
import { alerts, closeAlert } from './alert.ts';
import { lazyChunk } from './lazy-chunk.ts';
import { PopupSlot } from './popup-slot.tsx';

const AlertPopup = lazyChunk('alert', async () => (await import('./alert-popup.tsx')).AlertPopup);
export const preloadAlert = AlertPopup.preload;

/** Draws alert popups, one after the other; as toasts where the popup does not load. */
export const PopupHost = () => {
  const [first] = useStore(alerts);
  if (!first) return null;
  const { title, message } = first;
  return (
    <PopupSlot key={title + message} instead={`${title} ${message}`} onFailure={closeAlert}>
      <AlertPopup alert={first} />
    </PopupSlot>
  );
};
