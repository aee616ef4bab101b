import type { CopyBody } from '@holdall/contract/actions';
import { categories } from '@holdall/contract/files';
import type { Trx } from '#db/database.ts';
import { forPieces, idsAtOnce } from '#db/item-set.ts';
import { withLargeWriteCache } from '#db/large-write-cache.ts';
import { type Actor, originOf } from '#lib/actor.ts';
import { AppError } from '#lib/app-error.ts';
import type { GuestAccess } from '#features/links/index.ts';
import { filesEvent } from '#ports/events.ts';
import { createId } from '#ports/ids.ts';
import { inTree, type Planning, type TreeDeps } from './change-tree.ts';
import { updateCounts } from './changes.repo.ts';
import { idsIfFew } from './changes.rules.ts';
import type { ChangeResult, SelectedRow } from './changes.types.ts';
import type { NewCopy } from './copy.repo.ts';
import { type Extent, guestCopyLimit, insertTree, measureExtent } from './copy-tree.ts';
import type { BytesByCategory, CopyQuota } from './copy.types.ts';
import { refuseTooDeep } from './depth-limit.ts';
import { folderIntoItself } from './files.errors.ts';
import { restrictionOn } from './files.policy.ts';
import { lockTotals } from './files.repo.ts';
import { listSelected } from './gate.repo.ts';
import {
  type HiddenCopies,
  type HiddenDeps,
  isCurrent,
  isLong,
  noteOriginals,
  type Originals,
  type Publication,
  publishHidden,
  withHidden,
} from './hidden-copies.ts';
import { locateItem } from './item-gate.ts';
import { destinationOf, ownerOf, refuseNewFolders, topOf } from './item-tree.ts';
import { insertCreatedItems } from './ledger.repo.ts';
import { recordOperation } from './ledger.ts';
import { type Overwriting, overwriteFiles } from './overwrite-copies.ts';
import { resolveItems } from './selection.ts';
import { resolveTakenNames } from './taken-names.ts';

export type CopyDeps = TreeDeps & HiddenDeps;

/** A checked plan of copying. */
interface CopyPlan {
  readonly parentId: string | null;
  /** Name of the destination folder; null at the top of the account. */
  readonly toName: string | null;
  /** Depth of the copies. */
  readonly depth: number;
  /** Copies of the chosen items that are to be inserted. */
  readonly tops: readonly NewCopy[];
  /** Copies of chosen folders that are there, but hidden. */
  readonly published: readonly Publication[];
  /** Name of the first chosen item. */
  readonly name: string;
  readonly extent: Extent;
  /** Files at the destination that get the content of one of their name. */
  readonly overwritten: readonly Overwriting[];
  /** Number of chosen items that are copied. */
  readonly count: number;
}

/** Copying creates items, so it needs the rights to upload and to create folders. @throws upload.disabled, folder.disabled */
const refuseRestricted = (actor: Actor, { counts }: Extent): void => {
  if (counts.folders > 0) refuseNewFolders(actor);
  const restriction = counts.files > 0 ? restrictionOn(actor, 'upload') : undefined;
  if (restriction !== undefined) throw new AppError(restriction);
};

/**
 * Locks the files of both sides, so that no upload changes them meanwhile.
 *
 * @param replaced files with the ids of those that they replace; one that is a copy of the other already changes nothing
 */
const planOverwriting = async (trx: Trx, replaced: ReadonlyMap<string, string>): Promise<Overwriting[]> => {
  const rows = await listSelected(trx, [...replaced].flat(), { lock: true });
  const blobs = new Map(rows.map((row) => [row.id, row.blob_id]));
  return [...replaced]
    .map(([of, onto]) => ({ of, onto }))
    .filter(({ of, onto }) => blobs.get(of) !== blobs.get(onto));
};

/** Returns the hidden copies if they are those of exactly the folders among these items. */
const hiddenOf = (
  items: readonly SelectedRow[],
  hidden: HiddenCopies | undefined,
): HiddenCopies | undefined => {
  const folders = items.filter(({ type }) => type === 'folder');
  const isSame =
    folders.length === hidden?.revisions.size && folders.every(({ id }) => hidden.revisions.has(id));
  return isSame ? hidden : undefined;
};

