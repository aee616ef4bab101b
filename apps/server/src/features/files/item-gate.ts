import type { Ancestor } from '@holdall/contract/files';
import type { Db } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { Actor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { itemNotFound } from './files.errors.ts';
import { type CollectionGuest, collectionAncestor, collectionRow, isCollection } from './collection.rules.ts';
import { type FileAction, isFor, isShared, maySee, refusalOf, restrictionOn } from './files.policy.ts';
import { findItemPath } from './gate.repo.ts';

/** An item that the gate has let an actor through to. */
export interface LocatedItem {
  readonly item: ItemRow;
  /** The folders above it from the top; in the trash, from the trashed folder; for guests, from the shared one. */
  readonly ancestors: Ancestor[];
  /** Number of all folders above it, visible or not. */
  readonly depth: number;
  /** The item is in the trash, by itself or by a folder above it. */
  readonly trashed: boolean;
}

export interface ItemRequest {
  readonly id: string;
  readonly action: FileAction;
}

/**
 * Refuses actions that the actor may perform on no item: downloads while an administrator has disabled them,
 * and actions that a link does not allow.
 *
 * @throws download.disabled, share.forbidden
 */
export const refuseRestricted = (actor: Actor, action: FileAction): void => {
  const refusal = refusalOf(actor, action);
  if (refusal !== undefined) throw new AppError(refusal);
  const restriction = action === 'download' ? restrictionOn(actor, 'download') : undefined;
  if (restriction !== undefined) throw new AppError(restriction);
};

/** Returns the folders above the first one of a path that the actor may see: for guests none above the shared item. */
const visibleAncestors = (actor: Actor, path: readonly ItemRow[]): readonly Ancestor[] => {
  if (actor.kind !== 'guest') return path.slice(1);
  const known = path.slice(1, path.findIndex(({ id }) => isShared(actor, id)) + 1);
  return actor.collection === undefined ? known : [...known, collectionAncestor(actor, actor.collection)];
};

/** Returns the folder of a collection, which has no row. @throws share.forbidden, download.disabled */
const locateCollection = (guest: CollectionGuest, action: FileAction): LocatedItem => {
  refuseRestricted(guest, action);
  return { item: collectionRow(guest), ancestors: [], depth: 0, trashed: false };
};

/**
 * Finds an item and all folders above it in one query, on a database or in a transaction. Every access to an
 * item passes this gate; ids and parent links decide, never names.
 *
 * @throws item.not_found when it does not exist, is hidden from the actor, or is on the wrong side of the
 *   trash for the action
 * @throws download.disabled when the actor may not download; share.forbidden, share.root when a link does not
 *   allow it
 */
export const locateItem = async (db: Db, actor: Actor, { id, action }: ItemRequest): Promise<LocatedItem> => {
  if (isCollection(actor, id)) return locateCollection(actor, action);
  const path = await findItemPath(db, id);
  const [item, ...above] = path;
  if (
    item === undefined ||
    !maySee(
      actor,
      item,
      path.map((row) => row.id),
    )
  )
    throw itemNotFound();
  // The nearest trashed item above decides.
  const entry = path.findIndex((row) => row.deleted_at !== null);
  const trashed = entry >= 0;
  if (trashed && path[entry]?.purged_at !== null) throw itemNotFound();
  if (!isFor(action, trashed) || (trashed && actor.kind === 'guest')) throw itemNotFound();
  const refusal = refusalOf(actor, action, id);
  if (refusal !== undefined) throw new AppError(refusal);
  refuseRestricted(actor, action);
  const within = (trashed ? above.slice(0, entry) : visibleAncestors(actor, path)).toReversed();
  const ancestors = within.map(({ id: folder, name, emoji, color }) => ({ id: folder, name, emoji, color }));
  return { item, ancestors, depth: above.length, trashed };
};

/** Like `locateItem`, for callers that need only the row. */
export const resolveItem = async (db: Db, actor: Actor, request: ItemRequest): Promise<ItemRow> =>
  (await locateItem(db, actor, request)).item;
