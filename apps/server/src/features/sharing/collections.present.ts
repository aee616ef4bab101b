import type { CollectionLink } from '@holdall/contract/collections';
import { presentShare } from '#features/links/index.ts';
import type { CountedCollection } from './collections.types.ts';

/** A collection as its owner sees it. @param origin the application's own, as people reach it */
export const presentCollection = ({ share, items }: CountedCollection, origin: string): CollectionLink => ({
  ...presentShare(share, origin).data,
  meta: { items },
});
