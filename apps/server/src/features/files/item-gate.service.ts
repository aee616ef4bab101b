import type { Ancestor } from '@holdall/contract/files';
import type { Db } from '#db/database.ts';
import type { ItemRow } from '#db/tables/files.ts';
import type { Actor } from '#http/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { itemNotFound } from './files.errors.ts';
import { type FileAction, isFor, maySee, restrictionOn } from './files.policy.ts';
import { findItemPath } from './gate.repo.ts';

/** An item that the gate has let an actor through to. */
export interface LocatedItem {
  readonly item: ItemRow;
  /** The folders above it from the top; in the trash, from the folder that was put there. */
  readonly ancestors: Ancestor[];
  /** The item is in the trash, by itself or by a folder above it. */
  readonly trashed: boolean;
}

export interface ItemWish {
  readonly id: string;
  readonly action: FileAction;
}

/** Refuses bytes where an administrator has switched downloads off. @throws download.disabled */
export const refuseRestricted = (actor: Actor, action: FileAction): void => {
  const restriction = action === 'download' ? restrictionOn(actor, 'download') : undefined;
  if (restriction !== undefined) throw new AppError(restriction);
};

/**
 * The one gate to an item, on a database or inside a transaction: one query finds the item and all
 * folders above it. Ids and parent links decide, never names; what is above the item is at hand where
 * an actor's rights hold for a part of the tree only.
 *
 * @throws item.not_found where it does not exist, is not the actor's to see, or is on the wrong side of
 *   the trash for the action
 * @throws download.disabled where the actor may not take bytes
 */
export const locateItem = async (db: Db, actor: Actor, { id, action }: ItemWish): Promise<LocatedItem> => {
  const path = await findItemPath(db, id);
  const [item, ...above] = path;
  if (item === undefined || !maySee(actor, item)) throw itemNotFound();
  // Whatever is in the trash is there by the nearest item that was put there.
  const entry = path.findIndex((row) => row.deleted_at !== null);
  const trashed = entry >= 0;
  if (trashed && path[entry]?.purged_at !== null) throw itemNotFound();
  if (!isFor(action, trashed)) throw itemNotFound();
  refuseRestricted(actor, action);
  const within = (trashed ? above.slice(0, entry) : above).toReversed();
  const ancestors = within.map(({ id: folder, name, emoji, color }) => ({ id: folder, name, emoji, color }));
  return { item, ancestors, trashed };
};

/** `locateItem` for those who need nothing but the row. */
export const resolveItem = async (db: Db, actor: Actor, wish: ItemWish): Promise<ItemRow> =>
  (await locateItem(db, actor, wish)).item;
