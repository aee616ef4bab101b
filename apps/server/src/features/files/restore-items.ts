import type { RestoreBody } from '@holdall/contract/actions';
import type { Trx } from '#db/database.ts';
import type { Actor } from '#lib/actor.ts';
import { listTaken } from './changes.repo.ts';
import { changeTree, type Planning, type TreeDeps } from './change-tree.ts';
import { stateOf } from './changes.rules.ts';
import type { ChangeResult, Plan } from './changes.types.ts';
import { type FolderAbove, listFoldersAbove } from './gate.repo.ts';
import { refuseTooDeep } from './depth-limit.ts';
import { freeNames, nameKey, type NameRequest } from './free-names.ts';
import { type ResolvedItem, resolveItems } from './selection.ts';

/** The folder that an item is restored to, or null for the top, and its depth. */
interface Origin {
  readonly parentId: string | null;
  readonly depth: number;
}

const top: Origin = { parentId: null, depth: 0 };

/** Returns a function that finds each item's origin: its old folder, unless that is still in the trash. */
const findOrigins = async (
  trx: Trx,
  items: readonly ResolvedItem[],
): Promise<(item: ResolvedItem) => Origin> => {
  const restored = new Map(items.map((item) => [item.id, item]));
  const parents = new Set(items.flatMap(({ parent_id }) => parent_id ?? []));
  const above = new Map((await listFoldersAbove(trx, [...parents])).map((folder) => [folder.id, folder]));
  const known = new Map<string, Origin>();
  /** Returns a folder as an origin; the top when the folder stays in the trash. */
  const originIn = (folder: FolderAbove | undefined): Origin => {
    if (folder === undefined) return top;
    const seen = known.get(folder.id);
    if (seen !== undefined) return seen;
    const returning = restored.get(folder.id);
    const found = returning === undefined ? originInLive(folder) : inside(folder.id, originOf(returning));
    known.set(folder.id, found);
    return found;
  };
  const originInLive = (folder: FolderAbove): Origin => {
    if (folder.deleted_at !== null) return top;
    if (folder.parent_id === null) return inside(folder.id, top);
    const higher = originIn(above.get(folder.parent_id));
    return higher === top ? top : inside(folder.id, higher);
  };
  const inside = (parentId: string, origin: Origin): Origin => ({ parentId, depth: origin.depth + 1 });
  const originOf = ({ parent_id }: ResolvedItem): Origin =>
    parent_id === null ? top : originIn(above.get(parent_id));
  return originOf;
};

/** Returns names for restored items: their own, or numbered ones where those are taken by now. */
const resolveNames = async (trx: Trx, requests: readonly NameRequest[]): Promise<string[]> => {
  const taken = new Set((await listTaken(trx, requests)).map(nameKey));
  const reserved = new Set<string>();
  const names = requests.map(({ name }) => name);
  const clashing: number[] = [];
  for (const [index, request] of requests.entries()) {
    const key = nameKey(request);
    if (taken.has(key) || reserved.has(key)) clashing.push(index);
    reserved.add(key);
  }
  const found = await freeNames(
    trx,
    clashing.flatMap((index) => requests[index] ?? []),
    reserved,
  );
  for (const [position, index] of clashing.entries()) names[index] = found[position] ?? names[index] ?? '';
  return names;
};

const planRestoration = async (planning: Planning, input: RestoreBody): Promise<Plan> => {
  const { trx, actor, ownerId } = planning;
  const items = await resolveItems(trx, actor, { ...input, action: 'restore', lock: true });
  const originFor = input.to_home ? () => top : await findOrigins(trx, items);
  const origins = items.map((item) => originFor(item));
  await refuseTooDeep(
    trx,
    items.flatMap(({ id, type }, index) =>
      type === 'folder' ? [{ id, depth: origins[index]?.depth ?? 0 }] : [],
    ),
  );
  const names = await resolveNames(
    trx,
    items.map(({ name, type }, index) => ({ container: origins[index]?.parentId ?? ownerId, name, type })),
  );
  return {
    kind: 'restore',
    throughTrash: true,
    count: items.length,
    changes: items.map((before, index) => ({
      before,
      after: {
        ...stateOf(before),
        parent_id: origins[index]?.parentId ?? null,
        name: names[index] ?? before.name,
        deleted_at: null,
        trashed_by: null,
      },
    })),
  };
};

/**
 * Restores items from the trash, all or none. They return to their old folders, or to the top when those are
 * gone or in the trash or the caller asks for it. A name that is taken by now is numbered.
 *
 * @throws item.not_found, folder.too_deep, batch.too_large
 */
export const restoreItems = (deps: TreeDeps, actor: Actor, input: RestoreBody): Promise<ChangeResult> =>
  changeTree(deps, actor, (planning) => planRestoration(planning, input));