interface PlanInput {
  readonly input: CopyBody;
  readonly quota: CopyQuota;
  /** Copies of the chosen folders, if these are still the ones that were copied. */
  readonly hidden: HiddenCopies | undefined;
}

/**
 * Measures items that are still to be copied.
 *
 * @throws folder.too_deep, batch.too_large, upload.disabled, folder.disabled, storage.exceeded
 */
const measure = async (
  { trx, actor }: Planning,
  { quota, hidden }: PlanInput,
  { items, depth }: { items: readonly SelectedRow[]; depth: number },
): Promise<Extent> => {
  const folders = items.filter(({ type }) => type === 'folder');
  if (hidden === undefined || depth > hidden.depth)
    await refuseTooDeep(
      trx,
      folders.map(({ id }) => ({ id, depth })),
    );
  const measured = hidden === undefined ? items : items.filter(({ type }) => type === 'file');
  const extent = await measureExtent(trx, measured, actor.kind === 'guest' ? guestCopyLimit : undefined);
  refuseRestricted(actor, extent);
  if (hidden !== undefined) refuseRestricted(actor, hidden.extent);
  await quota.check(trx, extent.size);
  return extent;
};

const planCopy = async (planning: Planning, made: PlanInput): Promise<CopyPlan> => {
  const { trx, actor, now } = planning;
  const { input } = made;
  const toId = input.to_id ?? topOf(actor);
  const target = toId === null ? undefined : await locateItem(trx, actor, { id: toId, action: 'add' });
  const destination = destinationOf(actor, target);
  const limit = actor.kind === 'guest' ? guestCopyLimit : undefined;
  const selected = await resolveItems(trx, actor, {
    ...input,
    action: 'copy',
    ...(limit === undefined ? {} : { limit }),
  });
  const above = new Set([destination.parentId, ...(target?.ancestors ?? []).map(({ id }) => id)]);
  if (selected.some(({ id }) => above.has(id))) throw folderIntoItself();
  const found = await resolveTakenNames(trx, destination, { items: selected, decisions: input });
  const items = selected.filter(({ id }) => !found.skipped.has(id));
  const hidden = hiddenOf(items, made.hidden);
  const extent = await measure(planning, { ...made, hidden }, { items, depth: destination.depth });
  const hiddenIds = new Map(hidden?.tops.map(({ of, id }) => [of, id]));
  const copies = items
    .filter(({ id }) => !found.replaced.has(id))
    .map((original) => ({
      original,
      copy: {
        of: original.id,
        id: hiddenIds.get(original.id) ?? createId(now),
        parent_id: destination.parentId,
        name: found.names.get(original.id),
      },
    }));
  return {
    parentId: destination.parentId,
    toName: target?.item.name ?? null,
    name: items[0]?.name ?? '',
    depth: destination.depth,
    tops: copies.filter(({ copy }) => !hiddenIds.has(copy.of)).map(({ copy }) => copy),
    published: copies.filter(({ copy }) => hiddenIds.has(copy.of)),
    extent,
    overwritten: await planOverwriting(trx, found.replaced),
    count: items.length,
  };
};

const addBytes = (one: BytesByCategory, other: BytesByCategory): BytesByCategory => {
  const sums = { ...one };
  for (const category of categories)
    if (other[category]) sums[category] = (one[category] ?? 0) + other[category];
  return sums;
};

const createdIn = ({ tops, published }: CopyPlan): string[] => [
  ...tops.map(({ id }) => id),
  ...published.map(({ copy }) => copy.id),
];

/** Writes the copies, the counts of their folders and the ledger. @returns the operation */
const applyCopy = async (
  guests: GuestAccess,
  planning: Planning,
  { plan, quota }: { plan: CopyPlan; quota: CopyQuota },
): Promise<string> => {
  const { trx, ownerId, now } = planning;
  const { parentId, tops, published, extent, overwritten, name, toName, count } = plan;
  const operation = await recordOperation(guests, planning, {
    kind: 'copy',
    count,
    name,
    to_name: toName,
  });
  const write = async (): Promise<void> => {
    const { containers, bytes } = await insertTree(trx, { tops, folders: extent.folders, now });
    await publishHidden(trx, published);
    await forPieces(createdIn(plan), (piece) => insertCreatedItems(trx, operation, piece));
    const more = await overwriteFiles(planning, operation, overwritten);
    await updateCounts(trx, ownerId, containers);
    const added = { id: parentId ?? ownerId, items: published.length, files: 0, size: 0 };
    if (published.length > 0) await updateCounts(trx, ownerId, [added]);
    await quota.commit(trx, addBytes(bytes, more));
  };
  const { folders, files } = extent.counts;
  await (folders + files > idsAtOnce ? withLargeWriteCache(trx, write) : write());
  return operation;
};

