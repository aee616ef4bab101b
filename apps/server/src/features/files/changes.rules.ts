import type { OperationRow } from '#db/tables/operations.ts';
import type { FilesEvent } from '#ports/events.ts';
import type { Aspect, CountChange, ItemChange, ItemState, Plan, SelectedRow } from './changes.types.ts';

/** Returns the current state of an item. */
export const stateOf = (row: SelectedRow): ItemState => ({
  parent_id: row.parent_id,
  name: row.name,
  color: row.color,
  emoji: row.emoji,
  deleted_at: row.deleted_at,
  trashed_by: row.trashed_by,
  purged_at: row.purged_at,
});

/** Returns the aspects of an item that a change affects. */
export const aspectsOf = ({ before, after }: ItemChange): Aspect[] => {
  const aspects: Aspect[] = [];
  if (before.parent_id !== after.parent_id) aspects.push('place');
  if (before.name !== after.name) aspects.push('name');
  if (before.color !== after.color || before.emoji !== after.emoji) aspects.push('look');
  if (before.deleted_at !== after.deleted_at || before.purged_at !== after.purged_at) aspects.push('trash');
  return aspects;
};

const leaves = ({ before, after }: ItemChange): boolean =>
  before.deleted_at === null && (after.deleted_at !== null || before.parent_id !== after.parent_id);

/**
 * Orders updates so that names are released before they are taken: items that go to the trash first, restored
 * ones last.
 */
export const writeOrderOf = ({ before, after }: ItemChange): number => {
  if (after.deleted_at !== null) return 0;
  return before.deleted_at === null ? 1 : 2;
};

/** Returns the changes of each container's counts; containers without a change are left out. */
export const countsOf = (ownerId: string, changes: readonly ItemChange[]): CountChange[] => {
  const counts = new Map<string, { items: number; files: number; size: number }>();
  const add = (parentId: string | null, { type, size }: SelectedRow, sign: 1 | -1): void => {
    const id = parentId ?? ownerId;
    const count = counts.get(id) ?? { items: 0, files: 0, size: 0 };
    count.items += sign;
    if (type === 'file') {
      count.files += sign;
      count.size += sign * size;
    }
    counts.set(id, count);
  };
  for (const { before, after } of changes) {
    if (before.deleted_at === null) add(before.parent_id, before, -1);
    if (after.deleted_at === null) add(after.parent_id, before, 1);
  }
  return [...counts]
    .map(([id, count]) => ({ id, ...count }))
    .filter(({ items, files, size }) => items !== 0 || files !== 0 || size !== 0);
};

/** Returns the folders whose listings change; null is the top of the account. */
export const containersOf = (changes: readonly ItemChange[]): (string | null)[] => {
  const containers = new Set<string | null>();
  for (const { before, after } of changes) {
    if (before.deleted_at === null) containers.add(before.parent_id);
    if (after.deleted_at === null) containers.add(after.parent_id);
  }
  return [...containers];
};

/** Returns the columns that describe an applied plan in the ledger. */
export const summaryOf = ({
  kind,
  changes,
  toName = null,
}: Plan): Pick<OperationRow, 'count' | 'name' | 'to_name'> => {
  // A move also replaces items, which go to the trash.
  const named = kind === 'remove' ? changes : changes.filter(({ after }) => after.deleted_at === null);
  return {
    count: named.length,
    name: named[0]?.before.name ?? '',
    to_name: kind === 'rename' ? (named[0]?.after.name ?? null) : toName,
  };
};

/** The most items that an event names; beyond them, subscribers read the folders again. */
const maxEventIds = 100;
/** Returns the ids that an event names: all of them, or none where they are very many. */
export const idsIfFew = (ids: readonly string[]): readonly string[] => (ids.length > maxEventIds ? [] : ids);
const idsOf = (changes: readonly ItemChange[]): readonly string[] =>
  idsIfFew(changes.map(({ before }) => before.id));

/** Returns the event fields that describe a plan's changes; see `FilesEvent`. */
export const eventDetailsOf = ({
  changes,
  throughTrash,
}: Pick<Plan, 'changes' | 'throughTrash'>): Pick<
  FilesEvent,
  'containers' | 'itemIds' | 'removedIds' | 'trash' | 'favourites' | 'tree' | 'storage'
> => {
  const ofFolders = changes.filter(({ before }) => before.type === 'folder');
  return {
    containers: containersOf(changes),
    itemIds: idsOf(changes.filter(({ after }) => after.deleted_at === null)),
    removedIds: idsOf(changes.filter(leaves)),
    // A move that replaces a file, and the undoing of one, affect the trash as well.
    trash: throughTrash || changes.some((change) => aspectsOf(change).includes('trash')),
    // Favourites name the folder that an item is in.
    favourites: changes.length > 0,
    tree: ofFolders.length > 0,
    storage: changes.some(({ after }) => after.purged_at !== null),
  };
};
