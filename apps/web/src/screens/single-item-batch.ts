import { batchOf, originOf, type Batch, type Origin } from '#features/files/actions/batch.ts';
import type { Entry } from '#features/files/entry.ts';
import { folderSource, trashSource } from '#features/files/listing/listing-source.ts';
import type { Listing } from '#features/files/listing/use-listing.ts';

/** Returns the folder that an entry lies in; an entry that was deleted itself lies at the top of the trash. */
const entryOrigin = ({ attributes }: Entry, isTrashed: boolean): Origin => {
  const { deleted_at: deletedAt, parent_id: parentId } = attributes;
  const source = isTrashed ? trashSource(deletedAt === null ? parentId : null) : folderSource(parentId);
  return { source, isTrash: isTrashed };
};

/**
 * Returns the batch of the one file that is viewed, whatever is selected behind it. The file may have got into the
 * trash meanwhile, or out of it again: the listing behind it tells neither.
 *
 * @param isTrashed whether it lies in the trash now, by itself or with a folder
 */
export const singleItemBatch = (entry: Entry, { ref, meta }: Listing, isTrashed: boolean): Batch => {
  const behind = originOf({ source: ref.source, meta });
  const isOfListing = ref.source.kind !== 'trash' && behind.isTrash === isTrashed;
  return batchOf([entry], isOfListing ? behind : entryOrigin(entry, isTrashed));
};
