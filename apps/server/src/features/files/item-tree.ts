import type { ConflictChoice } from '@holdall/contract/files';
import type { Db, Trx } from '#db/database.ts';
import { isForeignKeyViolation } from '#db/errors.ts';
import type { ItemRow } from '#db/tables/files.ts';
import { type Actor, deviceOf, principalOf } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { nameColumns } from '#lib/name-columns.ts';
import { createId } from '#ports/ids.ts';
import { folderTooDeep, itemNotFound, nameTaken, parentIsFile } from './files.errors.ts';
import { countIn, findSibling, insertItem, type NewItem } from './files.repo.ts';
import { isSender, restrictionOn } from './files.policy.ts';
import { maxDepth, numberedName } from './files.rules.ts';
import type { LocatedItem } from './item-gate.ts';
import { freeNames } from './free-names.ts';

/** The destination of an item: a folder, or the top of an account. */
export interface Destination {
  readonly ownerId: string;
  /** The principal that adds something there: `user:<id>`. */
  readonly principal: string;
  /** The device of the principal (`deviceOf`). */
  readonly device: string | null;
  /** Null at the top. */
  readonly parentId: string | null;
  /** The parent's id, or the owner's at the top. */
  readonly containerId: string;
  /** Number of folders from the top to the destination, itself included. */
  readonly depth: number;
  /** True if the principal may not learn about existing items: a folder whose name a file has gets another name. */
  readonly isBlind: boolean;
  /** The file that alone may be replaced there, because a link leads to nothing else. */
  readonly only?: string;
}

/** Returns the owner of the actor's files. @throws session.required for an actor without files */
export const ownerOf = (actor: Actor): string => {
  if (actor.kind === 'system') throw new AppError('session.required');
  return actor.kind === 'user' ? actor.id : actor.ownerId;
};

/** Returns the root of the actor's files: null is the top of an account; for guests it is the shared item. */
export const topOf = (actor: Actor): string | null => (actor.kind === 'guest' ? actor.rootId : null);

/** Returns the destination for a resolved parent. @throws item.parent_is_file; item.not_found for guests without one */
export const destinationOf = (actor: Actor, parent: LocatedItem | undefined): Destination => {
  const ownerId = ownerOf(actor);
  const by = { principal: principalOf(actor), device: deviceOf(actor) };
  const isBlind = isSender(actor);
  if (parent === undefined) {
    if (topOf(actor) !== null) throw itemNotFound();
    return { ownerId, ...by, isBlind, parentId: null, containerId: ownerId, depth: 0 };
  }
  const { item, depth } = parent;
  if (item.type === 'file') throw parentIsFile();
  return {
    ownerId: item.owner_id,
    ...by,
    isBlind,
    parentId: item.id,
    containerId: item.id,
    depth: depth + 1,
  };
};

/** Returns the place of a shared file, whose guests may replace nothing but this file. */
export const destinationOfFile = (actor: Actor, { item, depth }: LocatedItem): Destination => ({
  ownerId: item.owner_id,
  principal: principalOf(actor),
  device: deviceOf(actor),
  parentId: item.parent_id,
  containerId: item.parent_id ?? item.owner_id,
  depth,
  isBlind: false,
  only: item.id,
});

/** The most numbered names of files that a new folder skips. */
const maxNumberedNames = 100;

const inside = (destination: Destination, folder: ItemRow): Destination => ({
  ...destination,
  parentId: folder.id,
  containerId: folder.id,
  depth: destination.depth + 1,
});

export interface Walk {
  /** The deepest existing folder of the path. */
  readonly destination: Destination;
  /** Names of the missing ones. */
  readonly missing: readonly string[];
}

/** Finds a folder in place of one whose name a file has: `name (1)`, or the next number that is no file. */
const findNumberedFolder = async (
  db: Db,
  destination: Destination,
  name: string,
): Promise<{ readonly name: string; readonly found: ItemRow | undefined }> => {
  for (let number = 1; number <= maxNumberedNames; number += 1) {
    const numbered = numberedName(name, number, 'folder');
    const found = await findSibling(db, destination.containerId, numbered);
    if (found?.type !== 'file') return { name: numbered, found };
  }
  throw nameTaken(name);
};

/** Follows a path as far as it exists. @throws item.name_taken when a file has a folder's name; folder.too_deep */
export const walkPath = async (db: Db, start: Destination, names: readonly string[]): Promise<Walk> => {
  if (start.depth + names.length > maxDepth) throw folderTooDeep();
  let destination = start;
  for (const [index, name] of names.entries()) {
    // Each step depends on the last one; the contract bounds the levels of a path.
    let step = { name, found: await findSibling(db, destination.containerId, name) };
    if (step.found?.type === 'file') {
      if (!destination.isBlind) throw nameTaken(name);
      step = await findNumberedFolder(db, destination, name);
    }
    if (step.found === undefined) return { destination, missing: [step.name, ...names.slice(index + 1)] };
    destination = inside(destination, step.found);
  }
  return { destination, missing: [] };
};

