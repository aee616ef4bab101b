import { Suspense } from 'react';
import { useStore } from '#shared/lib/store.ts';
import { lazyChunk } from '#shared/ui/lazy-chunk.ts';
import { signOutPopup } from '../auth.mutations.ts';

const SignOutPopup = lazyChunk('sign-out', async () => (await import('./sign-out.popup.tsx')).SignOutPopup);

export const SignOutPopupHost = () =>
  useStore(signOutPopup) ? (
    <Suspense fallback={null}>
      <SignOutPopup />
    </Suspense>
  ) : null;
