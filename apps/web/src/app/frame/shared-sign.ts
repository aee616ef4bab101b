import { lazyChunk } from '#shared/ui/lazy-chunk.ts';

/** Beside the way to what is shared; it comes after the rows. */
export const SharedSign = lazyChunk(
  'shared-sign',
  async () => (await import('#features/sharing/ui/shared-sign.tsx')).SharedSign,
);
