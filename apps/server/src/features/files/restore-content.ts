import type { Trx } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import { changeContent } from './content-change.ts';
import { findVersionWith, lockFile, takeVersion } from './contents.repo.ts';
import type { ItemChange } from './changes.types.ts';
import { operationStale } from './files.errors.ts';
import { findBlob } from './files.repo.ts';

export interface VersionToRestore {
  readonly itemId: string;
  readonly versionId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Makes a version the current content of its file, in the caller's transaction. The row of the version goes, and the content
 * that was current becomes a version, so that the same bytes count against the quota.
 *
 * @returns the file; undefined when it has no such version
 * @throws item.not_found when the folder of the file is gone
 */
export const restoreVersion = async (
  trx: Trx,
  { itemId, versionId, now }: VersionToRestore,
): Promise<ItemRow | undefined> => {
  const item = await lockFile(trx, itemId);
  const version = item === undefined ? undefined : await takeVersion(trx, itemId, versionId);
  const blob = version === undefined ? undefined : await findBlob(trx, version.blob_id);
  if (item === undefined || version === undefined || blob === undefined) return undefined;
  const content = {
    blobId: version.blob_id,
    sha256: blob.sha256,
    size: version.size,
    mimetype: version.mimetype,
    category: version.category,
    modifiedAt: version.modified_at,
  };
  return (await changeContent(trx, { item, content, now })).item;
};

/**
 * Gives an overwritten file its former content back, and keeps the one that it has as a version.
 *
 * @throws operation.stale when the former content is no longer among the versions
 */
export const restoreContent = async (
  { trx, now }: { readonly trx: Trx; readonly now: number },
  { before, formerBlob }: ItemChange,
): Promise<void> => {
  if (formerBlob === undefined) return;
  const versionId = await findVersionWith(trx, { itemId: before.id, blobId: formerBlob });
  if (versionId === undefined) throw operationStale();
  if ((await restoreVersion(trx, { itemId: before.id, versionId, now })) === undefined)
    throw operationStale();
};
