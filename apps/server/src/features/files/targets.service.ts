import type { Category, ConflictChoice } from '@holdall/contract/files';
import { insertBlobBytes } from '#db/blob-bytes.ts';
import type { Db, Trx } from '#db/database.ts';
import type { BlobRow, ItemRow } from '#db/tables/files.ts';
import { type Actor, deviceOf, principalOf } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { GuestAccess } from '#features/links/index.ts';
import type { Clock } from '#ports/clock.ts';
import { createId } from '#ports/ids.ts';
import { itemChanged, nameTaken, parentIsFile } from './files.errors.ts';
import { isSender, refusalOf, restrictionOn } from './files.policy.ts';
import { findBlob, findSibling, findUploader, insertBlob } from './files.repo.ts';
import { type LocatedItem, locateItem, resolveItem } from './item-gate.ts';
import { isContent, type Overwritten } from './content-change.ts';
import { recordCreation, recordOverwrite } from './ledger.ts';
import {
  type Destination,
  openDestination,
  destinationOf,
  destinationOfFile,
  refuseNewFolders,
  topOf,
  type Walk,
  walkPath,
} from './item-tree.ts';
import { mayReplace, placeFile } from './place-file.ts';

/** The target of an uploaded file. */
export interface FileTarget {
  /** Null: the top of the actor's account. */
  readonly parentId: string | null;
  /** Folders below the parent; missing ones are created when the file is inserted. */
  readonly path: readonly string[];
  readonly name: string;
  readonly onConflict: ConflictChoice;
  /**
   * The value of `If-Match`: the file of this name must have that content, which is then replaced, whatever `onConflict`
   * says.
   */
  readonly ifMatch?: string | undefined;
}

/** The contents of a new file, which are in a store, or go into the database with it. */
export type NewContents = Pick<BlobRow, 'key' | 'size' | 'sha256' | 'crc32'> &
  (
    | { readonly store_id: string; readonly bytes?: never }
    | { readonly store_id: null; readonly bytes: Uint8Array }
  );

export interface NewFile extends FileTarget {
  readonly blob: NewContents;
  readonly mimetype: string;
  readonly category: Category;
  /** The file's own modification time in milliseconds since 1970, if the client announced it. */
  readonly lastModified: number | null;
}

export interface InsertedFile {
  readonly item: ItemRow;
  /** Folders that got new subfolders for the file; null is the top of the account. */
  readonly madeIn: readonly (string | null)[];
  /** Undefined: the file is a new item. */
  readonly overwritten: Overwritten | undefined;
}

export interface FileTargets {
  /**
   * Refuses an upload before its bytes are received.
   *
   * @returns the account that the file will count against
   * @throws upload.disabled, item.not_found, item.parent_is_file, item.name_taken, item.changed, folder.too_deep
   */
  check(actor: Actor, target: FileTarget): Promise<string>;
  /**
   * Checks in the caller's transaction that the actor may still upload. A link is locked as it is now until
   * the transaction ends.
   *
   * @returns the actor with current rights
   * @throws upload.disabled, session.required, share.forbidden, and what `GuestAccess.revalidate` throws
   */
  renew(trx: Trx, actor: Actor): Promise<Actor>;
  /**
   * Inserts the blob and the item in the caller's transaction, or gives an existing file the new content. Throws like
   * `check`, and session.required.
   */
  insertFile(trx: Trx, actor: Actor, file: NewFile): Promise<InsertedFile>;
  /** Finds the item of an earlier upload, whose answer is to be repeated; undefined once it is gone. */
  findOwn(db: Db, actor: Actor, id: string): Promise<ItemRow | undefined>;
}

const refuseRestricted = (actor: Actor): void => {
  const restriction = restrictionOn(actor, 'upload');
  if (restriction !== undefined) throw new AppError(restriction);
};

/** An upload may take hours, and the actor's rights may have changed since it began. */
const refuseIfRestrictedSince = async (trx: Trx, actor: Actor): Promise<void> => {
  if (actor.kind !== 'user') return refuseRestricted(actor);
  const uploader = await findUploader(trx, actor.id);
  if (uploader === undefined) throw new AppError('session.required');
  refuseRestricted({ ...actor, canUpload: uploader.can_upload === 1 });
};

const renew = async (trx: Trx, guests: GuestAccess, before: Actor): Promise<Actor> => {
  const actor = await guests.revalidate(trx, before);
  await refuseIfRestrictedSince(trx, actor);
  const refusal = refusalOf(actor, 'add');
  if (refusal !== undefined) throw new AppError(refusal);
  return actor;
};

const parentOf = async (db: Db, actor: Actor, target: FileTarget): Promise<LocatedItem | undefined> => {
  const id = target.parentId ?? topOf(actor);
  if (id === null) return undefined;
  try {
    return await locateItem(db, actor, { id, action: 'add' });
  } catch (error) {
    // The folder of the request for files is in the trash or gone.
    if (isSender(actor) && error instanceof AppError && error.code === 'item.not_found')
      throw new AppError('file_request.closed');
    throw error;
  }
};

