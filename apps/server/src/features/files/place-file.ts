import type { ConflictChoice } from '@holdall/contract/files';
import type { Trx } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import { linkOfPrincipal } from '#lib/actor.ts';
import { changeContent, isContent, type NewContent, type Overwritten } from './content-change.ts';
import { findCurrentContent, lockSibling } from './contents.repo.ts';
import { itemChanged, nameTaken } from './files.errors.ts';
import { lockTotals } from './files.repo.ts';
import { type Destination, insertAt, insertAttempts, tryInsert } from './item-tree.ts';

/** A file with its bytes, to be placed in a folder. */
export interface FileToPlace {
  /** The id where it becomes a new item. */
  readonly id: string;
  readonly name: string;
  readonly content: NewContent;
  readonly onConflict: ConflictChoice;
  /** `If-Match`: the content that it replaces; undefined: there is no condition. */
  readonly ifMatch: string | undefined;
  /** Tells whether the content that it replaces is kept as a version; asked only where it replaces one. */
  readonly keepsVersions: () => Promise<boolean>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface PlacedFile {
  readonly item: ItemRow;
  /** Undefined: it is a new item. */
  readonly overwritten: Overwritten | undefined;
}

const itemOf = ({ id, name, content, now }: FileToPlace) => ({
  id,
  type: 'file' as const,
  name,
  blob_id: content.blobId,
  size: content.size,
  mimetype: content.mimetype,
  category: content.category,
  created_at: now,
  modified_at: content.modifiedAt,
});

/** Tells whether an item may be replaced: where a link leads to a single file, another one may have its name meanwhile. */
export const mayReplace = ({ only }: Destination, { id }: Pick<ItemRow, 'id'>): boolean =>
  only === undefined || only === id;

/**
 * Gives the file of this name the new content.
 *
 * @returns undefined when there is no such item any more
 * @throws item.name_taken for a folder; item.changed where `If-Match` names another content
 */
const overwrite = async (
  trx: Trx,
  destination: Destination,
  { name, content, ifMatch, keepsVersions: keeps, now }: FileToPlace,
): Promise<PlacedFile | undefined> => {
  const old = await lockSibling(trx, destination.containerId, name);
  if (old === undefined || !mayReplace(destination, old)) return undefined;
  if (old.type === 'folder') throw nameTaken(name, old);
  const current = await findCurrentContent(trx, old);
  if (ifMatch !== undefined && !isContent(ifMatch, current?.sha256)) throw itemChanged(old);
  const keepsVersions = await keeps();
  const { principal, device } = destination;
  const savedBy = { principal, device };
  const isInLedger = linkOfPrincipal(principal) !== undefined;
  const change = { item: old, content, savedBy, isInLedger, keepsVersions, now };
  const { item, former, released } = await changeContent(trx, change, current);
  return {
    item,
    overwritten: { former, released, blobBefore: old.blob_id, blobAfter: item.blob_id },
  };
};

/**
 * Replaces the file of this name, or makes a new one. Two at once follow each other: the second waits for the row of the
 * item, and what the first has stored becomes a version.
 */
const replaceOrInsert = async (
  trx: Trx,
  destination: Destination,
  file: FileToPlace,
): Promise<PlacedFile | undefined> => {
  for (let attempt = 0; attempt < insertAttempts; attempt += 1) {
    const inserted = await tryInsert(trx, destination, itemOf(file));
    if (inserted !== undefined) return { item: inserted, overwritten: undefined };
    // The item may be moved away meanwhile, and the next attempt inserts.
    await lockTotals(trx, destination.ownerId);
    const placed = await overwrite(trx, destination, file);
    if (placed !== undefined) return placed;
  }
  return undefined;
};

/**
 * Places a file in a folder, and resolves a name conflict as the caller chose. With `If-Match` it replaces exactly that content
 * of the file of this name.
 *
 * @throws item.name_taken, item.changed, item.not_found when the folder is gone
 */
export const placeFile = async (
  trx: Trx,
  destination: Destination,
  file: FileToPlace,
): Promise<PlacedFile> => {
  const { name, onConflict, ifMatch } = file;
  if (ifMatch !== undefined) {
    const placed = destination.isBlind ? undefined : await overwrite(trx, destination, file);
    if (placed === undefined) throw itemChanged();
    return placed;
  }
  if (onConflict !== 'replace')
    return {
      item: await insertAt(trx, destination, { ...itemOf(file), onConflict }),
      overwritten: undefined,
    };
  const placed = await replaceOrInsert(trx, destination, file);
  if (placed === undefined) throw nameTaken(name);
  return placed;
};
