import type { Category } from '@holdall/contract/files';
import { markUnreferenced } from '#db/blob-references.ts';
import type { Trx } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import { unknownMediaType } from '#lib/media/media-type.ts';
import { matchesTag } from '#http/conditional.ts';
import { createId, timeOfId } from '#ports/ids.ts';
import {
  type ContentColumns,
  type CurrentContent,
  findCurrentContent,
  insertVersion,
  updateContent,
  updateModifiedAt,
} from './contents.repo.ts';
import { fateOf, type SavedBy } from './contents.rules.ts';
import { itemNotFound } from './files.errors.ts';
import { resizeIn } from './files.repo.ts';
import { entityTagOf } from './files.rules.ts';

/** A content that becomes the current one. Its blob has a row, and its bytes count against the owner's quota already. */
export interface NewContent extends ContentColumns {
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

export interface ContentChange {
  /** The file, as `lockFile` has returned it in this transaction. */
  readonly item: ItemRow;
  readonly content: NewContent;
  /**
   * The saving principal with its device: their quick saves make one version. Undefined: an earlier content comes back. The
   * former is kept in any case then, unless it is empty, and nothing is released.
   */
  readonly savedBy?: SavedBy | undefined;
  /** True: the ledger has the change, whose undo brings an empty content back as well. False by default. */
  readonly isInLedger?: boolean;
  /** False: the former content of a save is not kept. True by default. */
  readonly keepsVersions?: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Bytes that count against the quota no longer. */
export interface ReleasedBytes {
  readonly category: Category;
  readonly size: number;
}

export interface ChangedContent {
  readonly item: ItemRow;
  /**
   * The fate of the former content. `versioned`: it is a version; `empty`, `coalesced`, `dropped`: it was given up; `same`: the new bytes are
   * equal to it, so that only the file's time has changed.
   */
  readonly former: 'versioned' | 'empty' | 'coalesced' | 'dropped' | 'same';
  /** Bytes that the caller subtracts from the owner's usage, last in its transaction: of the content that was given up. */
  readonly released: ReleasedBytes | undefined;
}

/** An existing file that has got new content. */
export interface Overwritten extends Pick<ChangedContent, 'former' | 'released'> {
  /** The blobs that it had before and has now. */
  readonly blobBefore: string | null;
  readonly blobAfter: string | null;
}

/** Tells whether `If-Match` names a content. @param sha256 undefined: there is no content */
export const isContent = (ifMatch: string, sha256: string | undefined): boolean =>
  sha256 !== undefined && matchesTag(ifMatch, entityTagOf(sha256));

/** Returns an id that sorts after the newest version, also where another server's clock is ahead. */
const versionIdAfter = (newest: string | null, now: number): string => {
  const id = createId(now);
  return newest === null || id > newest ? id : createId(timeOfId(newest) + 1);
};

const released = (size: number, category: Category | null): ReleasedBytes | undefined =>
  size === 0 ? undefined : { size, category: category ?? 'others' };

/** Keeps the bytes that a file has already, and gives up the equal ones that came. */
const keepBytes = async (trx: Trx, { item, content, now }: ContentChange): Promise<ChangedContent> => {
  const isSameTime = content.modifiedAt === item.modified_at;
  // A row that is written counts as a change of its folder, although nothing is different.
  const touched = isSameTime ? item : await updateModifiedAt(trx, item.id, content.modifiedAt);
  if (content.blobId !== item.blob_id) await markUnreferenced(trx, [content.blobId], now);
  return { item: touched, former: 'same', released: released(content.size, content.category) };
};

const insertFormer = (trx: Trx, { item, now }: ContentChange, { newest_version: newest }: CurrentContent) =>
  insertVersion(trx, {
    id: versionIdAfter(newest, now),
    item_id: item.id,
    owner_id: item.owner_id,
    blob_id: item.blob_id ?? '',
    size: item.size,
    mimetype: item.mimetype ?? unknownMediaType,
    category: item.category ?? 'others',
    modified_at: item.modified_at,
    label: null,
  });

/**
 * Makes a content the current one of a file, and keeps the former as a version. The counts of its folder follow; the owner's
 * usage is up to the caller (`released`).
 *
 * @throws item.not_found when its folder is gone
 */
export const changeContent = async (
  trx: Trx,
  change: ContentChange,
  current?: CurrentContent,
): Promise<ChangedContent> => {
  const { item, content, savedBy, isInLedger = false, keepsVersions = true, now } = change;
  const former = current ?? (await findCurrentContent(trx, item));
  if (former === undefined) throw new Error(`The file ${item.id} has no content.`);
  const isSame = savedBy !== undefined && former.sha256 === content.sha256 && former.size === content.size;
  if (isSame && former.damaged_at === null) return keepBytes(trx, change);
  const newestAt = former.newest_version === null ? null : timeOfId(former.newest_version);
  const fate = isSame
    ? 'same'
    : fateOf({ ...former, newestAt }, { size: content.size, savedBy, isInLedger, keepsVersions, now });
  if (fate === 'versioned') await insertFormer(trx, change, former);
  const changed = await updateContent(trx, item.id, content);
  const isCounted = item.deleted_at === null;
  const container = { ownerId: item.owner_id, parentId: item.parent_id };
  if (isCounted && !(await resizeIn(trx, container, content.size - item.size))) throw itemNotFound();
  if (fate === 'versioned') return { item: changed, former: fate, released: undefined };
  await markUnreferenced(trx, [item.blob_id ?? ''], now);
  return { item: changed, former: fate, released: released(item.size, item.category) };
};
