import type { ShareActivity } from '#features/links/index.ts';
import type { FilesEvent } from '#ports/events.ts';
import type { Aspect, CountChange, ItemChange, ItemState, Plan, SelectedRow } from './changes.types.ts';

/** An item as it is: what a change starts from. */
export const stateOf = (row: SelectedRow): ItemState => ({
  parent_id: row.parent_id,
  name: row.name,
  color: row.color,
  emoji: row.emoji,
  deleted_at: row.deleted_at,
  trashed_by: row.trashed_by,
  purged_at: row.purged_at,
});

/** What of an item a change makes different. */
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

/** Names are given up before others take them: who goes to the trash first, who comes from there last. */
export const writeOrderOf = ({ before, after }: ItemChange): number => {
  if (after.deleted_at !== null) return 0;
  return before.deleted_at === null ? 1 : 2;
};

/** By how much what each place holds changes; places where nothing does are left out. */
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

/** Folders whose listing changes; null is the top of the account. */
export const containersOf = (changes: readonly ItemChange[]): (string | null)[] => {
  const containers = new Set<string | null>();
  for (const { before, after } of changes) {
    if (before.deleted_at === null) containers.add(before.parent_id);
    if (after.deleted_at === null) containers.add(after.parent_id);
  }
  return [...containers];
};

const activityKinds = { rename: 'renamed', move: 'moved', remove: 'removed' } as const;

/** What a plan that was carried out is, as a deed; undefined where nothing was done, or a change was only taken back. */
export const shareActivityOf = (
  { kind, changes, toName }: Plan,
  operationId: string | null,
): ShareActivity | undefined => {
  // What makes room for others is in the plan as well, before them.
  const first = changes.find(({ after }) => kind === 'remove' || after.deleted_at === null);
  if (kind === undefined || kind === 'restore' || first === undefined) return undefined;
  return {
    kind: activityKinds[kind],
    count: kind === 'move' ? changes.filter(({ after }) => after.deleted_at === null).length : changes.length,
    name: first.before.name,
    toName: kind === 'rename' ? first.after.name : (toName ?? null),
    operationId,
  };
};

/** Items that an event names; where there are more, whoever listens looks at the folders anew. */
const maxEventIds = 100;
const idsIfFew = (changes: readonly ItemChange[]): string[] =>
  changes.length > maxEventIds ? [] : changes.map(({ before }) => before.id);

/** What listeners are told of a plan's changes; see `FilesEvent`. */
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
    itemIds: idsIfFew(changes.filter(({ after }) => after.deleted_at === null)),
    removedIds: idsIfFew(changes.filter(leaves)),
    // A move that replaces a file, or is taken back, has to do with the trash as well.
    trash: throughTrash || changes.some((change) => aspectsOf(change).includes('trash')),
    favourites: ofFolders.some(
      (change) => throughTrash || aspectsOf(change).some((aspect) => aspect !== 'place'),
    ),
    tree: ofFolders.length > 0,
    storage: changes.some(({ after }) => after.purged_at !== null),
  };
};
