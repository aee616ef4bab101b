import type { MoveBody } from '@holdall/contract/actions';
import type { Actor } from '#lib/actor.ts';
import { changeTree, type Planning, type TreeDeps } from './change-tree.ts';
import { stateOf } from './changes.rules.ts';
import type { ChangeResult, ItemChange, Plan } from './changes.types.ts';
import { refuseTooDeep } from './depth-limit.ts';
import { folderIntoItself } from './files.errors.ts';
import { listSelected } from './gate.repo.ts';
import { locateItem } from './item-gate.ts';
import { destinationOf, topOf } from './item-tree.ts';
import { resolveItems } from './selection.ts';
import { resolveTakenNames } from './taken-names.ts';
import { principalOf } from '#lib/actor.ts';

const planMove = async (planning: Planning, input: MoveBody): Promise<Plan> => {
  const { trx, actor, now } = planning;
  const toId = input.to_id ?? topOf(actor);
  const target = toId === null ? undefined : await locateItem(trx, actor, { id: toId, action: 'add' });
  const destination = destinationOf(actor, target);
  const selected = await resolveItems(trx, actor, { ...input, action: 'move', lock: true });
  const above = new Set([destination.parentId, ...(target?.ancestors ?? []).map(({ id }) => id)]);
  if (selected.some(({ id }) => above.has(id))) throw folderIntoItself();
  const items = selected.filter(({ parent_id }) => parent_id !== destination.parentId);
  const folders = items.filter(({ type }) => type === 'folder');
  await refuseTooDeep(
    trx,
    folders.map(({ id }) => ({ id, depth: destination.depth })),
  );
  const { names, replaced, skipped } = await resolveTakenNames(trx, destination, { items, decisions: input });
  const trashed = { deleted_at: now, trashed_by: principalOf(actor) };
  const old = await listSelected(trx, [...replaced.values()], { lock: true });
  const changes: ItemChange[] = [
    // A file that another request has deleted at this moment is in the trash already.
    ...old
      .filter(({ deleted_at }) => deleted_at === null)
      .map((before) => ({ before, after: { ...stateOf(before), ...trashed } })),
    ...items
      .filter(({ id }) => !skipped.has(id))
      .map((before) => ({
        before,
        after: {
          ...stateOf(before),
          parent_id: destination.parentId,
          name: names.get(before.id) ?? before.name,
        },
      })),
  ];
  const toName = target?.item.name ?? null;
  const count = selected.length - skipped.size;
  return { kind: 'move', throughTrash: false, count, changes, toName };
};

/**
 * Moves items into a folder or to the top of the account: all or none, except those that are skipped because
 * of a conflict.
 *
 * @throws item.not_found, item.parent_is_file, item.name_taken, folder.into_itself, folder.too_deep,
 *   batch.too_large
 */
export const moveItems = (deps: TreeDeps, actor: Actor, input: MoveBody): Promise<ChangeResult> =>
  changeTree(deps, actor, (planning) => planMove(planning, input));
