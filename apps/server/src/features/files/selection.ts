import { type AllOf, allOfLimit, type ItemRef } from '@holdall/contract/selections';
import type { Db } from '#db/database.ts';
import type { Actor } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import { isCollection } from './collection.rules.ts';
import { itemNotFound } from './files.errors.ts';
import { type FileAction, isFor, maySee, refusalOf } from './files.policy.ts';
import {
  type FolderAbove,
  listContents,
  listFoldersAbove,
  listSelected,
  listTrashEntries,
} from './gate.repo.ts';
import type { SelectedRow } from './changes.types.ts';
import { locateItem, refuseRestricted } from './item-gate.ts';
import { ownerOf, topOf } from './item-tree.ts';

/** The items of a batch: named one by one, or everything in a container. */
export interface Selection {
  readonly items?: readonly ItemRef[] | undefined;
  readonly all_of?: AllOf | undefined;
}

export interface SelectionRequest extends Selection {
  readonly action: FileAction;
  /** Locks the rows until the caller's transaction ends. */
  readonly lock?: boolean;
  /** Items that `all_of` may stand for; `allOfLimit` by default. */
  readonly limit?: number;
}

export interface ResolvedItem extends SelectedRow {
  /** In the trash, by itself or by a folder above it. */
  readonly trashed: boolean;
  /**
   * Time at which the trashed item above it, or the item itself, was moved to the trash, in milliseconds since 1970;
   * null for live items, and with `all_of`.
   */
  readonly trashedAt: number | null;
}

interface TrashState {
  readonly state: 'live' | 'trashed' | 'purged';
  readonly trashedAt: number | null;
  /** Another item of the selection contains it. */
  readonly covered: boolean;
}

const live: TrashState = { state: 'live', trashedAt: null, covered: false };
const gone: TrashState = { state: 'purged', trashedAt: null, covered: false };

/** Creates a resolver of items' trash states from the folders above them; each folder is examined once. */
const createTrashStateResolver = (
  above: ReadonlyMap<string, FolderAbove>,
  selected: ReadonlyMap<string, unknown>,
) => {
  const known = new Map<string, TrashState>();
  const below = (folderId: string | null): TrashState => {
    if (folderId === null) return live;
    const seen = known.get(folderId);
    if (seen !== undefined) return seen;
    const folder = above.get(folderId);
    // The folder existed when the item was read, so it is being permanently deleted at this moment.
    if (folder === undefined) return gone;
    const higher = at(folder);
    const found = selected.has(folderId) ? { ...higher, covered: true } : higher;
    known.set(folderId, found);
    return found;
  };
  /** An item that was moved to the trash itself counts on its own, whatever contains it. */
  const at = (item: FolderAbove): TrashState => {
    if (item.purged_at !== null) return gone;
    const { deleted_at: trashedAt, parent_id: parentId } = item;
    return trashedAt === null ? below(parentId) : { state: 'trashed', trashedAt, covered: false };
  };
  return at;
};

/** Yields the ids of an item and of all folders above it. */
function* pathOf(above: ReadonlyMap<string, FolderAbove>, row: SelectedRow): Generator<string> {
  const seen = new Set<string>();
  for (let next: string | null = row.id; next !== null && !seen.has(next);) {
    yield next;
    seen.add(next);
    next = next === row.id ? row.parent_id : (above.get(next)?.parent_id ?? null);
  }
}

const parentsOf = (rows: readonly SelectedRow[]): string[] => [
  ...new Set(rows.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id]))),
];

const resolveNamed = async (
  db: Db,
  actor: Actor,
  { items, action, lock = false }: SelectionRequest & { items: readonly ItemRef[] },
): Promise<ResolvedItem[]> => {
  const requested = new Map(items.map(({ id, type }) => [id, type]));
  if (items.some(({ id, type }) => requested.get(id) !== type)) throw itemNotFound();
  const rows = await listSelected(db, [...requested.keys()], { lock });
  if (rows.length < requested.size) throw itemNotFound();
  const listed = await listFoldersAbove(db, parentsOf(rows));
  const above = new Map(listed.map((folder) => [folder.id, folder]));
  if (rows.some((row) => row.type !== requested.get(row.id) || !maySee(actor, row, pathOf(above, row))))
    throw itemNotFound();
  const trashStateOf = createTrashStateResolver(above, requested);
  const resolved = new Map<string, ResolvedItem>();
  for (const row of rows) {
    const { state, trashedAt, covered } = trashStateOf(row);
    if (state === 'purged' || !isFor(action, state === 'trashed')) throw itemNotFound();
    if (state === 'trashed' && actor.kind === 'guest') throw itemNotFound();
    const refusal = refusalOf(actor, action, row.id);
    if (refusal !== undefined) throw new AppError(refusal);
    if (!covered) resolved.set(row.id, { ...row, trashed: state === 'trashed', trashedAt });
  }
  return [...requested.keys()].flatMap((id) => resolved.get(id) ?? []);
};

const listPlace = async (
  db: Db,
  actor: Actor,
  { id: asked, in: side, lock, limit }: AllOf & { lock: boolean; limit: number },
): Promise<SelectedRow[]> => {
  if (side === 'trash' && actor.kind === 'guest') throw itemNotFound();
  const id = asked === 'root' ? topOf(actor) : asked;
  if (isCollection(actor, id)) {
    const rows = await listSelected(db, [...actor.collection.members.keys()], { lock });
    return rows.filter(({ deleted_at: deleted, purged_at: purged }) => deleted === null && purged === null);
  }
  if (id === null) {
    const ownerId = ownerOf(actor);
    return side === 'trash'
      ? listTrashEntries(db, { ownerId, limit, lock })
      : listContents(db, { container: ownerId, limit, lock });
  }
  const { item, trashed } = await locateItem(db, actor, { id, action: 'view' });
  // A folder that has moved to the trash meanwhile is not the one that was requested.
  if (item.type !== 'folder' || trashed !== (side === 'trash')) throw itemNotFound();
  return listContents(db, { container: item.id, limit, lock });
};

const resolveAllOf = async (
  db: Db,
  actor: Actor,
  { all_of: place, action, lock = false, limit = allOfLimit }: SelectionRequest & { all_of: AllOf },
): Promise<ResolvedItem[]> => {
  const trashed = place.in === 'trash';
  if (!isFor(action, trashed)) throw itemNotFound();
  const rows = await listPlace(db, actor, { ...place, lock, limit: limit + 1 });
  if (rows.length > limit) throw new AppError('batch.too_large');
  const except = new Set(place.except);
  return rows.filter(({ id }) => !except.has(id)).map((row) => ({ ...row, trashed, trashedAt: null }));
};

/**
 * Resolves many items at once in a bounded number of queries, all or none, by the rules of the gate. An item
 * inside another selected folder is left out, unless it was moved to the trash itself. With `all_of` the
 * result may be empty.
 *
 * @throws item.not_found when one does not exist, is hidden from the actor, has another type, or is on the
 *   wrong side of the trash for the action
 * @throws batch.too_large, download.disabled, share.forbidden, share.root
 */
export const resolveItems = async (
  db: Db,
  actor: Actor,
  request: SelectionRequest,
): Promise<ResolvedItem[]> => {
  refuseRestricted(actor, request.action);
  const { items, all_of } = request;
  if (items !== undefined) return resolveNamed(db, actor, { ...request, items });
  return all_of === undefined ? [] : resolveAllOf(db, actor, { ...request, all_of });
};