/**
 * Returns the start of a target's path. A link to a single file takes saves of this file alone, with `If-Match`.
 *
 * @throws item.parent_is_file; item.changed when the file has another name
 */
const startOf = (
  actor: Actor,
  parent: LocatedItem | undefined,
  { path, name, ifMatch }: FileTarget,
): Destination => {
  const isSave = parent?.item.type === 'file' && parent.item.id === topOf(actor) && ifMatch !== undefined;
  if (!isSave) return destinationOf(actor, parent);
  if (path.length > 0) throw parentIsFile();
  if (name !== parent.item.name) throw itemChanged();
  return destinationOfFile(actor, parent);
};

/** Removes choices from the target of a sender, whose outcome would reveal existing items. */
const restrictTarget = <Target extends FileTarget>(actor: Actor, target: Target): Target =>
  isSender(actor) ? { ...target, parentId: null, onConflict: 'rename' } : target;

/** Refuses an upload whose `If-Match` does not name what is there, as far as it is known before its bytes come. */
const refuseChanged = async (
  db: Db,
  { destination, missing }: Walk,
  { name, ifMatch }: { readonly name: string; readonly ifMatch: string },
): Promise<void> => {
  if (missing.length > 0 || destination.isBlind) throw itemChanged();
  const sibling = await findSibling(db, destination.containerId, name);
  if (sibling !== undefined && !mayReplace(destination, sibling)) throw itemChanged();
  if (sibling?.type === 'folder') throw nameTaken(name, sibling);
  const blob = await findBlob(db, sibling?.blob_id ?? '');
  if (!isContent(ifMatch, blob?.sha256)) throw itemChanged(sibling);
};

export interface FileTargetsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly guests: GuestAccess;
  /** Tells whether replaced contents are kept as versions. @param on the transaction of the change */
  readonly keepsVersions: (on: Db) => Promise<boolean>;
}

export const createFileTargets = ({ db, clock, guests, keepsVersions }: FileTargetsDeps): FileTargets => ({
  check: async (actor, wanted) => {
    refuseRestricted(actor);
    const target = restrictTarget(actor, wanted);
    // A sender must not learn whether the folder exists.
    if (isSender(actor) && target.path.length > 0) refuseNewFolders(actor);
    const parent = await parentOf(db, actor, target);
    const walk = await walkPath(db, startOf(actor, parent, target), target.path);
    const { destination, missing } = walk;
    if (missing.length > 0) refuseNewFolders(actor);
    const { name, ifMatch } = target;
    if (ifMatch !== undefined) await refuseChanged(db, walk, { name, ifMatch });
    else if (missing.length === 0 && target.onConflict !== 'rename') {
      const sibling = await findSibling(db, destination.containerId, name);
      if (sibling !== undefined && (target.onConflict === 'refuse' || sibling.type === 'folder'))
        throw nameTaken(name, sibling);
    }
    return destination.ownerId;
  },
  renew: (trx, actor) => renew(trx, guests, actor),
  insertFile: async (trx, sender, wanted) => {
    const actor = await renew(trx, guests, sender);
    const file = restrictTarget(actor, wanted);
    const now = clock.now();
    const blobId = createId(now);
    const parent = await parentOf(trx, actor, file);
    const { destination, madeIn, made } = await openDestination(trx, {
      actor,
      start: startOf(actor, parent, file),
      names: file.path,
      now,
    });
    if (file.ifMatch !== undefined && made.length > 0) throw itemChanged();
    const storing = { created_at: now, stored_by: principalOf(actor), device: deviceOf(actor) };
    const { bytes, ...blob } = file.blob;
    await insertBlob(trx, { id: blobId, ...blob, ...storing });
    if (bytes !== undefined) await insertBlobBytes(trx, { key: blob.key, bytes });
    const { item, overwritten } = await placeFile(trx, destination, {
      id: createId(now),
      name: file.name,
      content: {
        blobId,
        size: file.blob.size,
        sha256: file.blob.sha256,
        mimetype: file.mimetype,
        category: file.category,
        modifiedAt: file.lastModified ?? now,
      },
      onConflict: file.onConflict,
      ifMatch: file.ifMatch,
      // Guests must not destroy what is the owner's: a revert brings it back.
      keepsVersions: async () => actor.kind === 'guest' || keepsVersions(trx),
      now,
    });
    const recording = { trx, actor, now };
    for (const folder of made) await recordCreation(guests, recording, folder);
    if (overwritten === undefined) await recordCreation(guests, recording, item);
    else await recordOverwrite(guests, recording, { item, overwritten });
    const { size, sha256 } = file.blob;
    await guests.recordUpload(trx, actor, {
      itemId: item.id,
      name: [...file.path, file.name].join('/'),
      size,
      sha256,
    });
    return { item, madeIn, overwritten };
  },
  findOwn: async (database, actor, id) => {
    try {
      // A trashed item is gone for a client that sends it again.
      return await resolveItem(database, actor, { id, action: isSender(actor) ? 'add' : 'overwrite' });
    } catch (error) {
      if (error instanceof AppError && error.code === 'item.not_found') return undefined;
      throw error;
    }
  },
});
