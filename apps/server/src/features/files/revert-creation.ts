import type { ShareActivityRow } from '#db/tables/links.ts';
import { principalOf, principalOfLink, type UserActor } from '#http/actor.ts';
import { changeTree, type Planning, type TreeDeps } from './change-tree.ts';
import { stateOf } from './changes.rules.ts';
import type { ChangeResult, ItemChange, Plan, SelectedRow } from './changes.types.ts';
import { itemNotFound, nameTaken, operationStale } from './files.errors.ts';
import { findSibling } from './files.repo.ts';
import { listSelected } from './gate.repo.ts';
import { locateItem } from './item-gate.ts';

/** An item that a guest has created in a folder. */
export type CreatedItem = Pick<
  ShareActivityRow,
  'id' | 'share_id' | 'item_id' | 'parent_id' | 'name' | 'color' | 'emoji' | 'replaced_id'
>;

const isAsLeft = (item: SelectedRow, created: CreatedItem): boolean =>
  item.parent_id === created.parent_id &&
  item.name === created.name &&
  item.color === created.color &&
  item.emoji === created.emoji;

/** Tells whether the replaced item is still in the trash where a guest of this link has put it. */
const isStillReplaced = (
  old: SelectedRow,
  { share_id: shareId, parent_id: parentId, name }: CreatedItem,
): boolean =>
  old.deleted_at !== null &&
  old.purged_at === null &&
  old.trashed_by?.startsWith(principalOfLink(shareId)) === true &&
  old.parent_id === parentId &&
  old.name === name;

/** Plans the return of the replaced item. @throws operation.stale, item.not_found, item.name_taken */
const planReturn = async ({ trx, actor }: Planning, created: CreatedItem): Promise<ItemChange[]> => {
  if (created.replaced_id === null) return [];
  const [old] = await listSelected(trx, [created.replaced_id], { lock: true });
  if (old === undefined || old.parent_id === null || !isStillReplaced(old, created)) throw operationStale();
  await locateItem(trx, actor, { id: old.parent_id, action: 'add' });
  const sibling = await findSibling(trx, old.parent_id, old.name);
  if (sibling !== undefined && sibling.id !== created.item_id) throw nameTaken(old.name);
  return [{ before: old, after: { ...stateOf(old), deleted_at: null, trashed_by: null } }];
};

const planReversion = async (
  { guests }: TreeDeps,
  planning: Planning,
  created: CreatedItem,
): Promise<Plan> => {
  const { trx, actor, now } = planning;
  if (created.item_id === null) throw itemNotFound();
  await guests.recordReverted(trx, created.id);
  await locateItem(trx, actor, { id: created.item_id, action: 'remove' });
  const [item] = await listSelected(trx, [created.item_id], { lock: true });
  if (item === undefined || item.deleted_at !== null) throw itemNotFound();
  // Reverting must not delete items that others have put into the folder.
  if (!isAsLeft(item, created) || (item.type === 'folder' && item.items_count > 0)) throw operationStale();
  const leaving = {
    before: item,
    after: { ...stateOf(item), deleted_at: now, trashed_by: principalOf(actor) },
  };
  const changes = [leaving, ...(await planReturn(planning, created))];
  return { kind: 'remove', throughTrash: true, count: 1, changes };
};

/**
 * Reverts a guest's creation of an item in the actor's folder: the item goes to the trash, and the one that
 * it replaced returns. Both happen or neither.
 *
 * @throws item.not_found, item.name_taken, operation.stale when anything about it has changed since;
 *   operation.not_found when it was reverted already
 */
export const revertCreation = (
  deps: TreeDeps,
  actor: UserActor,
  created: CreatedItem,
): Promise<ChangeResult> => changeTree(deps, actor, (planning) => planReversion(deps, planning, created));
