import type { MoveBody } from '@holdall/contract/actions';
import type { Actor } from '#http/actor.ts';
import { listTaken, type TakenName } from './changes.repo.ts';
import { changeTree, type Planning, type TreeDeps } from './changes.service.ts';
import { stateOf } from './changes.rules.ts';
import type { ChangeResult, ItemChange, Plan } from './changes.types.ts';
import { refuseTooDeep } from './depth.service.ts';
import { folderIntoItself, namesTaken } from './files.errors.ts';
import { listSelected } from './gate.repo.ts';
import { locateItem } from './item-gate.service.ts';
import { freeNames, nameKey } from './names.service.ts';
import { type ResolvedItem, resolveItems } from './selection.service.ts';
import { type Place, placeOf, topOf } from './tree.service.ts';
import { principalOf } from '#http/actor.ts';

interface Settled {
  /** Names of those items that get another one at their new place. */
  readonly names: ReadonlyMap<string, string>;
  /** Files that make room. */
  readonly replaced: readonly string[];
}

/** Finds a name for each item at the target, or says whom it replaces. @throws item.name_taken */
const settleNames = async (
  { trx }: Planning,
  place: Place,
  { items, choice }: { items: readonly ResolvedItem[]; choice: MoveBody['on_conflict'] },
): Promise<Settled> => {
  const at = ({ name }: { name: string }) => ({ container: place.containerId, name });
  const taken = new Map<string, TakenName>();
  for (const row of await listTaken(trx, items.map(at))) taken.set(row.name, row);
  // Out of one folder no two of a name can come, and there may be very many.
  const first = new Map<string, string>();
  if (items.some(({ parent_id }) => parent_id !== items[0]?.parent_id))
    for (const { id, name } of items) if (!first.has(name)) first.set(name, id);
  const isFirst = ({ id, name }: ResolvedItem): boolean => (first.get(name) ?? id) === id;
  const clashing = items.filter((item) => taken.has(item.name) || !isFirst(item));
  const names = new Map<string, string>();
  if (clashing.length === 0) return { names, replaced: [] };
  const replaceable = (item: ResolvedItem): boolean =>
    item.type === 'file' && taken.get(item.name)?.type === 'file' && isFirst(item);
  if (choice === 'refuse' || (choice === 'replace' && !clashing.every(replaceable))) {
    const hopeless = choice === 'refuse' ? clashing : clashing.filter((item) => !replaceable(item));
    throw namesTaken(hopeless.map(({ name }) => name));
  }
  if (choice !== 'rename')
    return { names, replaced: clashing.flatMap(({ name }) => taken.get(name)?.id ?? []) };
  const reserved = new Set(items.map((item) => nameKey(at(item))));
  const found = await freeNames(
    trx,
    clashing.map((item) => ({ ...at(item), type: item.type })),
    reserved,
  );
  for (const [index, { id, name }] of clashing.entries()) names.set(id, found[index] ?? name);
  return { names, replaced: [] };
};

const planMove = async (planning: Planning, wish: MoveBody): Promise<Plan> => {
  const { trx, actor, now } = planning;
  const toId = wish.to_id ?? topOf(actor);
  const target = toId === null ? undefined : await locateItem(trx, actor, { id: toId, action: 'add' });
  const place = placeOf(actor, target);
  const selected = await resolveItems(trx, actor, { ...wish, action: 'move', lock: true });
  const above = new Set([place.parentId, ...(target?.ancestors ?? []).map(({ id }) => id)]);
  if (selected.some(({ id }) => above.has(id))) throw folderIntoItself();
  const items = selected.filter(({ parent_id }) => parent_id !== place.parentId);
  const folders = items.filter(({ type }) => type === 'folder');
  await refuseTooDeep(
    trx,
    folders.map(({ id }) => ({ id, depth: place.depth })),
  );
  const { names, replaced } = await settleNames(planning, place, { items, choice: wish.on_conflict });
  const trashed = { deleted_at: now, trashed_by: principalOf(actor) };
  const old = await listSelected(trx, replaced, { lock: true });
  const changes: ItemChange[] = [
    // One that an upload has replaced at this moment is in the trash already.
    ...old
      .filter(({ deleted_at }) => deleted_at === null)
      .map((before) => ({ before, after: { ...stateOf(before), ...trashed } })),
    ...items.map((before) => ({
      before,
      after: { ...stateOf(before), parent_id: place.parentId, name: names.get(before.id) ?? before.name },
    })),
  ];
  const toName = target?.item.name ?? null;
  return { kind: 'move', throughTrash: false, count: selected.length, changes, toName };
};

/**
 * Moves items into a folder or to the top of the account, all or none.
 *
 * @throws item.not_found, item.parent_is_file, item.name_taken, folder.into_itself, folder.too_deep,
 *   batch.too_large
 */
export const moveItems = (deps: TreeDeps, actor: Actor, wish: MoveBody): Promise<ChangeResult> =>
  changeTree(deps, actor, (planning) => planMove(planning, wish));
