import type { CollectionLink } from '@holdall/contract/collections';
import { presentShare } from '#features/links/index.ts';
import type { CountedCollection } from './collections.types.ts';

/** Presents a collection for its owner. @param origin the application's public origin */
export const presentCollection = ({ share, items }: CountedCollection, origin: string): CollectionLink => ({
  ...presentShare(share, origin).data,
  meta: { items },
});
