import { useEffect, type ComponentType } from 'react';
import {
  closeSpotlight,
  openSpotlight,
  spotlightOpen,
  typeAhead,
} from '#features/spotlight/spotlight.store.ts';
import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { PopupSlot } from '#shared/ui/popup-slot.tsx';
import { whenSettled } from '../preload.ts';
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

/** Keeps keys that are typed before the spotlight is there from the list, which would select by them. */
const onEarlyKey = (event: KeyboardEvent): void => {
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isLetter || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  event.stopPropagation();
  typeAhead(event.key);
};

interface SpotlightHostProps {
  /** The spotlight with what there is to find and to do. */
  readonly Found: ComponentType & { readonly preload: () => void };
}

/** Draws the spotlight. */
export const SpotlightHost = ({ Found }: SpotlightHostProps) => {
  const isOpen = useStore(spotlightOpen);
  const popup = useStore(spotlightPopup);
  // Letters typed right after its keys are meant for its field.
  useEffect(() => whenSettled(() => Found.preload()), [Found]);
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      closeSpotlight();
    };
  }, []);
  useEffect(() => {
    if (!isOpen) return undefined;
    document.addEventListener('keydown', onEarlyKey, { capture: true });
    return () => document.removeEventListener('keydown', onEarlyKey, { capture: true });
  }, [isOpen]);
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
