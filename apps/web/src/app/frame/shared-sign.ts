import { lazyChunk } from '#shared/ui/lazy-chunk.ts';

/** The badge on the link to shared items; it loads after the rows. */
export const SharedSign = lazyChunk(
  'shared-sign',
  async () => (await import('#features/sharing/ui/shared-sign.tsx')).SharedSign,
);
