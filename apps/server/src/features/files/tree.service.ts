import type { ConflictChoice } from '@holdall/contract/files';
import type { Db, Trx } from '#db/database.ts';
import { isForeignKeyViolation } from '#db/errors.ts';
import type { ItemRow } from '#db/tables/files.ts';
import { type Actor, principalOf } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { nameColumns } from '#lib/name-columns.ts';
import { createId } from '#ports/ids.ts';
import { folderTooDeep, itemNotFound, nameTaken, parentIsFile } from './files.errors.ts';
import {
  countIn,
  countOut,
  findSibling,
  insertItem,
  lockTotals,
  type NewItem,
  trashItem,
} from './files.repo.ts';
import { isSender, restrictionOn } from './files.policy.ts';
import { maxDepth, numberedName } from './files.rules.ts';
import type { LocatedItem } from './item-gate.service.ts';
import { freeNames } from './names.service.ts';

/** Where an item is put: a folder, or the top of an account. */
export interface Place {
  readonly ownerId: string;
  /** Who puts something there: `user:<id>`. */
  readonly principal: string;
  /** Null at the top. */
  readonly parentId: string | null;
  /** The parent's id, or the owner's at the top. */
  readonly containerId: string;
  /** Folders above the place, itself included. */
  readonly depth: number;
  /** Whoever puts something there may not learn what is there: a folder whose name a file bears gets another one. */
  readonly unseen: boolean;
}

/** Whose files an actor has to do with. @throws session.required for an actor without files */
export const ownerOf = (actor: Actor): string => {
  if (actor.kind === 'system') throw new AppError('session.required');
  return actor.kind === 'user' ? actor.id : actor.ownerId;
};

/** What an actor's files begin with: null is the top of an account; for guests it is what was shared. */
export const topOf = (actor: Actor): string | null => (actor.kind === 'guest' ? actor.rootId : null);

/** The place that a resolved parent is. @throws item.parent_is_file; item.not_found for guests without one */
export const placeOf = (actor: Actor, parent: LocatedItem | undefined): Place => {
  const ownerId = ownerOf(actor);
  const principal = principalOf(actor);
  const unseen = isSender(actor);
  if (parent === undefined) {
    if (topOf(actor) !== null) throw itemNotFound();
    return { ownerId, principal, unseen, parentId: null, containerId: ownerId, depth: 0 };
  }
  const { item, depth } = parent;
  if (item.type === 'file') throw parentIsFile();
  return {
    ownerId: item.owner_id,
    principal,
    unseen,
    parentId: item.id,
    containerId: item.id,
    depth: depth + 1,
  };
};

/** Files of a name and its numbers that a folder is put beside. */
const besideAtMost = 100;

const inside = (place: Place, folder: ItemRow): Place => ({
  ...place,
  parentId: folder.id,
  containerId: folder.id,
  depth: place.depth + 1,
});

export interface Walk {
  /** The deepest folder of the path that exists. */
  readonly place: Place;
  /** Names of those that do not. */
  readonly missing: readonly string[];
}

/** A folder whose name a file bears is another one: `name (1)`, or the first of its kind that no file is. */
const findBeside = async (
  db: Db,
  place: Place,
  name: string,
): Promise<{ readonly name: string; readonly found: ItemRow | undefined }> => {
  for (let number = 1; number <= besideAtMost; number += 1) {
    const beside = numberedName(name, number, 'folder');
    const found = await findSibling(db, place.containerId, beside);
    if (found?.type !== 'file') return { name: beside, found };
  }
  throw nameTaken(name);
};

/** Follows a path as far as it exists. @throws item.name_taken where a file bears a folder's name; folder.too_deep */
export const walkPath = async (db: Db, start: Place, names: readonly string[]): Promise<Walk> => {
  if (start.depth + names.length > maxDepth) throw folderTooDeep();
  let place = start;
  for (const [index, name] of names.entries()) {
    // One step depends on the last; a path has a few levels, bounded by the contract.
    let step = { name, found: await findSibling(db, place.containerId, name) };
    if (step.found?.type === 'file') {
      if (!place.unseen) throw nameTaken(name);
      step = await findBeside(db, place, name);
    }
    if (step.found === undefined) return { place, missing: [step.name, ...names.slice(index + 1)] };
    place = inside(place, step.found);
  }
  return { place, missing: [] };
};

type UnplacedItem = Omit<NewItem, 'sort_key' | 'search_key' | 'owner_id' | 'parent_id'>;

const insertInto = async (trx: Trx, place: Place, item: UnplacedItem): Promise<ItemRow | undefined> => {
  try {
    return await insertItem(trx, {
      ...item,
      ...nameColumns(item.name),
      owner_id: place.ownerId,
      parent_id: place.parentId,
    });
  } catch (error) {
    // The folder was deleted for good since it was looked up.
    throw isForeignKeyViolation(error) ? itemNotFound() : error;
  }
};

const tryInsert = async (trx: Trx, place: Place, item: UnplacedItem): Promise<ItemRow | undefined> => {
  const row = await insertInto(trx, place, item);
  // Counted after the insert: that locks the folder and proves that it is still there.
  if (row !== undefined && !(await countIn(trx, place, row))) throw itemNotFound();
  return row;
};

