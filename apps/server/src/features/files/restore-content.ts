import type { Trx } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import { changeContent, type Overwritten, type ReleasedBytes } from './content-change.ts';
import { findVersionRow, findVersionWith, lockFile, takeVersion } from './contents.repo.ts';
import type { ItemChange } from './changes.types.ts';
import { operationStale } from './files.errors.ts';
import { findBlob } from './files.repo.ts';

export interface VersionToRestore {
  readonly itemId: string;
  readonly versionId: string;
  /** True: the caller records the change in the ledger. */
  readonly isInLedger: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface RestoredVersion {
  readonly item: ItemRow;
  /** Undefined: it was the current content already. */
  readonly overwritten: Overwritten | undefined;
  /** Bytes that the caller adds to the owner's usage, last in its transaction: of a version that has stayed. */
  readonly added: ReleasedBytes | undefined;
}

/**
 * Makes a version the current content of its file, in the caller's transaction, and the former content a version. The row of
 * the restored version goes, unless it is pinned: then its bytes count once more.
 *
 * @returns undefined when the file has no such version
 * @throws item.not_found when the folder of the file is gone
 */
export const restoreVersion = async (
  trx: Trx,
  { itemId, versionId, isInLedger, now }: VersionToRestore,
): Promise<RestoredVersion | undefined> => {
  const former = await lockFile(trx, itemId);
  const version = await findVersionRow(trx, itemId, versionId);
  const blob = version === undefined ? undefined : await findBlob(trx, version.blob_id);
  if (former === undefined || version === undefined || blob === undefined) return undefined;
  // A pinned version that was restored before is still there.
  if (blob.id === former.blob_id) return { item: former, overwritten: undefined, added: undefined };
  const { size, category } = version;
  const stays = version.label !== null;
  if (!stays && !(await takeVersion(trx, itemId, versionId))) return undefined;
  const content = {
    blobId: blob.id,
    sha256: blob.sha256,
    size,
    mimetype: version.mimetype,
    category,
    modifiedAt: version.modified_at,
  };
  const { item, ...fate } = await changeContent(trx, { item: former, content, isInLedger, now });
  const overwritten = { ...fate, blobBefore: former.blob_id, blobAfter: item.blob_id };
  return { item, overwritten, added: stays ? { size, category } : undefined };
};

/**
 * Gives an overwritten file its former content back, and keeps the one that it has as a version.
 *
 * @returns bytes that the caller adds to the owner's usage, last in its transaction; undefined: none
 * @throws operation.stale when the former content is no longer among the versions
 */
export const restoreContent = async (
  { trx, now }: { readonly trx: Trx; readonly now: number },
  { before, formerBlob }: ItemChange,
): Promise<ReleasedBytes | undefined> => {
  if (formerBlob === undefined) return undefined;
  const versionId = await findVersionWith(trx, { itemId: before.id, blobId: formerBlob });
  if (versionId === undefined) throw operationStale();
  const version = { itemId: before.id, versionId, isInLedger: false, now };
  const restored = await restoreVersion(trx, version);
  if (restored === undefined) throw operationStale();
  return restored.added;
};
