import type { Trx } from '#db/database.ts';
import type { OperationItemRow, OperationRow } from '#db/tables/operations.ts';
import { type Actor, principalOf, type UserActor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { listTaken } from './changes.repo.ts';
import { changeTree, type Planning, type TreeDeps } from './change-tree.ts';
import { stateOf } from './changes.rules.ts';
import { hasAdditions } from './copy-tree.ts';
import type { ChangeResult, ItemChange, ItemState, Plan, SelectedRow } from './changes.types.ts';
import { namesTaken, operationNotFound, operationStale } from './files.errors.ts';
import { refusalOf } from './files.policy.ts';
import { type FolderAbove, listFoldersAbove, listSelected } from './gate.repo.ts';
import { changeLifetime, guestChangeLifetime } from './ledger-retention.ts';
import { listOperationItems, markReverted, type RevertedOperation } from './ledger.repo.ts';
import { refuseTooDeep } from './depth-limit.ts';

const isAsLeft = (row: SelectedRow, entry: OperationItemRow): boolean =>
  row.purged_at === null &&
  row.parent_id === entry.parent_after &&
  row.name === entry.name_after &&
  row.color === entry.color_after &&
  row.emoji === entry.emoji_after &&
  row.deleted_at === entry.deleted_after &&
  row.trashed_by === entry.trashed_by_after &&
  (entry.blob_after === null || row.blob_id === entry.blob_after);

const stateBefore = (row: SelectedRow, entry: OperationItemRow): ItemState => ({
  parent_id: entry.parent_before,
  name: entry.name_before,
  color: entry.color_before,
  emoji: entry.emoji_before,
  deleted_at: entry.deleted_before,
  trashed_by: entry.trashed_by_before,
  purged_at: row.purged_at,
});

/** Kinds of operations that create items. */
const creations: ReadonlySet<OperationRow['kind']> = new Set(['create', 'upload', 'copy']);

/**
 * Returns the operation's items with their former states; a created item goes to the trash, unless somebody has put
 * something into it or saved it since, and an overwritten file gets its former content back.
 *
 * @throws operation.stale when one has changed since
 */
const listReversals = async (
  { trx, actor, ownerId, now }: Planning,
  { kind, created_at: madeAt }: RevertedOperation,
  entries: readonly OperationItemRow[],
): Promise<ItemChange[]> => {
  if (entries.length === 0) throw operationStale();
  const named = entries.map((entry) => entry.item_id);
  const rows = new Map((await listSelected(trx, named, { lock: true })).map((row) => [row.id, row]));
  const reversals = entries.map((entry) => {
    const row = rows.get(entry.item_id);
    if (row === undefined || row.owner_id !== ownerId || !isAsLeft(row, entry)) throw operationStale();
    const formerBlob = entry.blob_before ?? undefined;
    const isCreated = creations.has(kind) && entry.deleted_after === null;
    if (!isCreated || formerBlob !== undefined)
      return { before: row, after: stateBefore(row, entry), formerBlob };
    if (kind !== 'copy' && row.items_count > 0) throw operationStale();
    return { before: row, after: { ...stateOf(row), deleted_at: now, trashed_by: principalOf(actor) } };
  });
  const folders = reversals.filter(({ before: { type } }) => kind === 'copy' && type === 'folder');
  const ids = folders.map(({ before }) => before.id);
  if (await hasAdditions(trx, ids, madeAt)) throw operationStale();
  return reversals;
};

/** A folder and all folders above it. */
interface Chain {
  readonly ids: ReadonlySet<string>;
  /** The state of an item inside the folder. */
  readonly side: 'live' | 'trash' | 'purged';
}

type FindChain = (folderId: string | null) => Chain;

/** Creates a function that follows folders upwards, in their current state or in that after the changes. */
const createChains = (
  above: ReadonlyMap<string, FolderAbove>,
  changed: ReadonlyMap<string, ItemChange['after']> = new Map(),
): FindChain => {
  const known = new Map<string | null, Chain>();
  const follow = (folderId: string | null): Chain => {
    const ids = new Set<string>();
    let side: Chain['side'] = 'live';
    for (let next = folderId; next !== null;) {
      const folder = changed.get(next) ?? above.get(next);
      // The nearest trashed folder decides; there may still be a cycle above it.
      if (side === 'live' && (folder === undefined || folder.purged_at !== null)) side = 'purged';
      if (folder === undefined) break;
      if (side === 'live' && folder.deleted_at !== null) side = 'trash';
      if (ids.has(next)) throw operationStale();
      ids.add(next);
      next = folder.parent_id;
    }
    return { ids, side };
  };
  return (folderId) => {
    const chain = known.get(folderId) ?? follow(folderId);
    known.set(folderId, chain);
    return chain;
  };
};

/** Refuses to undo a change of an item that has moved to the trash with a folder since. */
const refuseMovedAway = (changes: readonly ItemChange[], chainNow: FindChain): void => {
  for (const { before } of changes)
    if (before.deleted_at === null && chainNow(before.parent_id).side !== 'live') throw operationStale();
};

/** Returns the changes with parents that still exist. @throws operation.stale when a parent has changed */
const resolveParents = (
  kind: OperationRow['kind'],
  changes: readonly ItemChange[],
  chainThen: FindChain,
): ItemChange[] =>
  changes.map((change) => {
    const { before, after } = change;
    const { ids, side } = chainThen(after.parent_id);
    if (ids.has(before.id)) throw operationStale();
    if (after.deleted_at === null) {
      // Only a restored item can have been in a trashed folder without having been trashed itself.
      if (side !== (kind === 'restore' ? 'trash' : 'live')) throw operationStale();
      return change;
    }
    return { before, after: { ...after, parent_id: side === 'purged' ? null : after.parent_id } };
  });

const refuseTakenNames = async (trx: Trx, ownerId: string, changes: readonly ItemChange[]): Promise<void> => {
  const wanted = changes.filter(({ after }) => after.deleted_at === null);
  const own = new Set(changes.map(({ before }) => before.id));
  const places = wanted.map(({ after }) => ({ container: after.parent_id ?? ownerId, name: after.name }));
  const taken = (await listTaken(trx, places)).filter(({ id }) => !own.has(id));
  if (taken.length > 0) throw namesTaken(taken);
};

/** Refuses a guest's undo of an item that is, or would be, outside the shared folder. */
const refuseOutside = (actor: Actor, { ids }: Chain): void => {
  if (actor.kind === 'guest' && !ids.has(actor.rootId)) throw operationStale();
};

/** A change to undo, and whether a guest made it. */
interface UndoInput {
  readonly id: string;
  readonly byGuest?: boolean;
}

const planUndo = async (
  { guests }: TreeDeps,
  planning: Planning,
  { id, byGuest = false }: UndoInput,
): Promise<Plan> => {
  const { trx, actor, ownerId, now } = planning;
  // A guest's rights may have changed since the change was made.
  const refusal = refusalOf(actor, 'move');
  if (refusal !== undefined) throw new AppError(refusal);
  const query = byGuest
    ? { principal: undefined, since: now - guestChangeLifetime }
    : { principal: principalOf(actor), since: now - changeLifetime };
  const operation = await markReverted(trx, { id, ownerId, now, ...query });
  if (operation === undefined) throw operationNotFound();
  const { kind } = operation;
  const reversals = await listReversals(planning, operation, await listOperationItems(trx, id));
  const parents = new Set(
    reversals.flatMap(({ before, after }) => [before.parent_id, after.parent_id]).filter((at) => at !== null),
  );
  const above = new Map((await listFoldersAbove(trx, [...parents])).map((folder) => [folder.id, folder]));
  const chainNow = createChains(above);
  refuseMovedAway(reversals, chainNow);
  const chainThen = createChains(above, new Map(reversals.map(({ before, after }) => [before.id, after])));
  const changes = resolveParents(kind, reversals, chainThen);
  for (const { before, after } of changes) {
    refuseOutside(actor, chainNow(before.parent_id));
    refuseOutside(actor, chainThen(after.parent_id));
  }
  await refuseTooDeep(
    trx,
    changes
      .filter(({ before, after }) => before.type === 'folder' && after.deleted_at === null)
      .map(({ before, after }) => ({ id: before.id, depth: chainThen(after.parent_id).ids.size })),
  );
  await refuseTakenNames(trx, ownerId, changes);
  await guests.logUndone(trx, actor, { name: changes[0]?.before.name ?? '', count: changes.length });
  const throughTrash = kind !== 'rename' && kind !== 'move';
  return { kind: undefined, throughTrash, count: changes.length, changes };
};

/**
 * Undoes a change of the actor, completely and once: every item returns to its former state. Nothing is
 * changed when it throws.
 *
 * @throws operation.not_found when there is no such change, or it is too old or undone already;
 *   operation.stale when anything about it has changed since; item.name_taken when a former name is taken;
 *   folder.too_deep
 */
export const undoOperation = (deps: TreeDeps, actor: Actor, id: string): Promise<ChangeResult> =>
  changeTree(deps, actor, (planning) => planUndo(deps, planning, { id }));

/** Undoes a guest's change to the actor's items within 90 days. Throws like `undoOperation`. */
export const undoGuestChange = (deps: TreeDeps, actor: UserActor, id: string): Promise<ChangeResult> =>
  changeTree(deps, actor, (planning) => planUndo(deps, planning, { id, byGuest: true }));