const freeName = async (
  trx: Trx,
  place: Place,
  { name, type }: Pick<UnplacedItem, 'name' | 'type'>,
): Promise<string> => {
  const [free = name] = await freeNames(trx, [{ container: place.containerId, name, type }]);
  return free;
};

/**
 * Makes room for a file by sending the one of its name to the trash.
 *
 * @returns which one that was
 * @throws item.name_taken for a folder
 */
const replaceOld = async (trx: Trx, place: Place, item: UnplacedItem): Promise<string | null> => {
  const old = await findSibling(trx, place.containerId, item.name);
  if (old?.type === 'folder' || item.type === 'folder') throw nameTaken(item.name, old);
  await lockTotals(trx, place.ownerId);
  // Of two who replace the same file at once only one may count it out.
  const replacement = { containerId: place.containerId, principal: place.principal, now: item.created_at };
  if (old === undefined || !(await trashItem(trx, { ...replacement, id: old.id }))) return null;
  await countOut(trx, place, old);
  return old.id;
};

/** Attempts at a name that others keep taking at the same moment. */
const insertAttempts = 20;

export interface Inserted {
  readonly item: ItemRow;
  /** What made room for it; null: nothing had to. */
  readonly replacedId: string | null;
}

/**
 * Inserts an item at a place, settling a clash of names as the caller chose.
 *
 * @throws item.name_taken, item.not_found where the parent has gone
 */
export const insertAt = async (
  trx: Trx,
  place: Place,
  { onConflict, ...item }: UnplacedItem & { onConflict: ConflictChoice },
): Promise<Inserted> => {
  let { name } = item;
  let replacedId: string | null = null;
  for (let attempt = 0; attempt < insertAttempts; attempt += 1) {
    const row = await tryInsert(trx, place, { ...item, name });
    if (row !== undefined) return { item: row, replacedId };
    if (onConflict === 'refuse') break;
    if (onConflict === 'rename') name = await freeName(trx, place, item);
    else replacedId = (await replaceOld(trx, place, item)) ?? replacedId;
  }
  throw nameTaken(item.name, place.unseen ? undefined : await findSibling(trx, place.containerId, item.name));
};

/** @throws folder.disabled where an administrator has taken the right to make folders */
export const refuseNewFolders = (actor: Actor): void => {
  const restriction = restrictionOn(actor, 'create_folder');
  if (restriction !== undefined) throw new AppError(restriction);
};

export interface FolderWish {
  readonly name: string;
  readonly emoji?: string | null | undefined;
  readonly color?: string | null | undefined;
  readonly on_conflict: 'refuse' | 'rename' | 'reuse';
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface AddedFolder {
  readonly folder: ItemRow;
  /** It was not there before. */
  readonly isNew: boolean;
}

/** Makes a folder, or with `reuse` answers the one that is there. @throws item.name_taken, folder.too_deep */
export const addFolder = async (trx: Trx, place: Place, wish: FolderWish): Promise<AddedFolder> => {
  if (place.depth + 1 > maxDepth) throw folderTooDeep();
  const item: UnplacedItem = {
    id: createId(wish.now),
    type: 'folder',
    name: wish.name,
    emoji: wish.emoji ?? null,
    color: wish.color ?? null,
    created_at: wish.now,
    updated_at: wish.now,
  };
  if (wish.on_conflict !== 'reuse')
    return {
      folder: (await insertAt(trx, place, { ...item, onConflict: wish.on_conflict })).item,
      isNew: true,
    };
  const row = await tryInsert(trx, place, item);
  const folder = row ?? (await findSibling(trx, place.containerId, wish.name));
  if (folder === undefined || folder.type === 'file') throw nameTaken(wish.name);
  return { folder, isNew: row !== undefined };
};

export interface PlaceWish {
  readonly actor: Actor;
  /** Undefined: the top of the actor's account. */
  readonly parent: LocatedItem | undefined;
  /** Folders below the parent; those that do not exist are made. */
  readonly names: readonly string[];
  readonly now: number;
}

export interface OpenedPlace {
  readonly place: Place;
  /** Folders that others were made in on the way; null is the top of the account. */
  readonly madeIn: readonly (string | null)[];
  /** The folders that were made, from the top. */
  readonly made: readonly ItemRow[];
}

/** The place that a path below a parent names. @throws item.name_taken, item.parent_is_file, folder.too_deep */
export const openPlace = async (trx: Trx, { actor, parent, names, now }: PlaceWish): Promise<OpenedPlace> => {
  const walk = await walkPath(trx, placeOf(actor, parent), names);
  if (walk.missing.length > 0) refuseNewFolders(actor);
  let { place } = walk;
  const madeIn: (string | null)[] = [];
  const made: ItemRow[] = [];
  for (const name of walk.missing) {
    madeIn.push(place.parentId);
    const { folder, isNew } = await addFolder(trx, place, { name, on_conflict: 'reuse', now });
    // Another upload may have made it at this moment.
    if (isNew) made.push(folder);
    place = inside(place, folder);
  }
  return { place, madeIn, made };
};
