import { useEffect, type ComponentType } from 'react';
import { closeSpotlight, openSpotlight, spotlightOpen } from '#features/spotlight/spotlight.store.ts';
import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { spotlightPopup } from '../spotlight.store.ts';

const SpotlightPopups = lazyChunk(
  'spotlight-popups',
  async () => (await import('../spotlight-popups.tsx')).SpotlightPopups,
);
const closePopup = (): void => spotlightPopup.set(undefined);

/** Opens and closes the spotlight by its keys, on every screen of the platform; never under a popup. */
const onKey = (event: KeyboardEvent): void => {
  const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isMeant || event.key.toLowerCase() !== 'k') return;
  event.preventDefault();
  if (spotlightOpen.get()) closeSpotlight();
  else if (!document.querySelector('dialog[open]')) openSpotlight();
};

interface SpotlightHostProps {
  /** The spotlight with what there is to find and to do. */
  readonly Found: ComponentType;
}

/** Where the spotlight appears. */
export const SpotlightHost = ({ Found }: SpotlightHostProps) => {
  const isOpen = useStore(spotlightOpen);
  const popup = useStore(spotlightPopup);
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      closeSpotlight();
    };
  }, []);
  return (
    <>
      {isOpen && (
        <PopupSlot onFailure={closeSpotlight}>
          <Found />
        </PopupSlot>
      )}
      {popup && (
        <PopupSlot onFailure={closePopup}>
          <SpotlightPopups popup={popup} onClose={closePopup} />
        </PopupSlot>
      )}
    </>
  );
};
