import { Suspense } from 'react';
import { useStore } from '#shared/lib/store.ts';
import { alerts } from './alert.ts';
import { lazyChunk } from './lazy-chunk.ts';

const AlertPopup = lazyChunk('alert', async () => (await import('./alert-popup.tsx')).AlertPopup);

/** Where alert popups appear, one after the other. */
export const PopupHost = () => {
  const [first] = useStore(alerts);
  if (!first) return null;
  return (
    <Suspense fallback={null}>
      <AlertPopup key={first.title + first.message} alert={first} />
    </Suspense>
  );
};
