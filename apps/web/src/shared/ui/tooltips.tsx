import { useEffect, useState } from 'react';
import { lazyChunk } from './lazy-chunk.ts';
import { PopupSlot } from './popup-slot.tsx';

const TooltipHost = lazyChunk('tooltips', async () => (await import('./tooltip-host.tsx')).TooltipHost);

/** Milliseconds after which tooltips that did not load are tried again, without a word. */
const retryAfter = 60_000;

/** Tooltips. Their code loads when something that has one is first pointed at. */
export const Tooltips = () => {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (wanted) return undefined;
    const abort = new AbortController();
    const look = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('[data-tooltip]')) setWanted(true);
    };
    for (const type of ['pointerover', 'focusin'])
      document.addEventListener(type, look, { signal: abort.signal });
    return () => abort.abort();
  }, [wanted]);
  return (
    wanted && (
      <PopupSlot retryAfter={retryAfter}>
        <TooltipHost />
      </PopupSlot>
    )
  );
};
