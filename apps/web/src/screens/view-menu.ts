import { lazyChunk } from '#shared/ui/lazy-chunk.ts';

/** Only small windows have it. */
export const ViewMenu = lazyChunk(
  'view-menu',
  async () => (await import('#features/files/ui/view-menu.tsx')).ViewMenu,
);
