import { lazyChunk } from '#shared/ui/lazy-chunk.ts';

/** The badge on the link to shared items; it loads after the rows. */
export const SharedBadge = lazyChunk(
  'shared-badge',
  async () => (await import('#features/sharing/ui/shared-badge.tsx')).SharedBadge,
);
