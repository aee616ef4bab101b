import type { Db } from '#db/database.ts';
import { isPostgres } from '#db/item-set.ts';
import { type BlobStore, normaliseKey } from '#ports/blob-store.ts';
import { listSomeKeys } from './owner.repo.ts';
import { holdsAny } from './owner-marker.service.ts';
import { otherDisk, StorageRecordError } from './storage.errors.ts';
import type { StorageRecord } from './storage.types.ts';

/**
 * Checks that files kept on a disk are on this server's disk. If no server is recorded, the one that has the
 * files is.
 *
 * @param open opens this server's disk
 * @throws StorageRecordError when the files are elsewhere
 */
export const expectOnDisk = async (
  { db, node, open }: { readonly db: Db; readonly node: string; readonly open: () => Promise<BlobStore> },
  { place, diskOf }: StorageRecord,
): Promise<void> => {
  if (place.kind !== 'disk' || diskOf === node || !isPostgres(db)) return;
  const keys = (await listSomeKeys(db)).map(normaliseKey);
  if (keys.length === 0) return;
  if (diskOf !== undefined) throw otherDisk(diskOf, node);
  if (!(await holdsAny(await open(), keys)))
    throw new StorageRecordError(
      'Files are kept on a disk, and none of them is in this data directory. Use the data directory of the server that has them.',
    );
};
