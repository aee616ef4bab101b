import type { MoveBody, MoveChoice } from '@holdall/contract/actions';
import type { Actor } from '#lib/actor.ts';
import { listTaken, type TakenName } from './changes.repo.ts';
import { changeTree, type Planning, type TreeDeps } from './change-tree.ts';
import { stateOf } from './changes.rules.ts';
import type { ChangeResult, ItemChange, Plan } from './changes.types.ts';
import { refuseTooDeep } from './depth-limit.ts';
import { maxListedConflicts, folderIntoItself, moveConflicts } from './files.errors.ts';
import { listSelected } from './gate.repo.ts';
import { locateItem } from './item-gate.ts';
import { freeNames, nameKey } from './free-names.ts';
import { type ResolvedItem, resolveItems } from './selection.ts';
import { type Destination, destinationOf, topOf } from './item-tree.ts';
import { principalOf } from '#lib/actor.ts';

interface ResolvedNames {
  /** New names of items that are renamed by the move. */
  readonly names: ReadonlyMap<string, string>;
  /** Files that are replaced. */
  readonly replaced: readonly string[];
  /** Items that stay in their folders. */
  readonly skipped: ReadonlySet<string>;
}

/** The caller's decisions on items whose names are taken. */
type Decisions = Pick<MoveBody, 'on_conflict' | 'or_else' | 'choices'>;

const decisionsOf = ({ on_conflict: forAll, or_else: orElse = 'refuse', choices = [] }: Decisions) => {
  const single = new Map(choices.map(({ id, on_conflict }) => [id, on_conflict]));
  return (id: string, isReplaceable: boolean): MoveChoice | 'refuse' => {
    const choice = single.get(id) ?? forAll;
    return choice === 'replace' && !isReplaceable ? orElse : choice;
  };
};

/**
 * Finds a name for each item at the target, or the item that it replaces.
 *
 * @throws item.name_taken with the undecided conflicts
 */
const resolveNames = async (
  { trx }: Planning,
  destination: Destination,
  { items, decisions }: { items: readonly ResolvedItem[]; decisions: Decisions },
): Promise<ResolvedNames> => {
  const at = ({ name }: { name: string }) => ({ container: destination.containerId, name });
  const taken = new Map<string, TakenName>();
  for (const row of await listTaken(trx, items.map(at))) taken.set(row.name, row);
  // Items of one folder cannot have equal names, and there may be very many of them.
  const first = new Map<string, ResolvedItem>();
  if (items.some(({ parent_id }) => parent_id !== items[0]?.parent_id))
    for (const item of items) if (!first.has(item.name)) first.set(item.name, item);
  const isFirst = ({ id, name }: ResolvedItem): boolean => (first.get(name)?.id ?? id) === id;
  const clashing = items.filter((item) => taken.has(item.name) || !isFirst(item));
  const names = new Map<string, string>();
  const skipped = new Set<string>();
  if (clashing.length === 0) return { names, replaced: [], skipped };
  const decisionOn = decisionsOf(decisions);
  const replaceable = (item: ResolvedItem): boolean =>
    item.type === 'file' && taken.get(item.name)?.type === 'file' && isFirst(item);
  const renamed: ResolvedItem[] = [];
  const replaced: string[] = [];
  const undecided: ResolvedItem[] = [];
  for (const item of clashing) {
    const decision = decisionOn(item.id, replaceable(item));
    if (decision === 'skip') skipped.add(item.id);
    else if (decision === 'rename') renamed.push(item);
    else if (decision === 'replace') replaced.push(taken.get(item.name)?.id ?? '');
    else undecided.push(item);
  }
  if (undecided.length > 0) {
    const told = undecided.slice(0, maxListedConflicts).map((item) => ({
      ...item,
      existing: taken.get(item.name) ?? first.get(item.name) ?? item,
      replaceable: replaceable(item),
    }));
    throw moveConflicts(told, undecided.length);
  }
  const reserved = new Set(items.map((item) => nameKey(at(item))));
  const found = await freeNames(
    trx,
    renamed.map((item) => ({ ...at(item), type: item.type })),
    reserved,
  );
  for (const [index, { id, name }] of renamed.entries()) names.set(id, found[index] ?? name);
  return { names, replaced, skipped };
};

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
  const { names, replaced, skipped } = await resolveNames(planning, destination, { items, decisions: input });
  const trashed = { deleted_at: now, trashed_by: principalOf(actor) };
  const old = await listSelected(trx, replaced, { lock: true });
  const changes: ItemChange[] = [
    // An item that an upload has replaced at this moment is in the trash already.
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