interface CopyWork {
  readonly input: CopyBody;
  readonly quota: CopyQuota;
}

/** The outcome of a transaction: everything is done, or only planned, because others would wait for too long. */
interface Copied {
  readonly plan: CopyPlan;
  readonly ownerId: string;
  readonly operation: string | null;
  readonly originals?: Originals;
}

const apply = async (
  { guests }: CopyDeps,
  planning: Planning,
  { plan, quota }: { plan: CopyPlan; quota: CopyQuota },
): Promise<Copied> => {
  const isIdle = createdIn(plan).length + plan.overwritten.length === 0;
  const operation = isIdle ? null : await applyCopy(guests, planning, { plan, quota });
  return { plan, operation, ownerId: planning.ownerId };
};

/** Copies in one transaction, or plans what takes several. */
const copyOrPlan = (deps: CopyDeps, actor: Actor, { input, quota }: CopyWork): Promise<Copied> =>
  inTree(deps, actor, async (planning) => {
    const { trx, ownerId } = planning;
    // Uploads wait: what is counted stays what is copied, and the order of locks that of every insert.
    await lockTotals(trx, ownerId);
    const plan = await planCopy(planning, { input, quota, hidden: undefined });
    if (!isLong(trx, plan.extent, createdIn(plan).length)) return apply(deps, planning, { plan, quota });
    const originals = await noteOriginals(planning, plan, deps.clock);
    return { plan, ownerId, operation: null, originals };
  });

/** Publishes hidden copies, or copies all in one transaction where the originals have changed since. */
const finish = (
  deps: CopyDeps,
  actor: Actor,
  { input, quota, hidden }: CopyWork & { readonly hidden: HiddenCopies | undefined },
): Promise<Copied> =>
  inTree(deps, actor, async (planning) => {
    const isReady = hidden !== undefined && (await isCurrent(planning.trx, hidden, deps.clock));
    const plan = await planCopy(planning, { input, quota, hidden: isReady ? hidden : undefined });
    // An undo knows the copies by the time of the operation.
    const now = plan.published.length > 0 ? (hidden?.now ?? planning.now) : planning.now;
    return apply(deps, { ...planning, now }, { plan, quota });
  });

/**
 * Copies items with everything in them into a folder or to the top of the account: all or none, except those that are
 * skipped because of a conflict. A file that is replaced stays the same item and gets the content. A copy shares the bytes
 * of its original, and counts like an upload. In the folder of the original it gets a numbered name.
 *
 * @throws item.not_found, item.parent_is_file, item.name_taken, folder.into_itself, folder.too_deep,
 *   batch.too_large, upload.disabled, folder.disabled, storage.exceeded
 */
export const copyItems = async (deps: CopyDeps, actor: Actor, input: CopyBody): Promise<ChangeResult> => {
  // Guests must not cost the owner other versions.
  const quota = await deps.openCopyQuota(ownerOf(actor), { mayEvict: actor.kind !== 'guest' });
  const first = await copyOrPlan(deps, actor, { input, quota });
  const { plan, operation, ownerId } =
    first.originals === undefined
      ? first
      : await withHidden(deps, first.originals, async (hidden) => {
          // Copies that are not published count until they are purged: no version may go for them.
          const own =
            hidden === undefined ? quota : await deps.openCopyQuota(ownerOf(actor), { mayEvict: false });
          const result = await finish(deps, actor, { input, quota: own, hidden });
          return { result, isPublished: result.plan.published.length > 0 };
        });
  const { parentId, extent, published, overwritten, count } = plan;
  const containers = operation === null ? [] : [parentId];
  if (operation !== null)
    deps.events.publish(
      filesEvent({
        ownerId,
        origin: originOf(actor),
        containers,
        itemIds: idsIfFew([...createdIn(plan), ...overwritten.map(({ onto }) => onto)]),
        tree: extent.counts.folders + published.length > 0,
        storage: true,
      }),
    );
  return { meta: { operation, count, containers }, purged: false };
};
