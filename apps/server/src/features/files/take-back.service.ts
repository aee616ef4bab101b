import { principalOf, type UserActor } from '#http/actor.ts';
import { changeTree, type Planning, type TreeDeps } from './changes.service.ts';
import { stateOf } from './changes.rules.ts';
import type { ChangeResult, ItemChange, Plan, SelectedRow } from './changes.types.ts';
import { itemNotFound, nameTaken, operationStale } from './files.errors.ts';
import { findSibling } from './files.repo.ts';
import { listSelected } from './gate.repo.ts';
import { locateItem } from './item-gate.service.ts';

/** Something that a guest has put into a folder. */
export interface NewcomerWish {
  readonly id: string;
  /** What made room for it, and is in the trash since. */
  readonly replacedId: string | null;
}

/** What made room comes back to where it was. @throws operation.stale, item.not_found, item.name_taken */
const planReturn = async (
  { trx, actor }: Planning,
  { id, replacedId }: NewcomerWish,
): Promise<ItemChange[]> => {
  if (replacedId === null) return [];
  const [old] = await listSelected(trx, [replacedId], { lock: true });
  if (old === undefined || old.deleted_at === null || old.purged_at !== null || old.parent_id === null)
    throw operationStale();
  await locateItem(trx, actor, { id: old.parent_id, action: 'add' });
  const sibling = await findSibling(trx, old.parent_id, old.name);
  if (sibling !== undefined && sibling.id !== id) throw nameTaken(old.name);
  return [{ before: old, after: { ...stateOf(old), deleted_at: null, trashed_by: null } }];
};

const planTakingBack = async (planning: Planning, wish: NewcomerWish): Promise<Plan> => {
  const { trx, actor, now } = planning;
  await locateItem(trx, actor, { id: wish.id, action: 'remove' });
  const [item]: SelectedRow[] = await listSelected(trx, [wish.id], { lock: true });
  if (item === undefined || item.deleted_at !== null) throw itemNotFound();
  // What others have put into the folder is not the guest's to lose.
  if (item.type === 'folder' && item.items_count > 0) throw operationStale();
  const leaving = {
    before: item,
    after: { ...stateOf(item), deleted_at: now, trashed_by: principalOf(actor) },
  };
  const changes = [leaving, ...(await planReturn(planning, wish))];
  return { kind: 'remove', throughTrash: true, count: 1, changes };
};

/**
 * Takes back that a guest has put something into the actor's folder: it goes to the trash, and what had made room for it
 * comes back. Both or neither.
 *
 * @throws item.not_found, item.name_taken, operation.stale where something about it has changed since
 */
export const takeBackNew = (deps: TreeDeps, actor: UserActor, wish: NewcomerWish): Promise<ChangeResult> =>
  changeTree(deps, actor, (planning) => planTakingBack(planning, wish));