type ItemToInsert = Omit<NewItem, 'sort_key' | 'search_key' | 'owner_id' | 'parent_id'>;

const insertInto = async (
  trx: Trx,
  destination: Destination,
  item: ItemToInsert,
): Promise<ItemRow | undefined> => {
  try {
    return await insertItem(trx, {
      ...item,
      ...nameColumns(item.name),
      owner_id: destination.ownerId,
      parent_id: destination.parentId,
    });
  } catch (error) {
    // The folder was permanently deleted after it was looked up.
    throw isForeignKeyViolation(error) ? itemNotFound() : error;
  }
};

/** Inserts an item and counts it. @returns undefined when its name is taken @throws item.not_found when the folder is gone */
export const tryInsert = async (
  trx: Trx,
  destination: Destination,
  item: ItemToInsert,
): Promise<ItemRow | undefined> => {
  const row = await insertInto(trx, destination, item);
  // The count follows the insert: it locks the folder and proves that it still exists.
  if (row !== undefined && !(await countIn(trx, destination, row))) throw itemNotFound();
  return row;
};

const freeName = async (
  trx: Trx,
  destination: Destination,
  { name, type }: Pick<ItemToInsert, 'name' | 'type'>,
): Promise<string> => {
  const [free = name] = await freeNames(trx, [{ container: destination.containerId, name, type }]);
  return free;
};

/** The most attempts at a name that others keep taking at the same moment. */
export const insertAttempts = 20;

/**
 * Inserts an item at a destination, where its name is free or under another one.
 *
 * @throws item.name_taken, item.not_found when the parent is gone
 */
export const insertAt = async (
  trx: Trx,
  destination: Destination,
  { onConflict, ...item }: ItemToInsert & { onConflict: Exclude<ConflictChoice, 'replace'> },
): Promise<ItemRow> => {
  let { name } = item;
  for (let attempt = 0; attempt < insertAttempts; attempt += 1) {
    const row = await tryInsert(trx, destination, { ...item, name });
    if (row !== undefined) return row;
    if (onConflict === 'refuse') break;
    name = await freeName(trx, destination, item);
  }
  throw nameTaken(
    item.name,
    destination.isBlind ? undefined : await findSibling(trx, destination.containerId, item.name),
  );
};

/** @throws folder.disabled when an administrator has revoked the right to create folders */
export const refuseNewFolders = (actor: Actor): void => {
  const restriction = restrictionOn(actor, 'create_folder');
  if (restriction !== undefined) throw new AppError(restriction);
};

export interface FolderInput {
  readonly name: string;
  readonly emoji?: string | null | undefined;
  readonly color?: string | null | undefined;
  readonly on_conflict: 'refuse' | 'rename' | 'reuse';
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface AddedFolder {
  readonly folder: ItemRow;
  /** False for a folder that existed before. */
  readonly isNew: boolean;
}

/** Creates a folder, or with `reuse` returns the existing one. @throws item.name_taken, folder.too_deep */
export const addFolder = async (
  trx: Trx,
  destination: Destination,
  input: FolderInput,
): Promise<AddedFolder> => {
  if (destination.depth + 1 > maxDepth) throw folderTooDeep();
  const item: ItemToInsert = {
    id: createId(input.now),
    type: 'folder',
    name: input.name,
    emoji: input.emoji ?? null,
    color: input.color ?? null,
    created_at: input.now,
    modified_at: input.now,
  };
  if (input.on_conflict !== 'reuse')
    return {
      folder: await insertAt(trx, destination, { ...item, onConflict: input.on_conflict }),
      isNew: true,
    };
  const row = await tryInsert(trx, destination, item);
  const folder = row ?? (await findSibling(trx, destination.containerId, input.name));
  if (folder === undefined || folder.type === 'file') throw nameTaken(input.name);
  return { folder, isNew: row !== undefined };
};

export interface DestinationInput {
  readonly actor: Actor;
  readonly start: Destination;
  /** Folders below the start; missing ones are created. */
  readonly names: readonly string[];
  readonly now: number;
}

export interface OpenedDestination {
  readonly destination: Destination;
  /** Folders that got new subfolders on the way; null is the top of the account. */
  readonly madeIn: readonly (string | null)[];
  /** The created folders, from the top. */
  readonly made: readonly ItemRow[];
}

/**
 * Opens the destination of a path, and creates its missing folders.
 *
 * @throws item.name_taken, folder.too_deep
 */
export const openDestination = async (
  trx: Trx,
  { actor, start, names, now }: DestinationInput,
): Promise<OpenedDestination> => {
  const walk = await walkPath(trx, start, names);
  if (walk.missing.length > 0) refuseNewFolders(actor);
  let { destination } = walk;
  const madeIn: (string | null)[] = [];
  const made: ItemRow[] = [];
  for (const name of walk.missing) {
    madeIn.push(destination.parentId);
    const { folder, isNew } = await addFolder(trx, destination, { name, on_conflict: 'reuse', now });
    // Another upload may have created it at this moment.
    if (isNew) made.push(folder);
    destination = inside(destination, folder);
  }
  return { destination, madeIn, made };
};
