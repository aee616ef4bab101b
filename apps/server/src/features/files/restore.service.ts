import type { RestoreBody } from '@holdall/contract/actions';
import type { Trx } from '#db/database.ts';
import type { Actor } from '#http/actor.ts';
import { listTaken } from './changes.repo.ts';
import { changeTree, type Planning, type TreeDeps } from './changes.service.ts';
import { stateOf } from './changes.rules.ts';
import type { ChangeResult, Plan } from './changes.types.ts';
import { type FolderAbove, listFoldersAbove } from './gate.repo.ts';
import { refuseTooDeep } from './depth.service.ts';
import { freeNames, nameKey, type NameWish } from './names.service.ts';
import { type ResolvedItem, resolveItems } from './selection.service.ts';

/** Where something comes back to: a folder, or null for the top, and the folders above it. */
interface Home {
  readonly parentId: string | null;
  readonly depth: number;
}

const top: Home = { parentId: null, depth: 0 };

/** Says of each item where it comes back to: its old place where that is not in the trash any more. */
const findHomes = async (trx: Trx, items: readonly ResolvedItem[]): Promise<(item: ResolvedItem) => Home> => {
  const restored = new Map(items.map((item) => [item.id, item]));
  const parents = new Set(items.flatMap(({ parent_id }) => parent_id ?? []));
  const above = new Map((await listFoldersAbove(trx, [...parents])).map((folder) => [folder.id, folder]));
  const known = new Map<string, Home>();
  /** The folder as a place to come back to; the top where it stays in the trash. */
  const placeIn = (folder: FolderAbove | undefined): Home => {
    if (folder === undefined) return top;
    const seen = known.get(folder.id);
    if (seen !== undefined) return seen;
    const returning = restored.get(folder.id);
    const found = returning === undefined ? stayingPlace(folder) : inside(folder.id, homeOf(returning));
    known.set(folder.id, found);
    return found;
  };
  const stayingPlace = (folder: FolderAbove): Home => {
    if (folder.deleted_at !== null) return top;
    if (folder.parent_id === null) return inside(folder.id, top);
    const higher = placeIn(above.get(folder.parent_id));
    return higher === top ? top : inside(folder.id, higher);
  };
  const inside = (parentId: string, home: Home): Home => ({ parentId, depth: home.depth + 1 });
  const homeOf = ({ parent_id }: ResolvedItem): Home =>
    parent_id === null ? top : placeIn(above.get(parent_id));
  return homeOf;
};

/** Names for what comes back: its own, or a numbered one where that is taken by now. */
const settleNames = async (trx: Trx, wishes: readonly NameWish[]): Promise<string[]> => {
  const taken = new Set((await listTaken(trx, wishes)).map(nameKey));
  const reserved = new Set<string>();
  const names = wishes.map(({ name }) => name);
  const clashing: number[] = [];
  for (const [index, wish] of wishes.entries()) {
    const key = nameKey(wish);
    if (taken.has(key) || reserved.has(key)) clashing.push(index);
    reserved.add(key);
  }
  const found = await freeNames(
    trx,
    clashing.flatMap((index) => wishes[index] ?? []),
    reserved,
  );
  for (const [position, index] of clashing.entries()) names[index] = found[position] ?? names[index] ?? '';
  return names;
};

const planRestoration = async (planning: Planning, wish: RestoreBody): Promise<Plan> => {
  const { trx, actor, ownerId } = planning;
  const items = await resolveItems(trx, actor, { ...wish, action: 'restore', lock: true });
  const oldHome = wish.to_home ? () => top : await findHomes(trx, items);
  const homes = items.map((item) => oldHome(item));
  await refuseTooDeep(
    trx,
    items.flatMap(({ id, type }, index) =>
      type === 'folder' ? [{ id, depth: homes[index]?.depth ?? 0 }] : [],
    ),
  );
  const names = await settleNames(
    trx,
    items.map(({ name, type }, index) => ({ container: homes[index]?.parentId ?? ownerId, name, type })),
  );
  return {
    kind: 'restore',
    throughTrash: true,
    count: items.length,
    changes: items.map((before, index) => ({
      before,
      after: {
        ...stateOf(before),
        parent_id: homes[index]?.parentId ?? null,
        name: names[index] ?? before.name,
        deleted_at: null,
        trashed_by: null,
      },
    })),
  };
};

/**
 * Brings items back from the trash, all or none: to where they were; to the top where that is gone or in
 * the trash, or where the caller asks for it. A name that is taken by now is numbered.
 *
 * @throws item.not_found, folder.too_deep, batch.too_large
 */
export const restoreItems = (deps: TreeDeps, actor: Actor, wish: RestoreBody): Promise<ChangeResult> =>
  changeTree(deps, actor, (planning) => planRestoration(planning, wish));
