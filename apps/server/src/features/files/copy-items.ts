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
import type { ChangeResult } from './changes.types.ts';
import type { NewCopy } from './copy.repo.ts';
import { type Extent, guestCopyLimit, insertTree, measureExtent } from './copy-tree.ts';
import type { BytesByCategory, CopyQuota, OpenCopyQuota } from './copy.types.ts';
import { refuseTooDeep } from './depth-limit.ts';
import { folderIntoItself } from './files.errors.ts';
import { restrictionOn } from './files.policy.ts';
import { lockTotals } from './files.repo.ts';
import { listSelected } from './gate.repo.ts';
import { locateItem } from './item-gate.ts';
import { destinationOf, ownerOf, refuseNewFolders, topOf } from './item-tree.ts';
import { insertCreatedItems } from './ledger.repo.ts';
import { recordOperation } from './ledger.ts';
import { type Overwriting, overwriteFiles } from './overwrite-copies.ts';
import { resolveItems } from './selection.ts';
import { resolveTakenNames } from './taken-names.ts';

export interface CopyDeps extends TreeDeps {
  readonly openCopyQuota: OpenCopyQuota;
}

/** A checked plan of copying. */
interface CopyPlan {
  readonly parentId: string | null;
  /** Name of the destination folder; null at the top of the account. */
  readonly toName: string | null;
  /** Copies of the chosen items. */
  readonly tops: readonly NewCopy[];
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

const planCopy = async (planning: Planning, quota: CopyQuota, input: CopyBody): Promise<CopyPlan> => {
  const { trx, actor, now } = planning;
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
  const folders = items.filter(({ type }) => type === 'folder');
  await refuseTooDeep(
    trx,
    folders.map(({ id }) => ({ id, depth: destination.depth })),
  );
  const extent = await measureExtent(trx, items, limit);
  refuseRestricted(actor, extent);
  await quota.check(trx, extent.size);
  return {
    parentId: destination.parentId,
    toName: target?.item.name ?? null,
    name: items[0]?.name ?? '',
    tops: items
      .filter(({ id }) => !found.replaced.has(id))
      .map(({ id }) => ({
        of: id,
        id: createId(now),
        parent_id: destination.parentId,
        name: found.names.get(id),
      })),
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

/** Writes the copies, the counts of their folders and the ledger. @returns the operation */
const applyCopy = async (
  guests: GuestAccess,
  planning: Planning,
  { plan, quota }: { plan: CopyPlan; quota: CopyQuota },
): Promise<string> => {
  const { trx, ownerId, now } = planning;
  const { tops, extent, overwritten, name, toName, count } = plan;
  const operation = await recordOperation(guests, planning, {
    kind: 'copy',
    count,
    name,
    to_name: toName,
  });
  const write = async (): Promise<void> => {
    const { containers, bytes } = await insertTree(trx, { tops, folders: extent.folders, now });
    const ids = tops.map(({ id }) => id);
    await forPieces(ids, (piece) => insertCreatedItems(trx, operation, piece));
    const more = await overwriteFiles(planning, operation, overwritten);
    await updateCounts(trx, ownerId, containers);
    await quota.commit(trx, addBytes(bytes, more));
  };
  const { folders, files } = extent.counts;
  await (folders + files > idsAtOnce ? withLargeWriteCache(trx, write) : write());
  return operation;
};

/**
 * Copies items with everything in them into a folder or to the top of the account: all or none, except those that are
 * skipped because of a conflict. A file that is replaced stays the same item and gets the content. A copy shares the bytes
 * of its original, and counts like an upload. In the folder of the original it gets a numbered name.
 *
 * @throws item.not_found, item.parent_is_file, item.name_taken, folder.into_itself, folder.too_deep,
 *   batch.too_large, upload.disabled, folder.disabled, storage.exceeded
 */
export const copyItems = async (deps: CopyDeps, actor: Actor, input: CopyBody): Promise<ChangeResult> => {
  const { events, guests, openCopyQuota } = deps;
  // Guests must not cost the owner other versions.
  const quota = await openCopyQuota(ownerOf(actor), { mayEvict: actor.kind !== 'guest' });
  const { plan, operation, ownerId } = await inTree(deps, actor, async (planning) => {
    // Uploads wait: what is counted stays what is copied, and the order of locks that of every insert.
    await lockTotals(planning.trx, planning.ownerId);
    const made = await planCopy(planning, quota, input);
    const written =
      made.tops.length + made.overwritten.length === 0
        ? null
        : await applyCopy(guests, planning, { plan: made, quota });
    return { plan: made, operation: written, ownerId: planning.ownerId };
  });
  const { parentId, tops, extent, overwritten, count } = plan;
  const containers = operation === null ? [] : [parentId];
  if (operation !== null)
    events.publish(
      filesEvent({
        ownerId,
        origin: originOf(actor),
        containers,
        itemIds: idsIfFew([...tops.map(({ id }) => id), ...overwritten.map(({ onto }) => onto)]),
        tree: extent.counts.folders > 0,
        storage: true,
      }),
    );
  return { meta: { operation, count, containers }, purged: false };
};
